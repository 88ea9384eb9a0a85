import { type BankQuestion, boundedLogit, type LogitPrediction } from "#engine/bank/shares.ts";
import { maybeLogit, type PredictionErrors, Z95 } from "#engine/forecast/uncertainty.ts";
import { logistic } from "#engine/random/normal.ts";

/**
 * Share of the held-out answers that the constants make intervals hold, measured over all wordings of a question: those that
 * come are worded by others.
 */
const HELD_SHARE = 0.95;
/** A prediction of a question that was left out, in the question's own direction. */
export interface HeldOutPrediction {
  readonly question: BankQuestion;
  readonly logits: LogitPrediction;
  /** Differences by `dimension=segment`, in logits. */
  readonly segmentYes: ReadonlyMap<string, number>;
  readonly segmentNo: ReadonlyMap<string, number>;
}

/** Segments with fewer respondents say more about sampling. */
export const MIN_SEGMENT = 100;

/** Measures the errors of held-out predictions: the constants make 95 % of the intervals hold what people answered. */
export function measureErrors(held: readonly HeldOutPrediction[]): PredictionErrors {
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
      if (row.respondents < MIN_SEGMENT) continue;
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
