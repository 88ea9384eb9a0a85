import assert from "node:assert/strict";
import { costUsd } from "#providers/openai/completion.ts";

describe("the cost of a usage", () => {
  it("bills uncached input, cached input and output at their own prices", () => {
    const usage = { prompt: 2_000_000, cached: 500_000, completion: 100_000, reasoning: 60_000 };
    assert.equal(
      costUsd(usage, { input: 1, cached_input: 0.5, output: 8, as_of: "2026-11-01" }),
      1.5 + 0.25 + 0.8,
    );
    assert.equal(costUsd(usage, { input: 1, output: 8, as_of: "2026-11-01" }), 2 + 0.8);
  });

  it("is unknown for a model without a price", () => {
    assert.equal(costUsd({ prompt: 1, cached: 0, completion: 1, reasoning: 0 }, null), null);
  });
});
