import { type Cholesky, cholesky } from "../numeric/cholesky.ts";
import { logistic, logit } from "../random/normal.ts";
import { type NoiseDistribution, noiseDistribution } from "./noise.ts";
import { collapse, type CollapsedFrame } from "../population/collapse.ts";
import { SLOTS, STRIDE } from "../population/dimensions.ts";
import type { Frame } from "../population/frame.ts";
import type { Shares, Targets } from "./targets.ts";

/**
 * The answer model of a population. An agent in segments s answers
 * - n_a with probability logistic(na + Σ naEffect[s]);
 * - else yes where noise > cut(s) = yesCut − Σ yesEffect[s], maybe where noise > cut(s) − gap(s), no otherwise, with
 *   gap(s) = exp(logGap + Σ gapEffect[s]).
 *
 * Effects are tables by slot (`dimension · STRIDE + segment`). `na` and `logGap` are −∞ where that answer is never given.
 */
export interface AnswerModel {
  readonly yesCut: number;
  readonly logGap: number;
  readonly na: number;
  readonly yesEffect: Float64Array;
  readonly gapEffect: Float64Array;
  readonly naEffect: Float64Array;
  /** Distribution of the noise with run and segment shifts integrated out: the one the cutpoints were solved under. */
  readonly noise: NoiseDistribution;
}

/**
 * Solves cutpoints and segment effects so that the frame's expected shares are the targets, overall and in every segment,
 * with the noise and shifts of standard deviation `shiftSd` (marginal logits) integrated out. Plugging logits in directly
 * would pull shares to the centre: 0.70 becomes 0.67 at a spread of 1. Shares are met to 3e-6.
 */
export function fitModel(frame: Frame, targets: Targets, shiftSd: number): AnswerModel {
  const noise = noiseDistribution(shiftSd);
  const cells = collapse(frame, targets.byDimension.keys());
  const solver = solverOf(cells);
  const { overall } = targets;
  const answering = 1 - overall.n_a;

  const na = overall.n_a > 0
    ? solver.fit(logit(overall.n_a), 1, slotTargets(targets, (t) => t.n_a), (x) => logistic(x))
    : NEVER;
  const answer = solver.predict(na).map((x) => 1 - logistic(x));

  const cut = noise.quantile(1 - overall.yes / answering);
  const yes = solver.fit(
    -cut,
    1,
    slotTargets(targets, (t) => t.yes),
    (x, c) => (answer[c] ?? 0) * (1 - noise.cdf(-x)),
  );
  const cuts = solver.predict(yes).map((x) => -x);

  const gap = cut - noise.quantile(overall.no / answering);
  const logGap = overall.maybe > 1e-9
    ? solver.fit(
      Math.log(gap),
      -1 / gap,
      slotTargets(targets, (t) => t.no),
      (x, c) => (answer[c] ?? 0) * noise.cdf((cuts[c] ?? 0) - Math.exp(x)),
    )
    : NEVER;
  return {
    yesCut: -yes.intercept,
    logGap: logGap.intercept,
    na: na.intercept,
    yesEffect: yes.effect,
    gapEffect: logGap.effect,
    naEffect: na.effect,
    noise,
  };
}

interface Fitted {
  readonly intercept: number;
  readonly effect: Float64Array;
}

const NEVER: Fitted = { intercept: -Infinity, effect: new Float64Array(SLOTS) };

/** The target share by slot; NaN where there is none. */
function slotTargets(targets: Targets, of: (shares: Shares) => number): Float64Array {
  const bySlot = new Float64Array(SLOTS).fill(NaN);
  for (const [d, segments] of targets.byDimension) {
    segments.forEach((shares, s) => bySlot[d * STRIDE + s] = of(shares));
  }
  return bySlot;
}

const ITERATIONS = 40;
/** Largest difference of logits left: at most a quarter of it in shares. */
const TOLERANCE = 1e-5;

/** Fits additive predictors over one collapsed frame; factors its matrix once. */
function solverOf(cells: CollapsedFrame) {
  const matrix: Cholesky = cholesky(cells.together, SLOTS, 1e-9);

  const predict = ({ intercept, effect }: Fitted): Float64Array => {
    const x = new Float64Array(cells.cells);
    for (let c = 0, at = 0; c < cells.cells; c++) {
      let sum = intercept;
      for (let k = 0; k < cells.width; k++) sum += effect[cells.slot[at++] ?? 0] ?? 0;
      x[c] = sum;
    }
    return x;
  };

  /**
   * Effects under which every slot's expected share is its target. A step on the predictor moves the logit of a share by
   * about 1 / `slope`, and a slot's share by the steps of all slots its people are in; solving that linear system instead of
   * taking slots one by one brings the error down about sixfold an iteration.
   */
  const fit = (
    start: number,
    slope: number,
    targets: Float64Array,
    share: (x: number, cell: number) => number,
  ): Fitted => {
    const effect = new Float64Array(SLOTS);
    if (!Number.isFinite(start)) return { intercept: start, effect };
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      const x = predict({ intercept: start, effect });
      const sums = new Float64Array(SLOTS);
      for (let c = 0, at = 0; c < cells.cells; c++) {
        const part = (cells.weight[c] ?? 0) * share(x[c] ?? 0, c);
        for (let k = 0; k < cells.width; k++) {
          const slot = cells.slot[at++] ?? 0;
          sums[slot] = (sums[slot] ?? 0) + part;
        }
      }
      let largest = 0;
      for (let slot = 0; slot < SLOTS; slot++) {
        const people = cells.together[slot * SLOTS + slot] ?? 0;
        const target = targets[slot] ?? NaN;
        const off = people > 0 && target >= 0 ? logit(target) - logit((sums[slot] ?? 0) / people) : 0;
        largest = Math.max(largest, Math.abs(off));
        sums[slot] = people * Math.min(Math.max(slope * off, -1), 1);
      }
      if (largest < TOLERANCE) break;
      matrix.solve(sums).forEach((step, slot) => effect[slot] = (effect[slot] ?? 0) + step);
    }
    return { intercept: start, effect };
  };

  return { fit, predict };
}
