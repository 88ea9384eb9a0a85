import {
  type BankQuestion,
  boundedLogit,
  type LogitPrediction,
  type SegmentShares,
  type Shares,
  sharesFromLogits,
} from "../bank/shares.ts";
import { logistic, logit, normalCdf } from "../random/normal.ts";
import { lazilyFor, lazilyOf } from "#shared/lazily.ts";
import { keptPart } from "../bank/tables.ts";

/** What an interval rests on: questions that a fit did not see, or a model's measured error. */
export type UncertaintyBasis = "held_out_questions" | "measured_model";

/** One way in which people's share may differ from the stated one: a normal distribution of the difference of their logits. */
export interface Deviation {
  /** Chance of this way; those of a share add up to 1. */
  readonly weight: number;
  readonly offset: number;
  readonly sd: number;
}

/** The deviations of the three answers. */
export type Deviations = Readonly<Record<"yes" | "maybe" | "no", readonly Deviation[]>>;

/** What is not known about a verdict beyond the sampling of its agents. */
export interface Uncertainty {
  readonly basis: UncertaintyBasis;
  readonly overall: Deviations;
  /** By `dimension=segment`. */
  readonly segments: ReadonlyMap<string, Deviations>;
}

/** Standard normal quantile of a 95 % interval. */
export const Z95 = 1.959964;

/** Beyond these logits a share is 0 or 1 to five decimals. */
const REACH = 12;
/** 24 / 2^24: below a millionth of a logit. */
const STEPS = 24;

/**
 * The 95 % interval around an observed share: the agents' sampling and the deviations together, on the logit scale, so that it
 * never leaves 0 to 1 and is not symmetric. A share of 0 or 1 counts as half an agent away from it.
 * @param share observed, 0 to 1.
 * @param effectiveN effective agents behind it, above 0.
 */
export function intervalAround(
  share: number,
  effectiveN: number,
  deviations: readonly Deviation[],
): { readonly low: number; readonly high: number } {
  const least = 0.5 / (effectiveN + 1);
  const p = Math.min(1 - least, Math.max(least, share));
  const sampling = 1 / (effectiveN * p * (1 - p));
  const center = logit(p);
  const parts = deviations.map(({ weight, offset, sd }) => ({
    weight,
    offset: center + offset,
    sd: Math.sqrt(sd * sd + sampling),
  }));
  return { low: logistic(quantileOf(parts, 0.025)), high: logistic(quantileOf(parts, 0.975)) };
}

