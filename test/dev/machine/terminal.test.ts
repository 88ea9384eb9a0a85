import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Child, startChild } from "#dev/machine/child.ts";
import { ROOT } from "#dev/machine/folder.ts";
import { processFacts } from "#dev/machine/processes.ts";
import { echoWarnings, taskRunners } from "#dev/machine/terminal.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("the lines of its children that dev shows", () => {
  const echoed = (line: string) => {
    const lines: string[] = [];
    echoWarnings((text) => lines.push(text))(line);
    return lines;
  };

  it("are log entries of level warn and above, with the failed part and the reason", () => {
    const line = {
      level: "warn",
      msg: "Activity failed",
      sdk: { activityType: "beginSimulation", error: { message: "no" } },
    };
    assert.deepEqual(echoed(JSON.stringify(line)), ["warn: Activity failed: beginSimulation: no"]);
    assert.deepEqual(echoed('{"level":"error","msg":"request failed","err":{"message":"boom"}}'), [
      "error: request failed: boom",
    ]);
    assert.deepEqual(echoed('{"level":"info","msg":"request"}'), []);
  });

  it("are lines that are no log entries, such as a crash's", () => {
    assert.deepEqual(echoed("Segmentation fault"), ["Segmentation fault"]);
    assert.deepEqual(echoed("{ not JSON"), ["{ not JSON"]);
  });
});

describe("the processes that run a task", () => {
  const dir = temporaryFolder();
  let shell: Child | undefined;
  after(() => shell?.stop());

  it("are its parents up to the shell of the person who typed the command", async () => {
    const project = join(dir, "project");
    mkdirSync(project);
    const scripts = { show: "deno run -A show.ts" };
    writeFileSync(join(project, "package.json"), JSON.stringify({ scripts }));
    writeFileSync(
      join(project, "show.ts"),
      `import { taskRunners } from "${join(ROOT, "dev/machine/terminal.ts")}";
       console.log(JSON.stringify(taskRunners()));
       setInterval(() => {}, 1_000);`,
    );
    shell = await startChild({
      name: "shell",
      command: "sh",
      args: ["-c", `cd ${project}; ${process.execPath} task show; true`],
      logFile: join(dir, "shell.log"),
    });
    const lines = shell;
    const line = await waitFor("its answer", () => /^\[.*\]$/m.exec(lines.lastLines())?.[0]);
    const runners: number[] = JSON.parse(line);
    assert.equal(runners.length, 1);
    assert.match(processFacts(runners[0]!)?.command ?? "", /deno task/);
    assert.equal(processFacts(runners[0]!)?.parent, shell.pid);
    assert.deepEqual(taskRunners(1), []);
  });
});
