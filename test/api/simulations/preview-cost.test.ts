import assert from "node:assert/strict";
import { costOf } from "#api/simulations/preview.ts";

describe("The cost that a preview states", () => {
  it("is at most a call an agent, at the tariff's price of its tokens", () => {
    const model = { engine: "openai-compatible/small", price: { input: 0.5, output: 2 } };
    // 1,000 calls of 700 tokens in and 80 out: 0.35 and 0.16 USD.
    assert.deepEqual(costOf(model, 1_000), { engine: model.engine, calls_at_most: 1_000, usd_at_most: 0.51 });
  });

  it("has no price without a tariff, and there is none without a model", () => {
    assert.equal(costOf({ engine: "openai-compatible/small", price: null }, 10)?.usd_at_most, null);
    assert.equal(costOf(null, 10), null);
  });
});
