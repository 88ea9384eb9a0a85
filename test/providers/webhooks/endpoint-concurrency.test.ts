import assert from "node:assert/strict";
import fc from "fast-check";
import {
  ATTEMPTS_PER_ENDPOINT,
  EndpointConcurrencyLimiter,
} from "#providers/webhooks/endpoint-concurrency.ts";

/** A task that runs until `end` or `fail`. */
function held() {
  let [end, fail] = [(_result: string) => {}, (_error: Error) => {}];
  const promise = new Promise<string>((resolve, reject) => [end, fail] = [resolve, reject]);
  let started = false;
  const task = () => {
    started = true;
    return promise;
  };
  return {
    task,
    end,
    fail,
    get started() {
      return started;
    },
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("the concurrency limiter", () => {
  it("runs ten tasks of an endpoint at once while the others wait", async () => {
    const limiter = new EndpointConcurrencyLimiter();
    const tasks = Array.from({ length: ATTEMPTS_PER_ENDPOINT + 3 }, held);
    const runs = tasks.map(({ task }) => limiter.run("a", task));
    await turn();
    assert.deepEqual(tasks.map(({ started }) => started), [...Array(10).fill(true), false, false, false]);
    assert.deepEqual(limiter.load("a"), { running: 10, waiting: 3 });
    tasks[4]?.end("fifth");
    await turn();
    assert.deepEqual(tasks.map(({ started }) => started), [...Array(11).fill(true), false, false]);
    tasks.forEach(({ end }) => end("done"));
    assert.deepEqual((await Promise.all(runs))[4], "fifth");
  });

  it("runs the task of one endpoint while another endpoint hangs", async () => {
    const limiter = new EndpointConcurrencyLimiter(1);
    const hanging = held();
    const hung = limiter.run("hangs", hanging.task);
    assert.equal(await limiter.run("answers", () => Promise.resolve("at once")), "at once");
    hanging.end("");
    await hung;
  });

  it("runs waiting tasks in the order of arrival", async () => {
    const limiter = new EndpointConcurrencyLimiter(2);
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        limiter.run("a", async () => {
          order.push(index);
          await turn();
        })),
    );
    assert.deepEqual(order, Array.from({ length: 20 }, (_, index) => index));
  });

  it("passes the place of a failed task on, and its error to the caller", async () => {
    const limiter = new EndpointConcurrencyLimiter(1);
    const failing = held();
    const failed = limiter.run("a", failing.task);
    const next = limiter.run("a", () => Promise.resolve("next"));
    failing.fail(new Error("refused"));
    await assert.rejects(failed, /refused/);
    assert.equal(await next, "next");
    await assert.rejects(
      limiter.run("a", () => {
        throw new Error("at once");
      }),
      /at once/,
    );
    assert.equal(limiter.endpointCount, 0);
  });

  it("gives up an aborted task that waits, and completes one that runs", async () => {
    const limiter = new EndpointConcurrencyLimiter(1);
    const abort = new AbortController();
    const reason = new Error("shutting down");
    const running = held();
    const run = limiter.run("a", running.task, abort.signal);
    const [waiting, after] = [held(), held()];
    const waited = limiter.run("a", waiting.task, abort.signal);
    const last = limiter.run("a", after.task);
    abort.abort(reason);
    await assert.rejects(waited, reason);
    assert.deepEqual(limiter.load("a"), { running: 1, waiting: 1 });
    await assert.rejects(limiter.run("a", waiting.task, abort.signal), reason);
    running.end("ran on");
    assert.equal(await run, "ran on");
    await turn();
    assert.deepEqual([waiting.started, after.started], [false, true]);
    after.end("");
    await last;
    assert.equal(limiter.endpointCount, 0, "the limiter holds no endpoint without tasks");
  });

  it("never exceeds its limit and settles every task, through failures and aborts", async () => {
    const visit = fc.record({
      key: fc.constantFrom("a", "b"),
      fails: fc.boolean(),
      aborts: fc.boolean(),
      turns: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(visit, { maxLength: 30 }),
        async (limit, visits) => {
          const limiter = new EndpointConcurrencyLimiter(limit);
          const running = new Map<string, number>();
          const outcomes = visits.map(async ({ key, fails, aborts, turns }) => {
            const abort = new AbortController();
            const outcome = limiter.run(key, async () => {
              const now = (running.get(key) ?? 0) + 1;
              running.set(key, now);
              assert.ok(now <= limit);
              for (let count = 0; count < turns; count++) await Promise.resolve();
              running.set(key, now - 1 + (running.get(key) ?? 0) - now);
              if (fails) throw new Error("failed");
              return "ran";
            }, abort.signal);
            if (aborts) abort.abort(new Error("aborted"));
            return await outcome.catch((error) => error.message);
          });
          for (const outcome of await Promise.all(outcomes)) {
            assert.ok(
              ["ran", "failed", "aborted"].includes(outcome),
              outcome,
            );
          }
          assert.equal(limiter.endpointCount, 0);
        },
      ),
    );
  });
});
