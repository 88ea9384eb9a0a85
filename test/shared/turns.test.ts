import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { FairSemaphore, FairSlots, NoSlot, ProcessorTurns } from "#shared/turns.ts";

/** Tasks that hold their slots until they are told to finish. The letter before a colon is the owner. */
class Tasks {
  readonly started: string[] = [];
  readonly #finishers = new Map<string, () => void>();
  readonly #slots: Pick<FairSemaphore, "run">;

  constructor(slots: Pick<FairSemaphore, "run">) {
    this.#slots = slots;
  }

  async start(...names: string[]): Promise<void> {
    for (const name of names) {
      void this.#slots.run(name.slice(0, 1), () => {
        this.started.push(name);
        return new Promise<void>((resolve) => this.#finishers.set(name, resolve));
      });
    }
    await setImmediate();
  }

  async finish(...names: string[]): Promise<void> {
    for (const name of names) this.#finishers.get(name)?.();
    await setImmediate();
  }
}

describe("Shared slots", () => {
  it("are never all one owner's, however many of its tasks wait", async () => {
    const tasks = new Tasks(new FairSemaphore(4, 2, 60));
    await tasks.start("a:1", "a:2", "a:3", "a:4", "b:1");
    assert.deepEqual(tasks.started, ["a:1", "a:2", "b:1"]);
    await tasks.finish("a:1");
    assert.deepEqual(tasks.started, ["a:1", "a:2", "b:1", "a:3"]);
    await tasks.finish("a:2", "a:3", "a:4", "b:1");
  });

  it("go to the owner whose turn was longest ago", async () => {
    const tasks = new Tasks(new FairSemaphore(1, 1, 60));
    await tasks.start("a:1", "a:2", "a:3", "b:1", "c:1");
    for (const name of ["a:1", "a:2", "b:1", "c:1"]) await tasks.finish(name);
    assert.deepEqual(tasks.started, ["a:1", "a:2", "b:1", "c:1", "a:3"]);
    await tasks.finish("a:3");
  });

  it("go to who asks for little before those who had many turns lately, where these are remembered, for seconds", async () => {
    const clock = mock.method(performance, "now", () => 0);
    try {
      const slots = new FairSlots(() => 1, { remembersTurns: true });
      const never = new AbortController().signal;
      const tasks = new Tasks({ run: (owner, task) => slots.run(owner, never, task) });
      const oneByOne = async (...names: string[]) => {
        for (const name of names) {
          await tasks.start(name);
          await tasks.finish(name);
        }
      };
      await oneByOne("a:1", "a:2", "a:3", "a:4", "a:5");
      await tasks.start("a:6", "a:7", "a:8", "b:1", "b:2", "b:3", "b:4");
      for (const name of ["a:6", "b:1", "b:2", "b:3"]) await tasks.finish(name);
      assert.deepEqual(tasks.started.slice(5), ["a:6", "b:1", "b:2", "b:3", "b:4"]);
      clock.mock.mockImplementation(() => 2_000);
      await tasks.start("b:5", "b:6");
      for (const name of ["b:4", "a:7", "b:5", "a:8", "b:6"]) await tasks.finish(name);
      assert.deepEqual(tasks.started.slice(10), ["a:7", "b:5", "a:8", "b:6"]);
    } finally {
      clock.mock.restore();
    }
  });

  it("run a task that waited as its own caller's, not as that of whoever freed the slot", async () => {
    const caller = new AsyncLocalStorage<string>();
    const slots = new FairSemaphore(1, 1, 60);
    const callers = await Promise.all(
      ["a", "b", "c"].map((name) =>
        caller.run(
          name,
          () => slots.run(name, async () => [caller.getStore(), await setImmediate(caller.getStore())]),
        )
      ),
    );
    assert.deepEqual(callers, [["a", "a"], ["b", "b"], ["c", "c"]]);
  });

  it("are free again after a task that failed", async () => {
    const slots = new FairSemaphore(1, 1, 60);
    await assert.rejects(slots.run("a", () => Promise.reject(new Error("failed"))), /^Error: failed$/);
    assert.equal(await slots.run("a", () => Promise.resolve("ran")), "ran");
  });

  it("refuse a task that waits for too long, which then never runs", async () => {
    const slots = new FairSemaphore(1, 1, 0.02);
    const holding = Promise.withResolvers<void>();
    const held = slots.run("a", () => holding.promise);
    let ran = false;
    await assert.rejects(
      slots.run("b", () => {
        ran = true;
        return Promise.resolve();
      }),
      NoSlot,
    );
    holding.resolve();
    await held;
    assert.equal(await slots.run("b", () => Promise.resolve("next")), "next");
    assert.equal(ran, false);
  });
});

describe("Turns for the processor", () => {
  /** Parts that compute, in the order in which they ran. The letter before a colon is the owner. */
  async function compute(ms: number, ...names: string[]): Promise<string[]> {
    const turns = new ProcessorTurns();
    const ran: string[] = [];
    await Promise.all(names.map(async (name) => {
      await turns.take({ organization_id: name.slice(0, 1) });
      ran.push(name);
      for (const end = performance.now() + ms; performance.now() < end;);
    }));
    return ran;
  }

  it("go round among the owners, however many parts one of them has", async () => {
    assert.deepEqual(
      await compute(5, "a:1", "a:2", "a:3", "b:1", "c:1"),
      ["a:1", "a:2", "b:1", "c:1", "a:3"],
    );
  });

  it("last for several short parts of one task", async () => {
    const turns = new ProcessorTurns();
    const ran: string[] = [];
    const [a, alsoOfA, b] = [{ organization_id: "a" }, { organization_id: "a" }, { organization_id: "b" }];
    await turns.take(a);
    const others = [alsoOfA, b].map((task) => turns.take(task).then(() => ran.push(task.organization_id)));
    await turns.take(a);
    ran.push("a, at once");
    await Promise.all(others);
    assert.deepEqual(ran, ["a, at once", "a", "b"]);
  });

  it("let the event loop do what is due between two of them", async () => {
    let isDue = false;
    void setImmediate().then(() => isDue = true);
    const turns = new ProcessorTurns();
    await turns.take({ organization_id: "a" });
    const next = turns.take({ organization_id: "b" });
    assert.equal(isDue, false);
    await next;
    assert.equal(isDue, true);
  });
});
