import { floatAt } from "../numeric/columns.ts";
import type { NoiseDistribution } from "./noise.ts";

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
  /** Distribution of the noise with run and segment shifts integrated out: the one that the cutpoints were solved under. */
  readonly noise: NoiseDistribution;
}

/** The answer model for the people of one cell, in marginal logits. */
export interface Cutpoints {
  /** Logit of n_a. */
  readonly na: number;
  /** Yes above it. */
  readonly cut: number;
  /** Maybe from `cut − exp(logGap)` up to `cut`. */
  readonly logGap: number;
}

/**
 * The cutpoints of people in these slots, one slot a dimension. Sums run in the slots' order, so the same order gives the same
 * bits.
 */
export function cutpointsIn(model: AnswerModel, slots: Uint8Array): Cutpoints {
  let { na, yesCut: cut, logGap } = model;
  for (const slot of slots) {
    na += floatAt(model.naEffect, slot);
    cut -= floatAt(model.yesEffect, slot);
    logGap += floatAt(model.gapEffect, slot);
  }
  return { na, cut, logGap };
}
