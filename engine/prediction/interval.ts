import { calibratedBank } from "../calibration/calibrated-survey.ts";
import { logistic, logit } from "../random/normal.ts";
import { type BankQuestion, boundedLogit, type LogitPrediction, sharesFromLogits } from "./shares.ts";
import { type Deviations, Z95 } from "./uncertainty.ts";

/**
 * Share of the held-out answers that the constants make intervals hold, measured over all wordings of a question: those that
 * come are worded by others.
 */
const HELD_SHARE = 0.95;
/** A maybe share is not believed to be below this: whether a scale has a middle is seldom known. */
const LEAST_MAYBE = 0.04;

/** What held-out questions say about how far predictions are off. */
export interface ErrorModel {
  /** Factor of the Gaussian process's standard deviation, overall. */
  readonly factor: number;
  /** Standard deviation of maybe, in logits, where a scale has an answer for it. */
  readonly maybe: number;
  /** Standard deviation of a segment's difference from the overall share, in logits, by dimension. */
  readonly segments: Readonly<Record<string, number>>;
  /** The same of maybe. */
  readonly maybeSegments: number;
}

/** A prediction of a question that was left out, in the question's own direction. */
export interface HeldOutPrediction {
  readonly question: BankQuestion;
  readonly logits: LogitPrediction;
  /** Differences by `dimension=segment`, in logits. */
  readonly segmentYes: ReadonlyMap<string, number>;
  readonly segmentNo: ReadonlyMap<string, number>;
}

/** Segments with fewer respondents say more about sampling. */
export const LEAST_SEGMENT = 100;

/** Sampling variance of a share on the logit scale. */
export const samplingVariance = (share: number, effectiveN: number): number => {
  const p = Math.min(1 - 0.5 / effectiveN, Math.max(0.5 / effectiveN, share));
  return 1 / (effectiveN * p * (1 - p));
};

/** Measures the errors of held-out predictions: the constants make 95 % of the intervals hold what people answered. */
export function measureErrors(held: readonly HeldOutPrediction[]): ErrorModel {
  const overall: number[] = [];
  const maybe: number[] = [];
  const maybeSegments: number[] = [];
  const bySegment = new Map<string, number[]>();
  for (const { question, logits, segmentYes, segmentNo } of held) {
    const sd = Math.sqrt(logits.variance);
    for (const answer of ["yes", "no"] as const) {
      overall.push(Math.abs(boundedLogit(question.overall[answer]) - logits[answer]) / sd);
    }
    const predicted = maybeLogit(logits);
    if (question.has_maybe) maybe.push(Math.abs(boundedLogit(question.overall.maybe) - predicted));
    for (const row of question.segments) {
      if (row.respondents < LEAST_SEGMENT) continue;
      const name = `${row.dimension}=${row.segment}`;
      const errors = bySegment.get(row.dimension) ?? [];
      for (const [answer, differences] of [["yes", segmentYes], ["no", segmentNo]] as const) {
        const error = boundedLogit(row.observed[answer], 0.01) -
          boundedLogit(question.overall[answer], 0.01) -
          (differences.get(name) ?? 0);
        errors.push(error);
      }
      bySegment.set(row.dimension, errors);
      if (question.has_maybe) {
        maybeSegments.push(
          boundedLogit(row.observed.maybe, 0.01) - boundedLogit(question.overall.maybe, 0.01),
        );
      }
    }
  }
  return {
    factor: quantile(overall, HELD_SHARE) / Z95,
    maybe: quantile(maybe, HELD_SHARE) / Z95,
    segments: Object.fromEntries(
      Array.from(bySegment, ([dimension, errors]) => [dimension, rootMeanSquare(errors)]),
    ),
    maybeSegments: rootMeanSquare(maybeSegments),
  };
}

/** Where the interval of maybe is centred. */
export const maybeLogit = (logits: LogitPrediction): number =>
  logit(Math.max(LEAST_MAYBE, sharesFromLogits(logits.yes, logits.no).maybe));

export interface Spread {
  /** Standard deviations in logits. */
  readonly yes: number;
  readonly maybe: number;
  readonly no: number;
}

/** Standard deviations of a prediction: overall, or of a segment of the dimension. */
export function spreadOf(errors: ErrorModel, logits: LogitPrediction, dimension?: string): Spread {
  const overall = errors.factor * Math.sqrt(logits.variance);
  if (dimension === undefined) return { yes: overall, maybe: errors.maybe, no: overall };
  const segment = errors.segments[dimension] ?? Math.max(0, ...Object.values(errors.segments));
  const both = Math.hypot(overall, segment);
  return { yes: both, maybe: Math.hypot(errors.maybe, errors.maybeSegments), no: both };
}

/** The 95 % interval of a share, 0 to 1, from its logit and standard deviation in logits: never outside, not symmetric. */
export const intervalOf = (center: number, sd: number): [number, number] => [
  logistic(center - Z95 * sd),
  logistic(center + Z95 * sd),
];

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at));
}

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / Math.max(1, values.length));

let spread: number | undefined;

/** Standard deviation, in logits, of the bank's yes and no shares around their means: how far apart real questions are. */
function spreadOfQuestions(): number {
  return spread ??= Math.max(...(["yes", "no"] as const).map((answer) => {
    const logits = calibratedBank().map(({ overall }) => boundedLogit(overall[answer]));
    const mean = logits.reduce((sum, x) => sum + x, 0) / logits.length;
    return Math.sqrt(logits.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (logits.length - 1));
  }));
}

/**
 * Deviations where no error was measured: made-up tables, and models that were not evaluated. As wide as the spread of real
 * questions around their mean, so at least as wide as any measured one; a segment adds what its dimension differs by.
 */
export function unmeasuredDeviations(errors: ErrorModel, dimension?: string): Deviations {
  const overall = spreadOfQuestions();
  const apart = dimension === undefined
    ? 0
    : errors.segments[dimension] ?? Math.max(0, ...Object.values(errors.segments));
  const of = (sd: number) => [{ weight: 1, offset: 0, sd }];
  return {
    yes: of(Math.hypot(overall, apart)),
    maybe: of(Math.hypot(Math.max(errors.maybe, overall), apart)),
    no: of(Math.hypot(overall, apart)),
  };
}
