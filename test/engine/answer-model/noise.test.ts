import assert from "node:assert/strict";
import { LATENT_SCALE, noiseDistribution, TRAIT_SD } from "#engine/answer-model/noise.ts";
import { logistic, normalQuantile } from "#engine/random/normal.ts";
import { uniformPair } from "#engine/random/philox.ts";
import { streamKey } from "#engine/random/streams.ts";

describe("an agent's noise", () => {
  it("has the distribution that cutpoints are solved under", () => {
    const key = streamKey(7, "noise");
    const pair = new Float64Array(2);
    const shift = new Float64Array(2);
    const n = 200_000;
    const noise = noiseDistribution(0.25);
    const below = new Map([-2, -0.5, 0, 1].map((x) => [x, 0]));
    for (let i = 0; i < n; i++) {
      uniformPair(pair, key, i, 0);
      uniformPair(shift, key, i, 1);
      const trait = TRAIT_SD * normalQuantile(pair[0]!);
      const draw = (trait + Math.log(pair[1]! / (1 - pair[1]!))) / LATENT_SCALE +
        0.25 * normalQuantile(shift[0]!);
      for (const [x, count] of below) if (draw <= x) below.set(x, count + 1);
    }
    for (const [x, count] of below) {
      assert.ok(Math.abs(count / n - noise.cdf(x)) < 4 * Math.sqrt(0.25 / n), `${x}`);
    }
  });

  it("spreads about like a standard logistic, so that a shift moves it as it moves a logit", () => {
    const noise = noiseDistribution(0);
    for (const x of [-3, -1, 0.5, 2]) assert.ok(Math.abs(noise.cdf(x) - logistic(x)) < 0.02);
    assert.ok(Math.abs(noise.density(0) - 0.25) < 0.02);
  });

  it("has quantiles that invert its distribution, out to certainty", () => {
    const noise = noiseDistribution(0.25);
    for (const p of [1e-4, 0.05, 0.5, 0.7, 0.9999]) {
      assert.ok(Math.abs(noise.cdf(noise.quantile(p)) - p) < 1e-9);
    }
    assert.deepEqual([noise.quantile(0), noise.quantile(1)], [-Infinity, Infinity]);
  });

  it("would shrink a share to the centre if logits were plugged in directly", () => {
    // With shifts of a whole logit, 0.70 would become about 0.67.
    const plugged = noiseDistribution(1).cdf(noiseDistribution(0).quantile(0.7));
    assert.ok(plugged > 0.66 && plugged < 0.68, `${plugged}`);
  });
});
