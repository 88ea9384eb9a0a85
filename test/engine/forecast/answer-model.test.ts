import assert from "node:assert/strict";
import { NOISE } from "#engine/forecast/answer-model.ts";
import { logistic } from "#engine/random/normal.ts";

describe("an agent's noise", () => {
  it("spreads about like a standard logistic, so that a shift moves it as it moves a logit", () => {
    for (const x of [-3, -1, 0.5, 2]) assert.ok(Math.abs(NOISE.cdf(x) - logistic(x)) < 0.02);
    assert.ok(Math.abs((NOISE.cdf(0.05) - NOISE.cdf(-0.05)) * 10 - 0.25) < 0.02);
  });

  it("has quantiles that invert its distribution, out to certainty", () => {
    for (const p of [1e-4, 0.05, 0.5, 0.7, 0.9999]) {
      assert.ok(Math.abs(NOISE.cdf(NOISE.quantile(p)) - p) < 1e-9);
    }
    assert.deepEqual([NOISE.quantile(0), NOISE.quantile(1)], [-Infinity, Infinity]);
  });
});
