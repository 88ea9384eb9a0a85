import assert from "node:assert/strict";
import { EngineError } from "#providers/agents/errors.ts";
import { costUsd, totalTokens } from "#providers/openai/completion.ts";
import { engineAt, modelRun, PRICES, ReusingStore } from "./model-run.ts";
import { type ChatRequest, personIn, respond, type StubServer, stubServer } from "#testing/stub-server.ts";

const isProbe = (request: ChatRequest) => request.messages[1]!.content.includes("glass of water");

/** Counts tokens as a server does: a prompt of about 700, all but the person cached, and a reply of 60 to 120. */
function usageOf(request: ChatRequest, index: number) {
  const person = personIn(request);
  const prompt = 640 + Math.ceil(person.length / 4);
  const completion = 60 + person.length * 7 % 61;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    prompt_tokens_details: { cached_tokens: index < 2 ? 0 : 512 },
  };
}

describe("the cost of a run", () => {
  let server: StubServer;
  before(async () => {
    server = await stubServer((request, index) => ({
      content: respond(request),
      usage: usageOf(request, index),
    }));
  });
  after(() => server.close());
  beforeEach(() => {
    server.requests.length = 0;
  });

  it("is estimated within 15 % from twelve calls, which the run does not repeat", async () => {
    const setup = modelRun(2_000);
    const engine = engineAt(server.url, { price: PRICES.small, rpm: 60_000 });
    const estimate = await engine.estimate(setup.run, 2_000, setup.io);
    assert.ok(estimate.cost_usd !== null);
    assert.deepEqual([estimate.sampled, estimate.prices_as_of, estimate.exceeds_budget], [
      12,
      "2026-11-01",
      false,
    ]);
    assert.equal(server.requests.filter((request) => !isProbe(request)).length, 12);

    await engine.answer(setup.run, 0, 2_000, setup.io);
    assert.equal(server.requests.filter((request) => !isProbe(request)).length, estimate.calls);
    const spent = await setup.store.spent();
    const final = costUsd(spent, PRICES.small)!;
    assert.ok(Math.abs(estimate.cost_usd / final - 1) < 0.15, `${estimate.cost_usd} for ${final}`);
    assert.ok(Math.abs(totalTokens(estimate.usage) / totalTokens(spent) - 1) < 0.15);
    assert.equal(setup.beats.at(-1)?.cost_usd?.toFixed(9), final.toFixed(9));
  });

  it("is known exactly once every response is stored", async () => {
    const setup = modelRun(100);
    const engine = engineAt(server.url, { price: PRICES.small });
    await engine.answer(setup.run, 0, 100, setup.io);
    const { cost_usd, sampled } = await engine.estimate(setup.run, 100, setup.io);
    assert.deepEqual([cost_usd, sampled], [costUsd(await setup.store.spent(), PRICES.small), 0]);
  });

  it("is estimated from 200 of its personas, however many it has", async () => {
    const setup = modelRun(10_000);
    const getMany = setup.store.getMany.bind(setup.store);
    let looked = 0;
    setup.store.getMany = (keys) => {
      looked += keys.length;
      return getMany(keys);
    };
    const estimate = await engineAt(server.url, { price: PRICES.small }).estimate(
      setup.run,
      10_000,
      setup.io,
    );
    assert.ok(estimate.calls > 1_000, `${estimate.calls}`);
    // Each is looked for among its own and among earlier runs' responses; the twelve that are asked are again, and before their calls.
    assert.equal(looked, 2 * 200 + 3 * 12);
  });

  it("is estimated alike by each attempt, without another call", async () => {
    const setup = modelRun(2_000);
    const estimate = () => engineAt(server.url, { price: PRICES.small }).estimate(setup.run, 2_000, setup.io);
    const [first, second] = [await estimate(), await estimate()];
    assert.deepEqual([first.sampled, second.sampled], [12, 0]);
    assert.equal(second.calls, first.calls);
    assert.ok(Math.abs(second.cost_usd! / first.cost_usd! - 1) < 0.05, `${second.cost_usd}`);
  });

  it("is estimated within 20 % where an earlier run has half of its answers", async () => {
    const earlier = modelRun(4_000);
    await engineAt(server.url).answer(earlier.run, 0, 1_500, earlier.io);
    const setup = modelRun(4_000, { store: new ReusingStore(earlier.store) });
    const engine = engineAt(server.url, { price: PRICES.small });
    const { cost_usd } = await engine.estimate(setup.run, 4_000, setup.io);
    await engine.answer(setup.run, 0, 4_000, setup.io);
    const final = costUsd(await setup.store.spent(), PRICES.small)!;
    assert.ok(Math.abs(cost_usd! / final - 1) < 0.2, `${cost_usd} for ${final}`);
  });

  it("is estimated from others where an earlier run has the sample's answers", async () => {
    const earlier = modelRun(60);
    await engineAt(server.url).estimate(earlier.run, 60, earlier.io);
    const setup = modelRun(60, { store: new ReusingStore(earlier.store) });
    const engine = engineAt(server.url, { price: PRICES.small });
    const { cost_usd, sampled } = await engine.estimate(setup.run, 60, setup.io);
    assert.equal(sampled, 12);
    await engine.answer(setup.run, 0, 60, setup.io);
    const final = costUsd(await setup.store.spent(), PRICES.small)!;
    assert.ok(Math.abs(cost_usd! / final - 1) < 0.15, `${cost_usd} for ${final}`);
  });

  it("is given in tokens alone where the price is unknown, never as 0 US dollars", async () => {
    const setup = modelRun(50);
    const engine = engineAt(server.url);
    const estimate = await engine.estimate(setup.run, 50, setup.io);
    await engine.answer(setup.run, 0, 50, setup.io);
    assert.deepEqual([estimate.cost_usd, estimate.prices_as_of], [null, null]);
    assert.equal(setup.beats.at(-1)?.cost_usd, null);
    assert.ok(setup.beats.at(-1)!.tokens > 10_000);
  });

  it("never passes the budget, which the estimate foresees; a larger budget resumes the run without repeating a call", async () => {
    const setup = modelRun(1_000);
    const limits = { price: PRICES.small, maxCostUsd: 0.03, maxTokens: 10_000_000 };
    const estimate = await engineAt(server.url, limits).estimate(setup.run, 1_000, setup.io);
    assert.equal(estimate.exceeds_budget, true);
    await assert.rejects(engineAt(server.url, limits).answer(setup.run, 0, 1_000, setup.io), (error) => {
      assert.ok(error instanceof EngineError);
      assert.deepEqual([error.name, error.code, error.retryable], [
        "BudgetExceeded",
        "budget_exceeded",
        false,
      ]);
      return true;
    });
    const spent = costUsd(await setup.store.spent(), PRICES.small)!;
    assert.ok(spent <= 0.03 && spent > 0.029, `${spent}`);
    const kept = setup.store.responses.size;
    assert.equal(
      server.requests.filter((request) => !isProbe(request)).length,
      kept,
      "a paid call was not stored",
    );

    server.requests.length = 0;
    await engineAt(server.url, { ...limits, maxCostUsd: 1 }).answer(setup.run, 0, 1_000, setup.io);
    assert.equal(server.requests.length, setup.store.responses.size - kept);
  });

  it("includes the spending before a restart", async () => {
    const setup = modelRun(400);
    await engineAt(server.url, { maxTokens: 200_000 }).answer(setup.run, 0, 200, setup.io);
    const outcome = engineAt(server.url, { maxTokens: 200_000 }).answer(setup.run, 200, 200, setup.io);
    await assert.rejects(outcome, { code: "budget_exceeded" });
    assert.ok(totalTokens(await setup.store.spent()) <= 200_000);
  });
});
