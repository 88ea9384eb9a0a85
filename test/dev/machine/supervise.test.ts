import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { type Child, startChild } from "#dev/machine/child.ts";
import { supervise, type Supervised } from "#dev/machine/supervise.ts";
import { waitFor } from "#dev/machine/wait.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("supervision", () => {
  const dir = temporaryFolder();
  const never = new AbortController().signal;
  const running: Supervised<Child>[] = [];
  after(() => Promise.all(running.map((supervised) => supervised.stop())));

  let count = 0;
  const sleeper = () =>
    startChild({ name: "sleeper", command: "sleep", args: ["60"], logFile: join(dir, `${count++}.log`) });
  const superviseSleeper = async (start: () => Promise<Child> = sleeper, signal = never) => {
    const lines: string[] = [];
    const state = { restarts: 0, lines };
    const supervised = await supervise({
      start,
      log: (line) => lines.push(line),
      onRestart: () => state.restarts++,
      signal,
    });
    running.push(supervised);
    return { supervised, state };
  };

  it("replaces a killed process and logs it", async () => {
    const { supervised, state } = await superviseSleeper();
    const first = supervised.current().pid;
    process.kill(first, "SIGKILL");
    await waitFor("another process", () => state.restarts === 1 || undefined, { everyMs: 5 });
    assert.notEqual(supervised.current().pid, first);
    assert.match(state.lines[0]!, /ended \(SIGKILL\)/);
    assert.match(state.lines[1]!, new RegExp(`is back .* as process ${supervised.current().pid}`));
  });

  it("does not replace a process that it stops", async () => {
    const { supervised, state } = await superviseSleeper();
    const { pid } = supervised.current();
    await supervised.stop();
    assert.throws(() => process.kill(pid, 0));
    assert.equal(state.restarts, 0);
  });

  it("pauses between restarts of a process that ends at once, each time twice as long", async () => {
    let starts = 0;
    const { supervised, state } = await superviseSleeper(() => {
      starts++;
      return startChild({ name: "brief", command: "true", args: [], logFile: join(dir, `${count++}.log`) });
    });
    await waitFor("three starts", () => starts === 3 || undefined, { everyMs: 5 });
    await supervised.stop();
    const pauses = state.lines.map((line) => /starting it again in (.*)/.exec(line)?.[1]).filter(Boolean);
    assert.deepEqual(pauses.slice(0, 2), ["0.25 s", "0.5 s"]);
  });

  it("tries again when a restart fails, until one succeeds", async () => {
    let starts = 0;
    const { supervised, state } = await superviseSleeper(() =>
      ++starts === 2 ? Promise.reject(new Error("not this time")) : sleeper()
    );
    process.kill(supervised.current().pid, "SIGKILL");
    await waitFor("another process", () => state.restarts === 1 || undefined);
    assert.ok(state.lines.some((line) => line.includes("not this time")));
  });

  it("fails when the first start does", async () => {
    await assert.rejects(superviseSleeper(() => Promise.reject(new Error("no"))), /no/);
  });

  it("can be stopped during a restart, and leaves no process running", async () => {
    let starts = 0;
    const late = Promise.withResolvers<void>();
    const begun: Child[] = [];
    const { supervised, state } = await superviseSleeper(async () => {
      if (++starts === 2) await late.promise;
      const child = await sleeper();
      begun.push(child);
      return child;
    });
    process.kill(supervised.current().pid, "SIGKILL");
    await waitFor("the restart to begin", () => starts === 2 || undefined);
    const stopped = supervised.stop();
    late.resolve();
    await stopped;
    assert.equal(begun.length, 2);
    for (const child of begun) await child.exited;
    assert.equal(state.restarts, 0);
  });

  it("starts a process that it killed when it is told to, with a change, and tells the ends that it did not cause", async () => {
    const changes: unknown[] = [];
    const ends: string[] = [];
    const supervised = await supervise<Child, { readonly bare: boolean }>({
      start: (_signal, change) => (changes.push(change), sleeper()),
      log: () => {},
      onEnd: (how) => ends.push(how),
      signal: never,
    });
    running.push(supervised);
    await supervised.kill();
    assert.equal(supervised.current().alive(), false);
    await supervised.start({ bare: true });
    assert.deepEqual(ends, []);
    process.kill(supervised.current().pid, "SIGTERM");
    await waitFor(
      "another process",
      () => changes.length === 3 && supervised.current().alive() || undefined,
      {
        everyMs: 5,
      },
    );
    assert.deepEqual([changes, ends], [[undefined, { bare: true }, { bare: true }], ["SIGTERM"]]);
  });

  it("replaces no process after its signal is aborted", async () => {
    const ending = new AbortController();
    const { supervised, state } = await superviseSleeper(sleeper, ending.signal);
    ending.abort();
    process.kill(supervised.current().pid, "SIGKILL");
    await supervised.stop();
    assert.equal(state.restarts, 0);
  });
});
