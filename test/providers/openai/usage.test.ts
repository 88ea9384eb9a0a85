import assert from "node:assert/strict";
import { costUsd, parsePrices } from "#providers/openai/pricing.ts";

describe("pricing", () => {
  it("bills uncached input, cached input and output at their own prices", () => {
    const usage = { prompt: 2_000_000, cached: 500_000, completion: 100_000, reasoning: 60_000 };
    assert.equal(
      costUsd(usage, { input: 1, cached_input: 0.5, output: 8, as_of: "2026-11-01" }),
      1.5 + 0.25 + 0.8,
    );
    assert.equal(costUsd(usage, { input: 1, output: 8, as_of: "2026-11-01" }), 2 + 0.8);
  });

  it("does not know the cost of a model without a price", () => {
    assert.equal(costUsd({ prompt: 1, cached: 0, completion: 1, reasoning: 0 }, null), null);
  });

  it("names every fault of a price table", () => {
    const faults: string[] = [];
    const table = {
      good: { input: 0.15, cached_input: 0.075, output: 0.6, as_of: "2026-11-01" },
      free: { input: 0, output: 0, as_of: "2026-11-01" },
      noOutput: { input: 1, as_of: "2026-11-01" },
      negative: { input: -1, output: 1, as_of: "2026-11-01" },
      undated: { input: 1, output: 1 },
      typo: { input: 1, ouput: 1, output: 1, as_of: "2026-11-01" },
      text: "1",
    };
    assert.deepEqual(Object.keys(parsePrices("MODEL_PRICES", JSON.stringify(table), faults)), [
      "good",
      "free",
    ]);
    assert.equal(faults.length, 5);
    assert.match(
      faults.join("\n"),
      /noOutput needs "output"[^]*negative needs "input"[^]*undated needs "as_of"[^]*"ouput"[^]*text must/,
    );
    parsePrices("MODEL_PRICES", "[", faults);
    parsePrices("MODEL_PRICES", "[]", faults);
    assert.equal(faults.length, 7);
  });
});
