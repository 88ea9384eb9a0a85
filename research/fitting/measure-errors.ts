import { boundedLogit, type Shares } from "#engine/bank/shares.ts";
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
  const overall = held.flatMap(({ question, logits }) =>
    (["yes", "no"] as const).map((answer) =>
      Math.abs(boundedLogit(question.overall[answer]) - logits[answer]) / Math.sqrt(logits.variance)
    )
  );
  const maybe = held.filter(({ question }) => question.has_maybe).map(({ question, logits }) =>
    Math.abs(boundedLogit(question.overall.maybe) - maybeLogit(logits))
  );
  const rows = held.flatMap(({ question, segments }) =>
    question.segments.filter(({ respondents }) => respondents >= MIN_SEGMENT).map((row) => {
      const apart = (answer: keyof Shares) =>
        boundedLogit(row.observed[answer], 0.01) - boundedLogit(question.overall[answer], 0.01);
      const { yes, no } = segments.get(`${row.dimension}=${row.segment}`) ?? { yes: 0, no: 0 };
      return {
        dimension: row.dimension,
        errors: [apart("yes") - yes, apart("no") - no],
        maybe: question.has_maybe ? [apart("maybe")] : [],
      };
    })
  );
  const bySegment = Map.groupBy(rows, ({ dimension }) => dimension);
  return {
    factor: heldQuantile(overall) / Z95,
    maybe: heldQuantile(maybe) / Z95,
    segments: Object.fromEntries(
      Array.from(bySegment, ([name, own]) => [name, rootMeanSquare(own.flatMap(({ errors }) => errors))]),
    ),
    maybeSegments: rootMeanSquare(rows.flatMap((row) => row.maybe)),
  };
}

/** The 95 % interval of a share, 0 to 1, from its logit and standard deviation in logits: never outside, not symmetric. */
export const intervalOf = (center: number, sd: number): [number, number] => [
  logistic(center - Z95 * sd),
  logistic(center + Z95 * sd),
];

function heldQuantile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = HELD_SHARE * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at));
}

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, x) => sum + x * x, 0) / Math.max(1, values.length));
