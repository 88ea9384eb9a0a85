import { floatAt, itemAt, range } from "../numeric/columns.ts";
import { collapse, type CollapsedFrame, pairSums } from "../population/collapse.ts";
import { segmentNames, slotOf, SLOTS } from "../population/dimensions.ts";
import type { Frame } from "../population/frame.ts";
import { logistic } from "../random/normal.ts";
import { type AnswerModel, cutpointsIn, usedDimensions } from "./model.ts";
import type { Shares } from "./targets.ts";

/** Standard deviations of the shifts that one run brings, in marginal logits: the whole run's, and a segment path's. */
export interface RandomEffectSd {
  readonly run: number;
  readonly segment: number;
}

/** Expected shares of the frame and of every segment, and how much run and segment shifts move the yes share. */
export interface Expected {
  readonly overall: Shares;
  /** By slot; undefined where nobody is, or the dimension was not requested. */
  readonly segment: readonly (Shares | undefined)[];
  /** Standard deviation of the overall yes share over runs, a fraction. */
  readonly runSd: number;
  /** The same of each segment, by slot. */
  readonly segmentRunSd: Float64Array;
}

/**
 * Composes the model over the joint table.
 *
 * The shifts' effect is linearised: a shift of one logit moves a cell's yes share by its density at the cutpoint, averaged
 * over the shifts. With G the frame's total of that and G_s a shifted segment's part of it, the variance is
 * `run² · G² + segment²/D · Σ_s G_s²`, D dimensions sharing the segment shift. What the linear part leaves out is about
 * `run²/4` of the value, 3 % at 0.35.
 * @param shifted numbers of the dimensions that get a segment shift; their segments are in the result.
 * @param also numbers of further dimensions whose segments are in the result.
 */
export function expectedOf(
  frame: Frame,
  model: AnswerModel,
  shifts: RandomEffectSd,
  shifted: readonly number[],
  also: readonly number[] = [],
): Expected {
  const cells = collapse(frame, [...usedDimensions(model), ...shifted, ...also]);
  const { overall, bySlot, slope } = composeAnswers(cells, model);

  const pairs = pairSums(cells, slope);
  const total = slope.reduce((sum, part) => sum + part, 0);
  const perDimension = shifts.segment ** 2 / Math.max(1, shifted.length);
  const shiftedSlots = shifted.flatMap((d) => segmentNames(d).map((_, s) => slotOf(d, s)));
  const sd = (all: number, partOf: (slot: number) => number) =>
    Math.sqrt(
      (shifts.run * all) ** 2 + perDimension * shiftedSlots.reduce((sum, b) => sum + partOf(b) ** 2, 0),
    );
  const slopeOf = (a: number, b: number) => floatAt(pairs, a * SLOTS + b);
  const peopleIn = (slot: number) => floatAt(cells.together, slot * SLOTS + slot);
  return {
    overall: sharesOf(overall, 1),
    segment: bySlot.map((people, slot) => peopleIn(slot) > 0 ? sharesOf(people, peopleIn(slot)) : undefined),
    runSd: sd(total, (b) => slopeOf(b, b)),
    segmentRunSd: Float64Array.from(
      range(SLOTS),
      (a) => peopleIn(a) > 0 ? sd(slopeOf(a, a), (b) => slopeOf(a, b)) / peopleIn(a) : 0,
    ),
  };
}

/** People, as a share of all, by their expected answer. */
interface Answering {
  yes: number;
  no: number;
  n_a: number;
}

/** Expected answers overall and by slot, and by cell how far a shift of one logit moves the people who say yes. */
function composeAnswers(
  { cells, width, weight, slot }: CollapsedFrame,
  model: AnswerModel,
): { overall: Answering; bySlot: readonly Answering[]; slope: Float64Array } {
  const nobody = (): Answering => ({ yes: 0, no: 0, n_a: 0 });
  const overall = nobody();
  const bySlot = Array.from({ length: SLOTS }, nobody);
  const slope = new Float64Array(cells);
  weight.forEach((people, cell) => {
    if (people === 0) return;
    const slots = slot.subarray(cell * width, (cell + 1) * width);
    const { na, cut, logGap } = cutpointsIn(model, slots);
    const naShare = logistic(na);
    const answering = people * (1 - naShare);
    const yes = answering * (1 - model.noise.cdf(cut));
    const no = answering * model.noise.cdf(cut - Math.exp(logGap));
    slope[cell] = answering * model.noise.density(cut);
    for (const group of [overall, ...Array.from(slots, (s) => itemAt(bySlot, s))]) {
      group.yes += yes;
      group.no += no;
      group.n_a += people * naShare;
    }
  });
  return { overall, bySlot, slope };
}

function sharesOf({ yes, no, n_a }: Answering, people: number): Shares {
  const shares = { yes: yes / people, no: no / people, n_a: n_a / people };
  return { ...shares, maybe: Math.max(0, 1 - shares.yes - shares.no - shares.n_a) };
}
