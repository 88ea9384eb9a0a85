import type { AnswerModel } from "./fit.ts";
import { logistic } from "../random/normal.ts";
import { collapse, pairSums } from "../population/collapse.ts";
import { segmentNames, SLOTS, STRIDE } from "../population/dimensions.ts";
import { type Frame } from "../population/frame.ts";
import type { Shares } from "./targets.ts";

/** Standard deviations of the shifts that one run brings, in marginal logits: the whole run's, and a segment path's. */
export interface RandomEffectSd {
  readonly run: number;
  readonly segment: number;
}

/** Expected shares of the frame and of every segment, and how much run and segment shifts move the yes share. */
export interface Expected {
  readonly overall: Shares;
  /** By slot; undefined where nobody is, or the dimension was not asked for. */
  readonly segment: readonly (Shares | undefined)[];
  /** Standard deviation of the overall yes share over runs. */
  readonly runSd: number;
  /** The same of each segment, by slot. */
  readonly segmentRunSd: Float64Array;
}

/**
 * Composes the model over the joint table.
 *
 * The shifts' effect is linearised: a shift of one logit moves a cell's yes share by its density at the cutpoint, averaged
 * over the shifts. With G the frame's total of that and G_s a shifted segment's part of it, the variance is
 * `run² · G² + segment²/D · Σ_s G_s²`, D dimensions sharing the segment shift. Beyond the linear part stay about
 * `run²/4` of the value, 3 % at 0.35.
 * @param shifted places of the dimensions that get a segment shift; their segments are in the result.
 * @param also places of further dimensions whose segments are wanted.
 */
export function expectedOf(
  frame: Frame,
  model: AnswerModel,
  shifts: RandomEffectSd,
  shifted: readonly number[],
  also: readonly number[] = [],
): Expected {
  const frameCells = collapse(frame, [...usedDimensions(model), ...shifted, ...also]);
  const { cells, width, weight, slot, together } = frameCells;
  const yes = new Float64Array(SLOTS + 1);
  const no = new Float64Array(SLOTS + 1);
  const na = new Float64Array(SLOTS + 1);
  const slope = new Float64Array(cells);
  const add = (sums: Float64Array, at: number, part: number) => sums[at] = (sums[at] ?? 0) + part;
  for (let c = 0; c < cells; c++) {
    const people = weight[c] ?? 0;
    if (people === 0) continue;
    let [naAt, cut, logGap] = [model.na, model.yesCut, model.logGap];
    for (let k = 0; k < width; k++) {
      const at = slot[c * width + k] ?? 0;
      naAt += model.naEffect[at] ?? 0;
      cut -= model.yesEffect[at] ?? 0;
      logGap += model.gapEffect[at] ?? 0;
    }
    const naShare = logistic(naAt);
    const answering = people * (1 - naShare);
    const yesPart = answering * (1 - model.noise.cdf(cut));
    const noPart = answering * model.noise.cdf(cut - Math.exp(logGap));
    slope[c] = answering * model.noise.density(cut);
    for (let k = 0; k <= width; k++) {
      const at = k === width ? SLOTS : slot[c * width + k] ?? 0;
      add(yes, at, yesPart);
      add(no, at, noPart);
      add(na, at, people * naShare);
    }
  }

  const pairs = pairSums(frameCells, slope);
  const total = slope.reduce((sum, part) => sum + part, 0);
  const perDimension = shifts.segment ** 2 / Math.max(1, shifted.length);
  const shiftedSlots = shifted.flatMap((d) => segmentNames(d).map((_, s) => d * STRIDE + s));
  const sd = (all: number, partOf: (slot: number) => number) =>
    Math.sqrt(
      (shifts.run * all) ** 2 + perDimension * shiftedSlots.reduce((sum, b) => sum + partOf(b) ** 2, 0),
    );
  const own = (a: number, b: number) => pairs[a * SLOTS + b] ?? 0;
  const peopleIn = (a: number) => together[a * SLOTS + a] ?? 0;
  const shares = (at: number, people: number): Shares => {
    const [y, n, a] = [yes, no, na].map((sums) => (sums[at] ?? 0) / people) as [number, number, number];
    return { yes: y, no: n, n_a: a, maybe: Math.max(0, 1 - y - n - a) };
  };
  const slots = Array.from({ length: SLOTS }, (_, a) => a);
  return {
    overall: shares(SLOTS, 1),
    segment: slots.map((a) => peopleIn(a) > 0 ? shares(a, peopleIn(a)) : undefined),
    runSd: sd(total, (b) => own(b, b)),
    segmentRunSd: Float64Array.from(
      slots,
      (a) => peopleIn(a) > 0 ? sd(own(a, a), (b) => own(a, b)) / peopleIn(a) : 0,
    ),
  };
}

/** Places of the dimensions in which the model has an effect. */
function usedDimensions(model: AnswerModel): number[] {
  const places = Array.from({ length: SLOTS / STRIDE }, (_, d) => d);
  return places.filter((d) =>
    [model.yesEffect, model.gapEffect, model.naEffect].some((effect) =>
      effect.subarray(d * STRIDE, (d + 1) * STRIDE).some((value) => value !== 0)
    )
  );
}
