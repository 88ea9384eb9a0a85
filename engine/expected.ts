import type { AnswerModel } from "./fit.ts";
import { logistic } from "./normal.ts";
import { collapse } from "./population/collapse.ts";
import { STRIDE } from "./population/dimensions.ts";
import { type Frame, segmentNames } from "./population/frame.ts";
import type { Shares } from "./targets.ts";

/** Standard deviations of the shifts that one run brings, in marginal logits: the whole run's, and a segment path's. */
export interface ShiftSd {
  readonly run: number;
  readonly segment: number;
}

/** Expected shares of the frame and of every segment, and how much run and segment shifts move the yes share. */
export interface Expected {
  readonly overall: Shares;
  /** At `dimension · STRIDE + segment`; undefined where nobody is. */
  readonly segment: readonly (Shares | undefined)[];
  /** Standard deviation of the overall yes share over runs. */
  readonly runSd: number;
  /** The same of each segment, at `dimension · STRIDE + segment`. */
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
  shifts: ShiftSd,
  shifted: readonly number[],
  also: readonly number[] = [],
): Expected {
  const all = collapse(frame, [...usedDimensions(model), ...shifted, ...also]);
  const sums = { people: zeros(), yes: zeros(), no: zeros(), na: zeros(), slope: zeros() };
  const total = { yes: 0, no: 0, na: 0, slope: 0 };
  // pair[a · n + b]: the slope of segment a that falls in shifted segment b.
  const n = 8 * STRIDE;
  const pair = new Float64Array(n * n);
  const places = new Int32Array(all.dimensions.length);
  for (let c = 0; c < all.weight.length; c++) {
    const weight = all.weight[c] ?? 0;
    if (weight === 0) continue;
    all.dimensions.forEach((d, k) => places[k] = d * STRIDE + (all.segment[k]?.[c] ?? 0));
    const sumOf = (effect: Float64Array) => places.reduce((sum, place) => sum + (effect[place] ?? 0), 0);
    const na = logistic(model.na + sumOf(model.naEffect));
    const cut = model.yesCut - sumOf(model.yesEffect);
    const gap = Math.exp(model.logGap + sumOf(model.gapEffect));
    const parts = {
      yes: weight * (1 - na) * (1 - model.noise.cdf(cut)),
      no: weight * (1 - na) * model.noise.cdf(cut - gap),
      na: weight * na,
      slope: weight * (1 - na) * model.noise.density(cut),
    };
    total.yes += parts.yes;
    total.no += parts.no;
    total.na += parts.na;
    total.slope += parts.slope;
    for (const a of places) {
      add(sums.people, a, weight);
      add(sums.yes, a, parts.yes);
      add(sums.no, a, parts.no);
      add(sums.na, a, parts.na);
      add(sums.slope, a, parts.slope);
      for (const b of places) pair[a * n + b] = (pair[a * n + b] ?? 0) + parts.slope;
    }
  }
  const shiftedSegments = shifted.flatMap((d) => segmentNames(d).map((_, s) => d * STRIDE + s));
  const perDimension = shifts.segment ** 2 / Math.max(1, shifted.length);
  const sd = (slope: number, part: (b: number) => number, people: number) =>
    Math.sqrt(
      (shifts.run * slope) ** 2 + perDimension * shiftedSegments.reduce((sum, b) => sum + part(b) ** 2, 0),
    ) / people;
  const segmentRunSd = zeros();
  for (let a = 0; a < n; a++) {
    const people = sums.people[a] ?? 0;
    if (people > 0) segmentRunSd[a] = sd(sums.slope[a] ?? 0, (b) => pair[a * n + b] ?? 0, people);
  }
  return {
    overall: sharesFrom(total.yes, total.no, total.na, 1),
    segment: Array.from(sums.people, (people, a) =>
      people > 0 ? sharesFrom(sums.yes[a] ?? 0, sums.no[a] ?? 0, sums.na[a] ?? 0, people) : undefined),
    runSd: sd(total.slope, (b) => sums.slope[b] ?? 0, 1),
    segmentRunSd,
  };
}

const zeros = () => new Float64Array(8 * STRIDE);

const add = (column: Float64Array, at: number, value: number) => {
  column[at] = (column[at] ?? 0) + value;
};

const sharesFrom = (yes: number, no: number, na: number, people: number): Shares => ({
  yes: yes / people,
  no: no / people,
  n_a: na / people,
  maybe: Math.max(0, 1 - (yes + no + na) / people),
});

/** Places of the dimensions in which the model has an effect. */
function usedDimensions(model: AnswerModel): number[] {
  return Array.from({ length: 8 }, (_, d) => d).filter((d) =>
    [model.yesEffect, model.gapEffect, model.naEffect].some((effect) =>
      effect.subarray(d * STRIDE, (d + 1) * STRIDE).some((value) => value !== 0)
    )
  );
}
