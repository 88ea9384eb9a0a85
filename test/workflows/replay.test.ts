import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker, type WorkflowBundle } from "@temporalio/worker";
import { WORKFLOW_CODE } from "#workers/temporal-workers.ts";

const HISTORIES = new URL("../histories/", import.meta.url);

/** Runs in flight must survive a deployment: today's code replays the histories that `recordHistory` has stored. */
describe("Stored histories", () => {
  let workflowBundle: WorkflowBundle;
  before(async () => {
    const logger = new DefaultLogger("ERROR");
    Runtime.install({ logger });
    workflowBundle = await bundleWorkflowCode({ ...WORKFLOW_CODE, logger });
  });

  const replay = (text: string) =>
    Worker.runReplayHistory({ workflowBundle }, historyFromJSON(JSON.parse(text)));

  for (const name of readdirSync(HISTORIES)) {
    const text = readFileSync(new URL(name, HISTORIES), "utf8");
    it(`${name} replays`, () => replay(text));
  }

  it("hold at least one of every workflow type", () => {
    const code = readFileSync(new URL("../../workflows/all-workflows.ts", import.meta.url), "utf8");
    const types = [...code.matchAll(/export \{ ([\w, ]+) \}/g)].flatMap(([, names]) =>
      (names ?? "").split(", ")
    );
    const stored = readdirSync(HISTORIES).map((name) =>
      JSON.parse(readFileSync(new URL(name, HISTORIES), "utf8")).events[0]
        .workflowExecutionStartedEventAttributes.workflowType.name
    );
    assert.deepEqual(types.filter((type) => !stored.includes(type)), []);
  });

  it("replay on modules that runs share, so none of ours has a variable or a collection of its own", () => {
    const [, preloaded = ""] = /exports\.preloadModules = .*\{([^}]*)\}/.exec(workflowBundle.code) ?? [];
    assert.match(preloaded, /"\.\/workflows\/all-workflows\.ts"/);
    const modules = [...workflowBundle.code.matchAll(/^\/\*\*\*\/ "\.\/((?!node_modules)[^"]+\.ts)"/gm)];
    assert.ok(modules.length > 10);
    for (const [, path = ""] of modules) {
      const code = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
      assert.doesNotMatch(
        code,
        /^(export )?(let|var) |^(export )?const [^(]*= (new (Map|Set|WeakMap)|\[\])/m,
        path,
      );
    }
  });

  it("do not replay where the code runs another activity", async () => {
    const text = readFileSync(new URL("simulation-chunked.json", HISTORIES), "utf8");
    assert.ok(text.includes('"answerChunk"'));
    await assert.rejects(
      replay(text.replaceAll('"answerChunk"', '"anotherActivity"')),
      /[Nn]ondeterminism|TMPRL1100/,
    );
  });
});
