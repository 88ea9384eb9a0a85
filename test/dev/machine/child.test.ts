import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { type Child, type ChildOptions, startChild } from "#dev/machine/child.ts";
import { processFacts } from "#dev/machine/processes.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("a child process", () => {
  const dir = temporaryFolder();
  let count = 0;
  const started: Child[] = [];
  const start = async (script: string, options: Partial<ChildOptions> = {}) => {
    const logFile = join(dir, `${count++}.log`);
    const child = await startChild({
      name: "child",
      command: "sh",
      args: ["-c", script],
      logFile,
      ...options,
    });
    started.push(child);
    return child;
  };
  after(() => Promise.all(started.map((child) => child.stop())));

  const wrote = (child: Child, text: string) =>
    waitFor(text, () => child.lastLines().includes(text) || undefined);

  it("leads a process group of its own, which a Ctrl-C in the terminal does not reach", async () => {
    const child = await start("ps -o pgid= -p $$; sleep 60");
    await wrote(child, String(child.pid));
  });

  it("reports how it ended", async () => {
    assert.equal(await (await start("exit 3")).exited, "exit code 3");
    assert.equal(await (await start("kill -9 $$")).exited, "SIGKILL");
  });

  it("passes every line on and writes it to its log", async () => {
    const lines: string[] = [];
    const child = await start("echo one; echo two >&2; sleep 60", { onLine: (line) => lines.push(line) });
    await waitFor("both lines", () => lines.length === 2 || undefined);
    assert.deepEqual(lines.toSorted(), ["one", "two"]);
    await wrote(child, "two");
  });

  it("is killed with its children when it does not end in time", async () => {
    const child = await start("trap '' TERM; sleep 61 & echo $!; while :; do sleep 1; done", {
      stopSeconds: 0.3,
    });
    const grandchild = Number(await waitFor("its child's id", () => child.lastLines() || undefined));
    await child.stop();
    assert.equal(await child.exited, "SIGKILL");
    await waitFor("its child to end", () => processFacts(grandchild) === undefined || undefined);
  });

  it("is stopped by its own stop signal", async () => {
    const child = await start(
      "trap 'echo interrupted; exit 0' INT; echo ready; while :; do sleep 0.05; done",
      {
        stopSignal: "SIGINT",
      },
    );
    await wrote(child, "ready");
    await child.stop();
    assert.match(child.lastLines(), /interrupted/);
  });

  it("can be stopped twice, also after it has ended", async () => {
    const child = await start("exit 0");
    await child.exited;
    await child.stop();
    await child.stop();
  });

  it("names the command that cannot be started", async () => {
    await assert.rejects(start("", { command: "no-such-program" }), /Cannot start no-such-program/);
  });

  it("gets the given environment, and no other variable", async () => {
    const child = await start('echo "[$GIVEN][$HOME]"', { env: { GIVEN: "yes", PATH: process.env.PATH } });
    await wrote(child, "[yes][]");
  });
});
