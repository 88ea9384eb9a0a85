import type { Forecast } from "../forecast/forecast.ts";
import { NOISE_SD } from "../forecast/answer-model.ts";
import type { Resembling } from "../forecast/resembling.ts";
import { floatAt } from "../numeric/columns.ts";
import { normalQuantile } from "../random/normal.ts";
import { firstUniform, type PhiloxKey, STREAM, streamKey, uniformPair } from "../random/philox.ts";
import { loadingsOf } from "./loadings.ts";

/**
 * What an agent's latent answer to a question is made of, in standard deviations: factors, which are the same people's in all questions, and a part of
 * the question's own. The squares of all weights add up to 1, so that shares and segments do not depend on them.
 */
export interface Latent {
  /** Key of the agents' factors: seed and population. */
  readonly population: PhiloxKey;
  /** By factor; an even number, the last 0 where need be. */
  readonly loadings: Float64Array;
  readonly own: readonly { readonly key: PhiloxKey; readonly weight: number }[];
}

/**
 * The latent answer to a question of these loadings. Its own part is drawn by names, so that two wordings with the same names have the same
 * agents answer, and questions of other names independent ones.
 */
export function latentOf(
  seed: number,
  frame: string,
  loadings: Float64Array,
  parts: readonly Resembling[],
): Latent {
  const length = Math.sqrt(parts.reduce((sum, { weight }) => sum + weight * weight, 0));
  const rest = Math.sqrt(1 - loadings.reduce((sum, x) => sum + x * x, 0));
  const even = new Float64Array(loadings.length + loadings.length % 2);
  even.set(loadings);
  return {
    population: streamKey(seed, frame),
    loadings: even,
    own: parts.map(({ name, weight }) => ({
      key: streamKey(seed, frame, "question", name),
      weight: rest * weight / length,
    })),
  };
}

/** The latent answer that a forecast's agents draw. Questions on made-up figures, and those that resemble none, have their topic's part in common. */
export function forecastLatent(seed: number, frame: string, topic: string, forecast?: Forecast): Latent {
  const parts = forecast?.resembling ?? [];
  const loadings = forecast === undefined ? new Float64Array() : loadingsOf(forecast);
  return latentOf(seed, frame, loadings, parts.length > 0 ? parts : [{ name: topic, weight: 1 }]);
}

/** The uniforms of the draw in progress. */
const uniforms = new Float64Array(2);

/** An agent's latent answer in marginal logits, rounded to 1e-9, so that another machine's last bit of a logarithm changes no answer. */
export function drawLatent({ population, loadings, own }: Latent, index: number): number {
  let sum = 0;
  for (let k = 0; k < loadings.length; k += 2) {
    uniformPair(uniforms, population, index, STREAM.factor, k / 2);
    sum += floatAt(loadings, k) * normalQuantile(floatAt(uniforms, 0)) +
      floatAt(loadings, k + 1) * normalQuantile(floatAt(uniforms, 1));
  }
  for (const { key, weight } of own) {
    sum += weight * normalQuantile(firstUniform(key, index, STREAM.answer));
  }
  return Math.round(NOISE_SD * sum * 1e9) / 1e9;
}
