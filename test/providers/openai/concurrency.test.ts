import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { AdaptiveConcurrency } from "#providers/openai/traffic-control.ts";
import { STEADY } from "./virtual-clock.ts";

/** Tasks that hold their slots until they are told to finish. */
class Tasks {
  readonly started: string[] = [];
  readonly #finishers: (() => void)[] = [];
  readonly #slots: AdaptiveConcurrency;

  constructor(slots: AdaptiveConcurrency) {
    this.#slots = slots;
  }

  /** @param names the letter before a colon is the owner, as in `a:1`. */
  async start(...names: string[]): Promise<void> {
    for (const name of names) {
      void this.#slots.run(name.includes(":") ? name.slice(0, 1) : "owner", STEADY, () => {
        this.started.push(name);
        return new Promise<void>((resolve) => this.#finishers.push(resolve));
      });
    }
    await setImmediate();
  }

  async startMany(count: number): Promise<void> {
    await this.start(...Array.from({ length: count }, (_, i) => `${i}`));
  }

  /** Finishes the tasks that have started first. */
  async finish(count: number): Promise<void> {
    for (const finish of this.#finishers.splice(0, count)) finish();
    await setImmediate();
  }
}

/** Calls that end now, each after so many milliseconds. */
function succeed(slots: AdaptiveConcurrency, count: number, latencyMs = 100): void {
  for (let i = 0; i < count; i++) slots.recordSuccess(slots.startCall(), latencyMs);
}

/** Fills the slots and ends rounds of calls until the limit is reached. */
async function growTo(limit: number, slots: AdaptiveConcurrency, tasks: Tasks): Promise<void> {
  while (slots.limit < limit) {
    await tasks.startMany(slots.limit - slots.running);
    succeed(slots, 1);
  }
  await tasks.startMany(slots.limit - slots.running);
}

