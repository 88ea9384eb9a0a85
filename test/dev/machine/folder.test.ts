import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { startChild } from "#dev/machine/child.ts";
import { ROOT, tryLock } from "#dev/machine/folder.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("a lock on a folder", () => {
  const dir = temporaryFolder();

  it("excludes other holders, and ends with its holder", async () => {
    const path = join(dir, "lock");
    const script = `import { tryLock } from "${join(ROOT, "dev/machine/folder.ts")}";
      console.log(tryLock("${path}") === undefined ? "refused" : "held"); setInterval(() => {}, 1000);`;
    const holder = await startChild({
      name: "holder",
      command: process.execPath,
      args: ["eval", script],
      logFile: join(dir, "child.log"),
    });
    await waitFor("the holder", () => holder.lastLines().includes("held") || undefined);
    assert.equal(tryLock(path), undefined);
    holder.kill("SIGKILL");
    await holder.exited;
    const lock = tryLock(path);
    assert.ok(lock);
    assert.equal(tryLock(path), undefined, "its own process cannot hold it twice");
    lock.release();
    tryLock(path)!.release();
  });
});
