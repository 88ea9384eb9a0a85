import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "#dev/child.ts";
import { ROOT } from "#dev/folder.ts";
import { tryLock } from "#dev/lock.ts";
import { freePort } from "#dev/ports.ts";
import { processFacts, taskRunners } from "#dev/processes.ts";
import { type Entry, sweep } from "#dev/register.ts";
import { waitFor } from "#dev/wait.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** What tells one run of the stack from another, and what an ended one left. */
describe("runs of the stack", () => {
  const dir = temporaryFolder();
  const started: Child[] = [];
  after(() => Promise.all(started.map((child) => child.stop())));
  const start = async (command: string, args: string[], register?: string) => {
    const child = await startChild({
      name: "child",
      command,
      args,
      register,
      logFile: join(dir, "child.log"),
    });
    started.push(child);
    return child;
  };

  it("end what an earlier one left running, also what ignores signals", async () => {
    const register = join(dir, "children");
    const polite = await start("sleep", ["60"], register);
    const deaf = await start(
      "sh",
      ["-c", "trap '' INT TERM; echo deaf; while :; do sleep 0.2; done"],
      register,
    );
    await waitFor("its trap", () => deaf.lastLines().includes("deaf") || undefined);
    assert.deepEqual(await sweep(register), ["child", "child"]);
    assert.equal(await polite.exited, "SIGINT");
    assert.equal(await deaf.exited, "SIGKILL");
    assert.ok(!existsSync(register));
    assert.deepEqual(await sweep(register), []);
  });

  it("leave a process alone that got the id of one of theirs later", async () => {
    const register = join(dir, "reused");
    const innocent = await start("sleep", ["60"]);
    const entry: Entry = { name: "gone", pid: innocent.pid, started: "at another time" };
    appendFileSync(register, `${JSON.stringify(entry)}\n`);
    assert.deepEqual(await sweep(register), []);
    assert.ok(innocent.alive());
  });

  it("exclude one another by a lock that ends with its holder", async () => {
    const path = join(dir, "lock");
    const script = `import { tryLock } from "${join(ROOT, "dev/lock.ts")}";
      console.log(tryLock("${path}") === undefined ? "refused" : "held"); setInterval(() => {}, 1000);`;
    const holder = await start(Deno.execPath(), ["eval", script]);
    await waitFor("the holder", () => holder.lastLines().includes("held") || undefined);
    assert.equal(tryLock(path), undefined);
    holder.kill("SIGKILL");
    await holder.exited;
    const lock = tryLock(path);
    assert.ok(lock);
    assert.equal(tryLock(path), undefined, "not even for its own process");
    lock.release();
    tryLock(path)!.release();
  });

  it("take the port that they prefer, or say which other one, and none twice", async () => {
    const said: string[] = [];
    const preferred = await freePort();
    const other = await freePort(preferred, (line) => said.push(line));
    assert.notEqual(other, preferred);
    assert.deepEqual(said, [`port ${preferred} is in use, taking ${other}`]);
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
    assert.equal(new Set(ports).size, 50);
  });

  it("know the commands that carry them, up to the shell that they were typed into", async () => {
    const project = join(dir, "project");
    mkdirSync(project);
    writeFileSync(
      join(project, "package.json"),
      JSON.stringify({ scripts: { show: "deno run -A show.ts" } }),
    );
    writeFileSync(
      join(project, "show.ts"),
      `import { taskRunners } from "${join(ROOT, "dev/processes.ts")}";
       console.log(JSON.stringify(taskRunners()));
       setInterval(() => {}, 1_000);`,
    );
    const shell = await start("sh", ["-c", `cd ${project}; ${Deno.execPath()} task show; true`]);
    const line = await waitFor("its answer", () => /^\[.*\]$/m.exec(shell.lastLines())?.[0]);
    const runners: number[] = JSON.parse(line);
    assert.equal(runners.length, 1);
    assert.match(processFacts(runners[0]!)?.command ?? "", /deno task/);
    assert.equal(processFacts(runners[0]!)?.parent, shell.pid);
    assert.deepEqual(taskRunners(1), []);
  });
});
