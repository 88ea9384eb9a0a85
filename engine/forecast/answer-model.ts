import type { Shares as SharesOfThree } from "../bank/shares.ts";
import { byteAt, floatAt, range } from "../numeric/columns.ts";
import { DIMENSION_NAMES, slotOf } from "../population/dimensions.ts";
import { normalCdf, normalQuantile } from "../random/normal.ts";

/** Shares of the four answers; they add up to 1. */
export interface Shares extends SharesOfThree {
  readonly n_a: number;
}

/**
 * The answer model of a population. An agent in segments s answers
 * - n_a with probability logistic(na + Σ naEffect[s]);
 * - else yes where noise > cut(s) = yesCut − Σ yesEffect[s], maybe where noise > cut(s) − gap(s), no otherwise, with
 *   gap(s) = exp(logGap + Σ gapEffect[s]).
 *
 * Effects are tables by slot, in marginal logits. `na` and `logGap` are −∞ where that answer is never given.
 */
export interface AnswerModel {
  readonly yesCut: number;
  readonly logGap: number;
  readonly na: number;
  readonly yesEffect: Float64Array;
  readonly gapEffect: Float64Array;
  readonly naEffect: Float64Array;
}

/**
 * Standard deviation of the individual part of an agent's latent answer, in marginal logits: with a normal this wide, a shift of the latent
 * moves a share about as the same shift of its logit does.
 */
export const NOISE_SD = 1.7;

/** The distribution of that part, under which cutpoints are solved. Marginal logits. */
export const NOISE = {
  /** P(noise ≤ x). */
  cdf: (x: number): number => normalCdf(x / NOISE_SD),
  /** The x of a share; −∞ and ∞ for 0 and 1. */
  quantile: (p: number): number => p <= 0 ? -Infinity : p >= 1 ? Infinity : NOISE_SD * normalQuantile(p),
} as const;

/**
 * The answer model of people in these slots, one slot a dimension, in marginal logits: the logit of n_a, and yes above `cut`, maybe from
 * `cut − exp(logGap)` up to it. Sums run in the slots' order, so the same order gives the same bits.
 */
export function cutpointsIn(model: AnswerModel, slots: Uint8Array) {
  let { na, yesCut: cut, logGap } = model;
  for (let d = 0; d < slots.length; d++) {
    const slot = byteAt(slots, d);
    na += floatAt(model.naEffect, slot);
    cut -= floatAt(model.yesEffect, slot);
    logGap += floatAt(model.gapEffect, slot);
  }
  return { na, cut, logGap };
}

/** Numbers of the dimensions in which the model has an effect. */
export function usedDimensions({ yesEffect, gapEffect, naEffect }: AnswerModel): number[] {
  const isUsed = (effect: Float64Array, dimension: number) =>
    effect.subarray(slotOf(dimension, 0), slotOf(dimension + 1, 0)).some((value) => value !== 0);
  return range(DIMENSION_NAMES.length).filter((dimension) =>
    [yesEffect, gapEffect, naEffect].some((effect) => isUsed(effect, dimension))
  );
}
