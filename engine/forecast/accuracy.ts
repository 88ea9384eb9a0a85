import { hundredths, tenths } from "../numeric/rounding.ts";
import type { SegmentAccuracy } from "../bank/calibrated-survey.ts";
import { basisOf } from "./basis.ts";
import { type Expected, expectedOf } from "./expected.ts";
import { range } from "../numeric/columns.ts";
import { DIMENSION_NAMES, dimensionIndex, findSegment, slotOf } from "../population/dimensions.ts";
import type { Methodology } from "../bank/methodology.ts";

/** The engine's prediction for a segment, in percent of everybody in it (n_a included). */
export interface Prediction {
  readonly yes_pct: number;
  /** `unknown` for a segment that the population does not have: its prediction is the overall share. */
  readonly from: "overall" | "segment" | "unknown";
}

export interface AccuracyRow {
  readonly segment: string;
  readonly question: string;
  readonly predicted_yes_pct: number;
  readonly observed_yes_pct: number;
}

export interface Accuracy {
  /** 100 − MAPE over the held-out rows, one decimal, at least 0. Null when there is no row to compute it from. */
  readonly accuracy_pct: number | null;
  /** Mean observed yes share of the held-out rows, one decimal. Null without rows. */
  readonly confirm_mean_pct: number | null;
  /** Mean absolute error in points, two decimals: MAPE alone is unstable near 0. */
  readonly mae_points: number | null;
  /** 100 − MAPE of the overall share alone on the same rows, one decimal. */
  readonly baseline_pct: number | null;
  /** Every held-out row, with its prediction. */
  readonly rows: readonly AccuracyRow[];
  /** Rows in the MAPE. */
  readonly rows_used: number;
  /** Held-out rows left out of it because they observe less than 5 %. */
  readonly rows_dropped: number;
}

/** Below this observed share, in percent, a percentage error means little: such rows stay out of the MAPE, and are counted. */
const MIN_OBSERVED_PCT = 5;

/**
 * The expected yes share of `overall`, of `dimension=segment`, or of a segment by its label, composed over the joint table
 * the engine's prediction, not one run with its sampling error.
 */
export function predictYesPct(methodology: Methodology, segment: string): Prediction {
  const { overall } = expectedEverywhere(methodology);
  if (segment.trim().toLowerCase() === "overall") return { yes_pct: 100 * overall.yes, from: "overall" };
  const ref = findSegment(segment);
  const shares = ref === null
    ? undefined
    : expectedEverywhere(methodology).segment[slotOf(dimensionIndex(ref.dimension), ref.index)];
  return shares === undefined
    ? { yes_pct: 100 * overall.yes, from: "unknown" }
    : { yes_pct: 100 * shares.yes, from: "segment" };
}

const cache = new WeakMap<Methodology, Expected>();

/** Expected shares of the segments of all dimensions. Cached by methodology object. */
function expectedEverywhere(methodology: Methodology): Expected {
  const cached = cache.get(methodology);
  if (cached !== undefined) return cached;
  const expected = expectedOf(basisOf(methodology, 1), range(DIMENSION_NAMES.length));
  cache.set(methodology, expected);
  return expected;
}

/**
 * How well the engine predicts the rows of the calibration table that it was not fitted to:
 * `accuracy_pct = 100 − MAPE`, MAPE = mean |predicted − observed| / observed over rows that observe 5 % or more. A survey's KPI
 * question carries its own: each segment predicted from the people outside it.
 */
export function heldOutAccuracy(methodology: Methodology): Accuracy {
  const kpi = methodology.calibration.illustrative ? undefined : methodology.calibrated_questions?.[0];
  if (kpi !== undefined) return surveyedAccuracy(kpi.accuracy);
  const overall = predictYesPct(methodology, "overall").yes_pct;
  const rows = methodology.calibration.rows.filter(({ held_out }) => held_out).map((row) => ({
    segment: row.segment,
    question: row.question,
    predicted: predictYesPct(methodology, row.segment).yes_pct,
    observed: row.yes_pct,
  }));
  const used = rows.filter(({ observed }) => observed >= MIN_OBSERVED_PCT);
  const score = (predict: (row: (typeof rows)[number]) => number) => {
    const mape = mean(used.map((row) => 100 * Math.abs(predict(row) - row.observed) / row.observed));
    return mape === null ? null : Math.max(0, tenths(100 - mape));
  };
  const observedMean = mean(rows.map(({ observed }) => observed));
  const mae = mean(rows.map(({ predicted, observed }) => Math.abs(predicted - observed)));
  return {
    accuracy_pct: score(({ predicted }) => predicted),
    baseline_pct: score(() => overall),
    confirm_mean_pct: observedMean === null ? null : tenths(observedMean),
    mae_points: mae === null ? null : hundredths(mae),
    rows: rows.map(({ segment, question, predicted, observed }) => ({
      segment,
      question,
      predicted_yes_pct: hundredths(predicted),
      observed_yes_pct: observed,
    })),
    rows_used: used.length,
    rows_dropped: rows.length - used.length,
  };
}

function surveyedAccuracy(accuracy: SegmentAccuracy): Accuracy {
  const { accuracy_pct, baseline_pct, confirm_mean_pct, mae_points, held_out_rows } = accuracy;
  return {
    accuracy_pct,
    baseline_pct,
    confirm_mean_pct,
    mae_points,
    rows: [],
    rows_used: held_out_rows,
    rows_dropped: 0,
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, x) => sum + x, 0) / values.length;
}
