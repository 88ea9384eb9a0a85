import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import process from "node:process";
import { execa } from "execa";
import { ROOT } from "#dev/machine/folder.ts";
import { calibratedBank } from "#engine/bank/calibrated-survey.ts";
import { boundedLogit } from "#engine/bank/shares.ts";
import type { MeasuredKnowledge } from "#research/knowledge/measure-knowledge.ts";
import { logistic, normalQuantile } from "#engine/random/normal.ts";
import { ask } from "#testing/stack.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { completedResults } from "#testing/simulations.ts";
import { type ChatRequest, type StubServer, stubServer } from "#testing/stub-server.ts";

const PEOPLE = new Map(
  calibratedBank().flatMap(({ wordings, overall: { yes, no } }) =>
    wordings.map((text) => [text, boundedLogit(yes / (yes + no))] as const)
  ),
);
const CONTROLS: { readonly yes: readonly string[]; readonly no: readonly string[] } = JSON.parse(
  readFileSync(new URL("../../research/knowledge/controls.json", import.meta.url), "utf8"),
);
/** Surveyed by nobody in the bank, and the model is sure of it. */
const UNASKED = "Will people live on the Moon within a hundred years?";

/** What a model of this correlation with people's logits says: always the same of one question. */
function estimate(question: string, correlation: number): number {
  if (CONTROLS.yes.includes(question)) return 97;
  if (CONTROLS.no.includes(question)) return 3;
  const truth = PEOPLE.get(question);
  if (truth === undefined) return 95;
  const noise = normalQuantile(
    (createHash("sha256").update(question).digest().readUInt32LE() + 0.5) / 2 ** 32,
  );
  return 100 * logistic(correlation * truth + 1.1 * Math.sqrt(1 - correlation ** 2) * noise);
}

function reply({ messages }: ChatRequest, correlation: number) {
  const prompt = messages.at(-1)?.content ?? "";
  const yes = Math.round(estimate(/asked: "(.*)"$/m.exec(prompt)?.[1] ?? "", correlation));
  // In a word it knows nothing.
  const token = prompt.includes("one word") ? "Yes" : `${prompt.includes("answered no") ? 100 - yes : yes}`;
  const top_logprobs = [{ token, logprob: 0 }];
  return { content: token, logprobs: { content: [{ token, logprob: 0, top_logprobs }] } };
}

describe("deno task evaluate-forecasts", function () {
  this.timeout(360_000);
  let own: OwnService;
  let model: StubServer;
  let correlation = 0;
  before(async () => {
    model = await stubServer((request) => reply(request, correlation));
    own = await startOwnService({ FORECAST_BASE_URL: model.url, FORECAST_MODEL: "knows" });
  });
  after(async () => {
    await own?.stop();
    await model?.close();
  });

  async function evaluate(known: number, ...args: string[]) {
    correlation = known;
    return await execa(process.execPath, ["run", "-A", "commands/evaluate-forecasts.ts", ...args], {
      cwd: ROOT,
      env: { DATABASE_URL: own.databaseUrl, FORECAST_BASE_URL: model.url, FORECAST_MODEL: "knows" },
      reject: false,
    });
  }
  const figures = async () =>
    (await ask<{ figures: MeasuredKnowledge }>(
      "SELECT figures FROM forecast_models WHERE id LIKE 'knows:%'",
      [],
      own.databaseUrl,
    ))[0]?.figures;
  const results = (seed: number, question = UNASKED) =>
    completedResults(own.call, { workflow_id: "public-opinion", question, agent_count: 400, seed });
  const askedOf = () =>
    model.requests.filter(({ messages }) => messages.at(-1)?.content.includes(UNASKED)).length;

  it("refuses a model that knows nothing: its estimates are not asked for", async () => {
    const { exitCode, stdout, stderr } = await evaluate(0);
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /^REFUSED: its gain/m);
    assert.equal((await figures())?.counts, false);
    const { calibration_boundary } = await results(1);
    assert.equal(askedOf(), 0);
    assert.ok(
      calibration_boundary.sources.every(({ survey }: { survey: string }) => !survey.includes("model")),
    );
  });

  it("lets one of correlation 0.8 move the forecast of an unasked question, asks it once, and names it as a source", async () => {
    const before = (await results(2)).verdict;
    const { exitCode, stdout, stderr } = await evaluate(0.8, "--cutoff", "2018");
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /^Stored: forecasts/m);
    const found = await figures();
    assert.ok(found !== undefined && found.counts, stdout);
    assert.ok(found.mae_points.with < found.mae_points.without - 4, stdout);
    assert.ok(found.coverage_pct > 91 && found.coverage_pct < 99, stdout);
    assert.ok(found.gain_by_cutoff.before !== null && found.gain_by_cutoff.after !== null);
    await own.worker.stop();
    await own.startWorker();
    const { verdict, calibration_boundary } = await results(2);
    assert.ok(verdict.yes_pct > before.yes_pct + 10, `${before.yes_pct} → ${verdict.yes_pct}`);
    assert.ok(verdict.margin_of_error_pct < before.margin_of_error_pct);
    const source = calibration_boundary.sources.at(-1);
    assert.equal(source.survey, "Language model knows");
    assert.match(source.citation, /720 surveyed questions/);
    await results(3);
    assert.equal(askedOf(), 3);
  });

  it("stores nothing without a model", async () => {
    const { exitCode, stderr } = await execa(
      process.execPath,
      ["run", "-A", "commands/evaluate-forecasts.ts"],
      {
        cwd: ROOT,
        env: { DATABASE_URL: own.databaseUrl, FORECAST_MODEL: "", FORECAST_BASE_URL: "" },
        reject: false,
      },
    );
    assert.deepEqual([exitCode, stderr.slice(0, 6)], [2, "Usage:"]);
  });
});
