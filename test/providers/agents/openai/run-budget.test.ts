import assert from "node:assert/strict";
import { EngineError } from "#providers/agents/errors.ts";
import { RunBudget } from "#providers/agents/openai/run-ledger.ts";
import { NO_TOKENS, totalTokens } from "#providers/openai/completion.ts";
import { MemoryAnswerStore } from "#providers/agents/answer-store.ts";
import { VirtualClock } from "../../openai/virtual-clock.ts";

const PRICE = { input: 1, cached_input: 0.1, output: 10, as_of: "2026-11-01" };
const tokens = (prompt: number, completion = 0) => ({ ...NO_TOKENS, prompt, completion });
const budget = (limits: { maxCostUsd?: number; maxTokens?: number }, price = PRICE) =>
  new RunBudget({ ...limits, price }, new VirtualClock());

describe("a run's budget", () => {
  it("stops before the call that could pass the limit of tokens", async () => {
    const run = budget({ maxTokens: 1_000 });
    const call = () => run.spend(tokens(300, 100), () => Promise.resolve({ usage: tokens(200, 50) }));
    for (let i = 0; i < 3; i++) await call();
    await assert.rejects(call(), (error) => {
      assert.ok(error instanceof EngineError);
      assert.deepEqual([error.code, error.retryable], ["budget_exceeded", false]);
      assert.match(error.message, /1000 tokens is used up: 750 tokens/);
      return true;
    });
  });

  it("stops before the call that could pass the limit of US dollars", async () => {
    const run = budget({ maxCostUsd: 0.01 });
    const call = () => run.spend(tokens(1_000, 500), () => Promise.resolve({ usage: tokens(1_000, 200) }));
    await call();
    await call();
    await assert.rejects(call(), /0.01 USD is used up: 2400 tokens, 0.0060 USD spent/);
  });

  it("never passes its limit with concurrent calls, and waits while calls in flight may leave room", async () => {
    const run = budget({ maxTokens: 1_000 });
    let highest = 0;
    const call = () =>
      run.spend(tokens(300), async () => {
        await Promise.resolve();
        highest = Math.max(highest, totalTokens(run.spent) + 100);
        return { usage: tokens(100) };
      });
    const results = await Promise.allSettled(Array.from({ length: 12 }, call));
    assert.deepEqual(
      results.map(({ status }) => status).filter((status) => status === "fulfilled").length,
      8,
    );
    assert.ok(highest <= 1_000);
    assert.equal(totalTokens(run.spent), 800);
  });

  it("counts the spending of other workers in the store, and its own only once", async () => {
    const clock = new VirtualClock();
    const run = new RunBudget({ maxTokens: 1_000, price: null }, clock);
    const store = new MemoryAnswerStore();
    const put = (key: string, usage: typeof NO_TOKENS) => store.put({ key, usage, reused: false } as never);
    await run.refresh(store);
    await run.spend(tokens(10), () => Promise.resolve({ usage: tokens(10) }));
    assert.equal(totalTokens(run.spent), 10);
    await put("own", tokens(10));
    run.recordStored(tokens(10));
    await put("other", tokens(900));
    await run.refresh(store);
    assert.equal(totalTokens(run.spent), 10, "the store was read a moment ago");
    clock.time += 2_000;
    await run.refresh(store);
    assert.equal(totalTokens(run.spent), 910);
    await assert.rejects(run.spend(tokens(100), () => Promise.reject(new Error("called"))), EngineError);
  });

  it("releases the reservation of a failed call", async () => {
    const run = budget({ maxTokens: 100 });
    await assert.rejects(run.spend(tokens(100), () => Promise.reject(new Error("down"))), /down/);
    await run.spend(tokens(100), () => Promise.resolve({ usage: tokens(100) }));
  });

  it("has no cost without a price", async () => {
    const run = new RunBudget({ price: null }, new VirtualClock());
    await run.spend(tokens(5), () => Promise.resolve({ usage: tokens(5) }));
    assert.equal(run.costUsd, null);
  });
});
