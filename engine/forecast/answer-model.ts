import type { Shares as SharesOfThree } from "../bank/shares.ts";
import { byteAt, floatAt, itemAt, range } from "../numeric/columns.ts";
import { DIMENSION_NAMES, slotOf, SLOTS } from "../population/dimensions.ts";
import { collapse, type CollapsedFrame, type Frame } from "../population/frame.ts";
import { logistic, normalCdf, normalQuantile } from "../random/normal.ts";

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
function usedDimensions({ yesEffect, gapEffect, naEffect }: AnswerModel): number[] {
  const isUsed = (effect: Float64Array, dimension: number) =>
    effect.subarray(slotOf(dimension, 0), slotOf(dimension + 1, 0)).some((value) => value !== 0);
  return range(DIMENSION_NAMES.length).filter((dimension) =>
    [yesEffect, gapEffect, naEffect].some((effect) => isUsed(effect, dimension))
  );
}

/**
 * Expected shares of the frame and of its segments: composes a model over the joint table.
 * @param basis with the numbers of the dimensions whose segments are asked for.
 */
export function expectedOf(
  { frame, model, reported }: {
    readonly frame: Frame;
    readonly model: AnswerModel;
    readonly reported: readonly number[];
  },
) {
  const cells = collapse(frame, [...usedDimensions(model), ...reported]);
  const { overall, bySlot } = composeAnswers(cells, model);
  const peopleIn = (slot: number) => floatAt(cells.together, slot * SLOTS + slot);
  return {
    overall: sharesOf(overall, 1),
    /** By slot; undefined without people, or where the dimension was not requested. */
    segment: bySlot.map((people, slot) => peopleIn(slot) > 0 ? sharesOf(people, peopleIn(slot)) : undefined),
  };
}

/** People, as a share of all, by their expected answer. */
interface Answering {
  yes: number;
  no: number;
  n_a: number;
}

/** Expected answers overall and by slot. */
function composeAnswers(
  { width, weight, slot }: CollapsedFrame,
  model: AnswerModel,
): { overall: Answering; bySlot: readonly Answering[] } {
  const nobody = (): Answering => ({ yes: 0, no: 0, n_a: 0 });
  const overall = nobody();
  const bySlot = Array.from({ length: SLOTS }, nobody);
  weight.forEach((people, cell) => {
    if (people === 0) return;
    const slots = slot.subarray(cell * width, (cell + 1) * width);
    const { na, cut, logGap } = cutpointsIn(model, slots);
    const naShare = logistic(na);
    const answering = people * (1 - naShare);
    const yes = answering * (1 - NOISE.cdf(cut));
    const no = answering * NOISE.cdf(cut - Math.exp(logGap));
    for (const group of [overall, ...Array.from(slots, (s) => itemAt(bySlot, s))]) {
      group.yes += yes;
      group.no += no;
      group.n_a += people * naShare;
    }
  });
  return { overall, bySlot };
}

function sharesOf({ yes, no, n_a }: Answering, people: number): Shares {
  const shares = { yes: yes / people, no: no / people, n_a: n_a / people };
  return { ...shares, maybe: Math.max(0, 1 - shares.yes - shares.no - shares.n_a) };
}
