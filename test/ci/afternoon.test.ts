import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type Child, startChild } from "#dev/machine/child.ts";
import { readEnvironment } from "#dev/machine/environment.ts";
import { signalProcess } from "#dev/machine/processes.ts";
import { output } from "#dev/machine/programs.ts";
import { WaitAborted, waitFor } from "#dev/machine/wait.ts";
import { guides, type Language, type Page, type Snippet } from "#testing/documentation-page.ts";
import { createPython, type Python } from "../docs/python.ts";
import { runPage, type Surroundings } from "../docs/run-page.ts";
import { copyCheckout } from "./checkout.ts";

const SIMULATIONS = 250;

/**
 * What an integrator does in an afternoon, from a fresh clone and with the guides alone: each step is the guides' own snippets, which
 * print what the pages say. Needs what {@link createPython} needs.
 */
describe("an integrator's afternoon", function () {
  this.timeout(900_000);
  let clone: string;
  let dev: Child;
  let python: Python;
  let surroundings: Surroundings;
  let pages: readonly Page[];

  const page = (name: string): Page => {
    const found = pages.find(({ path }) => path === `docs/guides/${name}.md`);
    assert.ok(found !== undefined, name);
    return found;
  };
  const run = async (name: string, ...languages: Language[]) => {
    for (const language of languages) await runPage(page(name), language, surroundings);
  };

  before(async () => {
    clone = mkdtempSync(join(tmpdir(), "afternoon-"));
    copyCheckout(clone);
    pages = guides(clone);
    python = await createPython(["requests", "pandas"]);
  });
  after(async () => {
    if (dev !== undefined) {
      // As Ctrl-C in a terminal: to every process between the shell and dev, which then stops its services.
      signalProcess(-dev.pid, "SIGINT");
      const hasStopped = () => dev.lastLines(5).includes("dev       stopped") || undefined;
      await waitFor("dev to stop its services", hasStopped, { seconds: 60 });
      await dev.stop();
    }
    python?.remove();
    rmSync(clone, { recursive: true, force: true });
  });

  it("begins with a clone that starts by the quickstart's first command", async () => {
    const [start, variables] = page("quickstart").start;
    assert.ok(start !== undefined && variables !== undefined);
    dev = await startChild({
      name: "dev",
      command: "bash",
      args: ["-c", start.code],
      cwd: clone,
      // Of the clone itself, whatever this run uses.
      env: { ...process.env, DEV_DIR: undefined },
      logFile: join(clone, ".dev", "output.log"),
    });
    await waitFor("the service to be ready", () => {
      if (!dev.alive()) throw new WaitAborted(`It ended:\n${dev.lastLines(50)}`);
      return readEnvironment(join(clone, ".dev"));
    }, { seconds: 600, everyMs: 500 });
    const read = `${variables.code}\nprintf '%s\\n' "$BASE_URL" "$API_KEY"`;
    const [baseUrl = "", apiKey = ""] = (await output("bash", ["-euc", read], clone)).split("\n");
    surroundings = { baseUrl, apiKey, python: python.interpreter, root: clone };
  });

  it("asks from the command line, TypeScript and Python", () => run("quickstart", "sh", "ts", "python"));

  it("receives webhooks and verifies them", () => run("waiting", "ts", "python"));

  it("handles three errors", () => run("errors", "ts", "python"));

  it(`pages through ${SIMULATIONS} simulations`, async () => {
    for (const [language, code] of Object.entries(MANY) as [Language, string][]) {
      const own = page("pagination");
      const more: Snippet = { language, line: 0, code, output: `${SIMULATIONS}` };
      await runPage({ ...own, snippets: [...own.snippets, more] }, language, surroundings);
    }
  });

  it("compares two, and downloads a CSV into pandas", () => run("verdict", "ts", "python"));
});

/** Follows the guide's snippets and uses what they define: creates the simulations, and counts them over all pages. */
const MANY: Readonly<Partial<Record<Language, string>>> = {
  ts: `
    for (let n = 0; n < ${SIMULATIONS}; n += 10) {
      await Promise.all(Array.from({ length: 10 }, () =>
        service.simulations.create({
          workflow_id: "public-spending",
          agent_count: 5,
          question: "Should taxes be lower?",
          generate_insights: false,
          metadata: { batch: "afternoon" },
        })));
    }
    const ids = new Set<string>();
    for await (const { id } of service.simulations.list({ metadata: { batch: "afternoon" } })) ids.add(id);
    console.log(ids.size);`,
  python:
    `print(len({simulation["id"] for simulation in every("/v1/simulations", **{"metadata[batch]": "afternoon"})}))`,
};
