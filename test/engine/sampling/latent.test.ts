import assert from "node:assert/strict";
import { NOISE, NOISE_SD } from "#engine/forecast/answer-model.ts";
import type { Resembling } from "#engine/forecast/resembling.ts";
import { drawLatent, type Latent, latentOf } from "#engine/sampling/loadings.ts";

const AGENTS = 20_000;
const own = (name: string, weight = 1): Resembling => ({ name, weight });
const latent = (loadings: readonly number[], parts: readonly Resembling[], seed = 1) =>
  latentOf(seed, "us-adults-2024", Float64Array.from(loadings), parts);
const draws = (of: Latent) => Array.from({ length: AGENTS }, (_, index) => drawLatent(of, index) / NOISE_SD);

function correlation(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, k) => sum + x * b[k]!, 0) / AGENTS;
}

/** Four standard errors of a correlation around zero. */
const CLOSE = 4 / Math.sqrt(AGENTS);

describe("an agent's latent answer", () => {
  it("has the distribution that cutpoints are solved under, whatever it is made of", () => {
    for (
      const [loadings, parts] of [
        [[], [own("a")]],
        [[0.6, -0.3, 0.5], [own("a")]],
        [[0.2, 0.9], [own("a", 0.5), own("b", -2), own("c", 0.1)]],
      ] as const
    ) {
      const drawn = draws(latent(loadings, parts));
      for (const x of [-2, -0.5, 0, 1]) {
        const share = drawn.filter((z) => z * NOISE_SD <= x).length / AGENTS;
        assert.ok(Math.abs(share - NOISE.cdf(x)) < 4 * Math.sqrt(0.25 / AGENTS), `${loadings} at ${x}`);
      }
    }
  });

  it("has the correlation of the loadings with another question's, and none by its own part", () => {
    const [first, other] = [[0.5, 0.4, -0.2], [0.3, -0.5, -0.6]];
    const found = correlation(draws(latent(first, [own("a")])), draws(latent(other, [own("b")])));
    assert.ok(Math.abs(found - (0.15 - 0.2 + 0.12)) < CLOSE, `${found}`);
    assert.ok(Math.abs(correlation(draws(latent([], [own("a")])), draws(latent([], [own("b")])))) < CLOSE);
  });

  it("is shared by two wordings as far as their own parts are", () => {
    const one = draws(latent([], [own("a", 3), own("b", 4)]));
    const same = draws(latent([], [own("a", 6), own("b", 8)]));
    const like = draws(latent([], [own("a")]));
    one.forEach((z, k) => assert.ok(Math.abs(z - same[k]!) < 1e-8));
    assert.ok(Math.abs(correlation(one, like) - 0.6) < CLOSE);
  });

  it("is turned by the opposite question", () => {
    const asked = draws(latent([0.5, 0.4], [own("a", 2), own("b", -1)]));
    const opposite = draws(latent([-0.5, -0.4], [own("a", -2), own("b", 1)]));
    asked.forEach((z, k) => assert.ok(Math.abs(z + opposite[k]!) < 1e-8));
  });

  it("is another one with another seed", () => {
    const [one, other] = [draws(latent([0.7], [own("a")], 1)), draws(latent([0.7], [own("a")], 2))];
    assert.ok(Math.abs(correlation(one, other)) < CLOSE);
  });
});
