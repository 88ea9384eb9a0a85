import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Child, startChild } from "#dev/child.ts";
import { ROOT } from "#dev/folder.ts";
import { processFacts } from "#dev/processes.ts";
import { taskRunners } from "#dev/stop-signal.ts";
import { waitFor } from "#dev/wait.ts";
import { temporaryFolder } from "./temporary-folder.ts";

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
      `import { taskRunners } from "${join(ROOT, "dev/stop-signal.ts")}";
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
