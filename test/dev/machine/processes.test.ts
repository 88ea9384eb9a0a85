import assert from "node:assert/strict";
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "#dev/machine/child.ts";
import { endLeftovers, type RegisteredChild } from "#dev/machine/processes.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("the register of a stack's children", () => {
  const dir = temporaryFolder();
  const started: Child[] = [];
  after(() => Promise.all(started.map((child) => child.stop())));
  const start = async (command: string, args: string[], register?: string) => {
    const logFile = join(dir, "child.log");
    const child = await startChild({ name: "child", command, args, register, logFile });
    started.push(child);
    return child;
  };

  it("lets the next stack end the children of a killed one, also those that ignore signals", async () => {
    const register = join(dir, "children");
    const polite = await start("sleep", ["60"], register);
    const deafScript = "trap '' INT TERM; echo deaf; while :; do sleep 0.2; done";
    const deaf = await start("sh", ["-c", deafScript], register);
    await waitFor("its trap", () => deaf.lastLines().includes("deaf") || undefined);
    assert.deepEqual(await endLeftovers(register), ["child", "child"]);
    assert.equal(await polite.exited, "SIGINT");
    assert.equal(await deaf.exited, "SIGKILL");
    assert.ok(!existsSync(register));
    assert.deepEqual(await endLeftovers(register), []);
  });

  it("does not let it end a process that got the id of such a child later", async () => {
    const register = join(dir, "reused");
    const innocent = await start("sleep", ["60"]);
    const entry: RegisteredChild = { name: "gone", pid: innocent.pid, started: "at another time" };
    appendFileSync(register, `${JSON.stringify(entry)}\n`);
    assert.deepEqual(await endLeftovers(register), []);
    assert.ok(innocent.alive());
  });
});
