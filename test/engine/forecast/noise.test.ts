import assert from "node:assert/strict";
import { LATENT_SCALE, NOISE, TRAIT_SD } from "#engine/forecast/noise.ts";
import { logistic, normalQuantile } from "#engine/random/normal.ts";
import { streamKey, uniformPair } from "#engine/random/philox.ts";

describe("an agent's noise", () => {
  it("has the distribution that cutpoints are solved under", () => {
    const key = streamKey(7, "noise");
    const pair = new Float64Array(2);
    const n = 200_000;
    const below = new Map([-2, -0.5, 0, 1].map((x) => [x, 0]));
    for (let i = 0; i < n; i++) {
      uniformPair(pair, key, i, 0);
      const trait = TRAIT_SD * normalQuantile(pair[0]!);
      const draw = (trait + Math.log(pair[1]! / (1 - pair[1]!))) / LATENT_SCALE;
      for (const [x, count] of below) if (draw <= x) below.set(x, count + 1);
    }
    for (const [x, count] of below) {
      assert.ok(Math.abs(count / n - NOISE.cdf(x)) < 4 * Math.sqrt(0.25 / n), `${x}`);
    }
  });

  it("spreads about like a standard logistic, so that a shift moves it as it moves a logit", () => {
    for (const x of [-3, -1, 0.5, 2]) assert.ok(Math.abs(NOISE.cdf(x) - logistic(x)) < 0.02);
    assert.ok(Math.abs(NOISE.density(0) - 0.25) < 0.02);
  });

  it("has quantiles that invert its distribution, out to certainty", () => {
    for (const p of [1e-4, 0.05, 0.5, 0.7, 0.9999]) {
      assert.ok(Math.abs(NOISE.cdf(NOISE.quantile(p)) - p) < 1e-9);
    }
    assert.deepEqual([NOISE.quantile(0), NOISE.quantile(1)], [-Infinity, Infinity]);
  });
});
