import { boundedLogit } from "#engine/bank/shares.ts";
import { maybeLogit, type PredictionErrors, Z95 } from "#engine/forecast/uncertainty.ts";
import { logistic } from "#engine/random/normal.ts";
import type { LeftOutPrediction } from "./leave-out.ts";

/**
 * Share of the held-out answers that the constants make intervals hold, measured over all wordings of a question: those that
 * come are worded by others.
 */
const HELD_SHARE = 0.95;

/** Segments with fewer respondents say more about sampling. */
export const MIN_SEGMENT = 100;

/** Measures the errors of held-out predictions: the constants make 95 % of the intervals hold what people answered. */
export function measureErrors(held: readonly LeftOutPrediction[]): PredictionErrors {
  const overall: number[] = [];
  const maybe: number[] = [];
  const maybeSegments: number[] = [];
  const bySegment = new Map<string, number[]>();
  for (const { question, logits, segments } of held) {
    const sd = Math.sqrt(logits.variance);
    for (const answer of ["yes", "no"] as const) {
      overall.push(Math.abs(boundedLogit(question.overall[answer]) - logits[answer]) / sd);
    }
    const predicted = maybeLogit(logits);
    if (question.has_maybe) maybe.push(Math.abs(boundedLogit(question.overall.maybe) - predicted));
    for (const row of question.segments) {
      if (row.respondents < MIN_SEGMENT) continue;
      const predictedApart = segments.get(`${row.dimension}=${row.segment}`);
      const errors = bySegment.get(row.dimension) ?? [];
      for (const answer of ["yes", "no"] as const) {
        const apart = boundedLogit(row.observed[answer], 0.01) - boundedLogit(question.overall[answer], 0.01);
        errors.push(apart - (predictedApart?.[answer] ?? 0));
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
