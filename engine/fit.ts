import { logistic, logit } from "./normal.ts";
import { type NoiseDistribution, noiseDistribution } from "./noise.ts";
import { collapse, type CollapsedFrame } from "./population/collapse.ts";
import { STRIDE } from "./population/dimensions.ts";
import type { Frame } from "./population/frame.ts";
import type { Targets } from "./targets.ts";

/**
 * The answer model of a population. An agent in segments s answers
 * - n_a with probability logistic(na + Σ naEffect[s]);
 * - else yes where noise > cut(s) = yesCut − Σ yesEffect[s], maybe where noise > cut(s) − gap(s), no otherwise, with
 *   gap(s) = exp(logGap + Σ gapEffect[s]).
 *
 * Effects are tables of `STRIDE` entries a dimension, at `dimension · STRIDE + segment`. `na` and `logGap` are −∞ where that
 * answer is never given.
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

interface Fitted {
  intercept: number;
  effect: Float64Array;
}

const SWEEPS = 60;
const TOLERANCE = 1e-7;

/**
 * Solves cutpoints and segment effects so that the frame's expected shares are the targets, overall and in every segment,
 * with the noise and shifts of standard deviation `shiftSd` (marginal logits) integrated out. Plugging logits in directly
 * would pull shares to the centre: 0.70 becomes 0.67 at a spread of 1.
 */
export function fitModel(frame: Frame, targets: Targets, shiftSd: number): AnswerModel {
  const noise = noiseDistribution(shiftSd);
  const cells = collapse(frame, [...targets.byDimension.keys()]);
  const { overall } = targets;

  const na = fitEffects(cells, targets, (t) => t.n_a, logit(overall.n_a), 1, (x) => logistic(x));
  const naShare = predictorOf(cells, na).map((x) => overall.n_a > 0 ? logistic(x) : 0);
  const answering = (cell: number) => 1 - (naShare[cell] ?? 0);

  const firstCut = noise.quantile(1 - overall.yes / (1 - overall.n_a));
  const yes = fitEffects(cells, targets, (t) => t.yes, -firstCut, 1, (x, c) => answering(c) * (1 - noise.cdf(-x)));
  const cut = predictorOf(cells, yes).map((x) => -x);

  const hasMaybe = overall.maybe > 1e-9;
  const firstGap = Math.log(Math.max(firstCut - noise.quantile(overall.no / (1 - overall.n_a)), 1e-6));
  const gap = fitEffects(
    cells,
    targets,
    (t) => t.no,
    hasMaybe ? firstGap : -Infinity,
    -Math.exp(-firstGap),
    (x, c) => answering(c) * noise.cdf((cut[c] ?? 0) - Math.exp(x)),
  );

  return {
    yesCut: -yes.intercept,
    logGap: hasMaybe ? gap.intercept : -Infinity,
    na: overall.n_a > 0 ? na.intercept : -Infinity,
    yesEffect: yes.effect,
    gapEffect: gap.effect,
    naEffect: na.effect,
    noise,
  };
}

/** Additive predictor of every cell. */
function predictorOf(cells: CollapsedFrame, fitted: Fitted): Float64Array {
  const x = new Float64Array(cells.weight.length).fill(fitted.intercept);
  cells.dimensions.forEach((d, k) => {
    const column = cells.segment[k] ?? new Uint8Array();
    for (let c = 0; c < x.length; c++) x[c] = (x[c] ?? 0) + (fitted.effect[d * STRIDE + (column[c] ?? 0)] ?? 0);
  });
  return x;
}

/**
 * Intercept and effects whose expected share meets the target overall and in each segment, by Newton steps on the logit
 * scale, dimension after dimension. `slope` is the step's length and sign: latent units a logit of the share.
 */
function fitEffects(
  cells: CollapsedFrame,
  targets: Targets,
  of: (shares: { yes: number; no: number; n_a: number }) => number,
  start: number,
  slope: number,
  share: (x: number, cell: number) => number,
): Fitted {
  const fitted: Fitted = { intercept: start, effect: new Float64Array(8 * STRIDE) };
  const overall = of(targets.overall);
  if (!(overall > 0) || !Number.isFinite(start)) return { ...fitted, intercept: overall > 0 ? start : -Infinity };
  const x = predictorOf(cells, fitted);
  const { weight } = cells;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let largest = 0;
    const stepOf = (target: number, predicted: number) => {
      const difference = logit(target) - logit(predicted);
      largest = Math.max(largest, Math.abs(difference));
      return Math.min(Math.max(slope * difference, -1), 1);
    };
    cells.dimensions.forEach((d, k) => {
      const goal = targets.byDimension.get(d);
      const column = cells.segment[k] ?? new Uint8Array();
      if (goal === undefined) return;
      const step = new Float64Array(STRIDE);
      const population = new Float64Array(STRIDE);
      for (let c = 0; c < x.length; c++) {
        const s = column[c] ?? 0;
        step[s] = (step[s] ?? 0) + (weight[c] ?? 0) * share(x[c] ?? 0, c);
        population[s] = (population[s] ?? 0) + (weight[c] ?? 0);
      }
      goal.forEach((shares, s) => {
        const people = population[s] ?? 0;
        step[s] = people > 0 ? stepOf(of(shares), (step[s] ?? 0) / people) : 0;
        const at = d * STRIDE + s;
        fitted.effect[at] = (fitted.effect[at] ?? 0) + (step[s] ?? 0);
      });
      for (let c = 0; c < x.length; c++) x[c] = (x[c] ?? 0) + (step[column[c] ?? 0] ?? 0);
    });
    let predicted = 0;
    for (let c = 0; c < x.length; c++) predicted += (weight[c] ?? 0) * share(x[c] ?? 0, c);
    const step = stepOf(overall, predicted);
    fitted.intercept += step;
    for (let c = 0; c < x.length; c++) x[c] = (x[c] ?? 0) + step;
    if (largest < TOLERANCE) break;
  }
  return fitted;
}