describe("adaptive concurrency", () => {
  it("starts as many tasks as its limit and the rest in order of arrival", async () => {
    const slots = new AdaptiveConcurrency(2, 128);
    const tasks = new Tasks(slots);
    await tasks.start("a", "b", "c", "d");
    assert.deepEqual([tasks.started, slots.running], [["a", "b"], 2]);
    await tasks.finish(2);
    assert.deepEqual([tasks.started, slots.running], [["a", "b", "c", "d"], 2]);
  });

  it("gives owners their turns, whoever came first with however many tasks", async () => {
    const slots = new AdaptiveConcurrency(1, 1);
    const tasks = new Tasks(slots);
    await tasks.start("a:1", "a:2", "a:3", "a:4", "b:1", "b:2", "c:1");
    for (let i = 0; i < 6; i++) await tasks.finish(1);
    assert.deepEqual(tasks.started, ["a:1", "b:1", "c:1", "a:2", "b:2", "a:3", "a:4"]);
  });

  it("starts at once what a raised limit has room for", async () => {
    const slots = new AdaptiveConcurrency(1, 3);
    const tasks = new Tasks(slots);
    await tasks.start("a", "b", "c");
    succeed(slots, 33);
    await setImmediate();
    assert.deepEqual(tasks.started, ["a", "b"]);
  });

  it("returns the task's result or error, and frees its slot after either", async () => {
    const slots = new AdaptiveConcurrency(1, 1);
    await assert.rejects(slots.run("owner", STEADY, () => Promise.reject(new Error("down"))), /down/);
    assert.equal(await slots.run("owner", STEADY, () => Promise.resolve(7)), 7);
  });

  it("grows with every success until the server first reports an overload, and never above its maximum", async () => {
    const slots = new AdaptiveConcurrency(1, 3);
    const tasks = new Tasks(slots);
    await growTo(3, slots, tasks);
    succeed(slots, 5);
    assert.equal(slots.limit, 3);
  });

  it("does not grow before a round of calls has shown how long they take", async () => {
    const slots = new AdaptiveConcurrency(4, 128);
    const tasks = new Tasks(slots);
    await tasks.startMany(4);
    succeed(slots, 32);
    assert.equal(slots.limit, 4);
    succeed(slots, 1);
    assert.equal(slots.limit, 5);
  });

  it("halves, though never below its start, where calls take over twice as long as in the quickest round", async () => {
    const slots = new AdaptiveConcurrency(16, 64);
    const tasks = new Tasks(slots);
    await growTo(64, slots, tasks);
    succeed(slots, 200, 190);
    assert.equal(slots.limit, 64);
    const limits = new Set<number>();
    for (let i = 0; i < 150; i++) {
      succeed(slots, 1, 210);
      limits.add(slots.limit);
    }
    assert.deepEqual([...limits].filter((limit) => limit % 16 === 0), [64, 32, 16]);
  });

  it("takes no call for slow that began before the limit fell", async () => {
    const slots = new AdaptiveConcurrency(16, 128);
    const tasks = new Tasks(slots);
    await growTo(64, slots, tasks);
    const earlier = Array.from({ length: 400 }, () => slots.startCall());
    succeed(slots, 200, 300);
    const { limit } = slots;
    for (const call of earlier) slots.recordSuccess(call, 300);
    assert.equal(slots.limit, limit);
  });

  it("measures anew at its start how long calls take, and grows again as at first", async () => {
    const slots = new AdaptiveConcurrency(16, 64);
    const tasks = new Tasks(slots);
    await growTo(64, slots, tasks);
    for (let i = 0; slots.limit > 16 && i < 500; i++) succeed(slots, 1, 1_000);
    assert.equal(slots.limit, 16);
    succeed(slots, 32, 1_000);
    succeed(slots, 1, 1_000);
    assert.equal(slots.limit, 17);
    succeed(slots, 20, 1_000);
    assert.equal(slots.limit, 37);
    succeed(slots, 500, 1_900);
    assert.equal(slots.limit, 64);
  });

  it("halves once for all calls in flight, then grows by one slot a round", async () => {
    const slots = new AdaptiveConcurrency(16, 128);
    const tasks = new Tasks(slots);
    await tasks.startMany(16);
    const calls = Array.from({ length: 16 }, () => slots.startCall());
    for (const call of calls) slots.recordOverload(call);
    assert.equal(slots.limit, 8);
    await tasks.finish(16);
    await tasks.startMany(8);
    succeed(slots, 32 + 8);
    assert.equal(slots.limit, 8);
    succeed(slots, 2);
    assert.equal(slots.limit, 9);
  });

  it("starts no task above a limit that has fallen, until enough tasks have ended", async () => {
    const slots = new AdaptiveConcurrency(4, 128);
    const tasks = new Tasks(slots);
    await tasks.start("a", "b", "c", "d", "e");
    slots.recordOverload(slots.startCall());
    await tasks.finish(2);
    assert.deepEqual([tasks.started.length, slots.running], [4, 2]);
    await tasks.finish(1);
    assert.deepEqual([tasks.started.length, slots.running], [5, 2]);
  });

  it("does not grow while a slot is free", async () => {
    const slots = new AdaptiveConcurrency(4, 128);
    await new Tasks(slots).startMany(1);
    succeed(slots, 50);
    assert.equal(slots.limit, 4);
  });

  it("never falls below one", () => {
    const slots = new AdaptiveConcurrency(2, 128);
    for (let i = 0; i < 5; i++) slots.recordOverload(slots.startCall());
    assert.equal(slots.limit, 1);
  });

  it("drops an aborted task from the queue at once, and its slot goes to the next", async () => {
    const slots = new AdaptiveConcurrency(1, 1);
    const tasks = new Tasks(slots);
    await tasks.start("first");
    const stop = new AbortController();
    const aborted = slots.run("owner", stop.signal, () => Promise.reject(new Error("started")));
    const next = tasks.start("next");
    stop.abort(new Error("stop"));
    await assert.rejects(aborted, /stop/);
    await next;
    await tasks.finish(1);
    assert.deepEqual([tasks.started, slots.running], [["first", "next"], 1]);
  });

  it("leaves a task that has started to its own signals", async () => {
    const slots = new AdaptiveConcurrency(1, 1);
    const stop = new AbortController();
    const result = await slots.run("owner", stop.signal, async () => {
      stop.abort(new Error("stop"));
      await setImmediate();
      return "finished";
    });
    assert.equal(result, "finished");
  });
});