/** The point below which a mixture of normal distributions around their offsets has the share `p`, by bisection. */
function quantileOf(parts: readonly Deviation[], p: number): number {
  const [single, ...others] = parts;
  if (single !== undefined && others.length === 0) return single.offset + (p < 0.5 ? -Z95 : Z95) * single.sd;
  let [low, high] = [-REACH, REACH];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const below = parts.reduce(
      (sum, { weight, offset, sd }) => sum + weight * normalCdf((middle - offset) / sd),
      0,
    );
    if (below < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The random sample of people whose Wilson interval at the share is as wide as this one: the largest that is not narrower, to one decimal.
 * With z half-widths h of such an interval solve h² (n + z²)² = z² (p (1 − p) n + z² / 4).
 * @param yesPct and interval in percent.
 */
export function effectiveHumanN(yesPct: number, [low, high]: readonly [number, number]): number {
  const spread = yesPct / 100 * (1 - yesPct / 100);
  const half = (high - low) / 200;
  const root = Math.sqrt(spread * spread + half * half * (1 - 4 * spread));
  const n = Z95 * Z95 * (spread - 2 * half * half + root) / (2 * half * half);
  return Math.max(0, Math.floor(10 * n + 1e-9) / 10);
}

/** The variance of a share's deviation, in squared logits. */
export function varianceOf(deviations: readonly Deviation[]): number {
  const mean = deviations.reduce((sum, { weight, offset }) => sum + weight * offset, 0);
  return deviations.reduce(
    (sum, { weight, offset, sd }) => sum + weight * (sd * sd + (offset - mean) ** 2),
    0,
  );
}

/** A maybe share is not believed to be below this: whether a scale has a middle is seldom known. */
const MIN_MAYBE = 0.04;

/** What held-out questions say about how far predictions are off. */
export interface PredictionErrors {
  /** Factor of the Gaussian process's standard deviation, overall. */
  readonly factor: number;
  /** Standard deviation of maybe, in logits, where a scale has an answer for it. */
  readonly maybe: number;
  /** Standard deviation of a segment's difference from the overall share, in logits, by dimension. */
  readonly segments: Readonly<Record<string, number>>;
  /** The same of maybe. */
  readonly maybeSegments: number;
}

/** The same, and what is not known of a table that answers for a question. */
export interface ErrorModel extends PredictionErrors {
  /** What differs in predictions that know which answers are offered. */
  readonly told: Pick<PredictionErrors, "factor" | "maybe">;
  /** Chance that a question at tier 1 is another one, as a part of what matching leaves open. */
  readonly doubt: number;
  /** Chance that a calibrated question that is read as turned round is not. */
  readonly misread: number;
  /** Variance of a share's logit by what people change their minds in a year, squared logits. */
  readonly drift: number;
}

/** Sampling variance of a share on the logit scale. */
export const samplingVariance = (share: number, effectiveN: number): number => {
  const p = Math.min(1 - 0.5 / effectiveN, Math.max(0.5 / effectiveN, share));
  return 1 / (effectiveN * p * (1 - p));
};

/** Where the interval of maybe is centred. */
export const maybeLogit = (logits: LogitPrediction): number =>
  logit(Math.max(MIN_MAYBE, sharesFromLogits(logits.yes, logits.no).maybe));

/** Standard deviations of a prediction, in logits: overall, or of a segment of the dimension. */
export function spreadOf(errors: PredictionErrors, logits: LogitPrediction, dimension?: string): Shares {
  const overall = errors.factor * Math.sqrt(logits.variance);
  if (dimension === undefined) return { yes: overall, maybe: errors.maybe, no: overall };
  const segment = errors.segments[dimension] ?? Math.max(0, ...Object.values(errors.segments));
  const both = Math.hypot(overall, segment);
  return { yes: both, maybe: Math.hypot(errors.maybe, errors.maybeSegments), no: both };
}

/** A share's smallest distance from 0 and 1 on the logit scale. */
const FLOOR = 0.005;
/** A difference from the overall share that is nearer to none tells nothing of its shrinkage, logits. */
const MIN_DIFFERENCE = 1e-3;

/**
 * What is not known of how far a segment's published share is from the overall one, in squared logits. Of a difference with sampling
 * variance v the part τ² / (τ² + v) was kept (engine/bank/tables.ts), and as much of v is left.
 */
export function shrunkVariance(table: BankQuestion, row: SegmentShares, answer: keyof Shares): number {
  const variance = logitVarianceOf(row, answer);
  const spread = spreadsOf(table)(row.dimension)(answer);
  return spread === null ? variance : variance * keptPart(spread, variance);
}

const logitVarianceOf = (row: SegmentShares, answer: keyof Shares): number =>
  samplingVariance(row.observed[answer], Math.max(5, row.effective_n));

/** A published row was shrunk as its whole dimension was: how far people of its segments differ beyond sampling, by answer. */
const spreadsOf = lazilyOf((table: BankQuestion) =>
  lazilyFor((dimension: string) => lazilyFor((answer: keyof Shares) => spreadIn(table, dimension, answer)))
);

/** τ² of a dimension, told by the segment whose difference is the surest; null where none differs. */
function spreadIn(
  { overall, segments }: BankQuestion,
  dimension: string,
  answer: keyof Shares,
): number | null {
  const base = boundedLogit(overall[answer], FLOOR);
  let surest = 0;
  let spread: number | null = null;
  for (const row of segments) {
    if (row.dimension !== dimension) continue;
    const observed = boundedLogit(row.observed[answer], FLOOR) - base;
    const variance = logitVarianceOf(row, answer);
    const certainty = Math.abs(observed) / Math.sqrt(variance);
    if (certainty <= surest || Math.abs(observed) < MIN_DIFFERENCE) continue;
    const kept = Math.min(0.999, Math.max(0, (boundedLogit(row[answer], FLOOR) - base) / observed));
    [surest, spread] = [certainty, variance * kept / (1 - kept)];
  }
  return spread;
}
