import { type Expected, expectedOf } from "../answer-model/expected.ts";
import type { Methodology } from "./methodology.ts";
import { basisOf } from "../answer-model/basis.ts";
import { DIMENSION_NAMES, findSegment, STRIDE } from "../population/dimensions.ts";
import { hundredths } from "../verdict/shares.ts";

/** What the engine predicts for a segment, in percent of everybody in it (n_a included). */
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
  /** Every held-out row, with what was predicted. */
  readonly rows: readonly AccuracyRow[];
  /** Rows in the MAPE. */
  readonly rows_used: number;
  /** Held-out rows left out of it because they observe less than 5 %. */
  readonly rows_dropped: number;
}

/** Below this observed share a percentage error says little: such rows stay out of the MAPE, and are counted. */
const LEAST_OBSERVED_PCT = 5;

const composed = new WeakMap<Methodology, Expected>();

/**
 * The expected yes share of `overall`, of `dimension=segment`, or of a segment by its label, composed over the joint table
 * with run and segment shifts integrated out: the engine's prediction, not one noisy run.
 */
export function predictYesPct(methodology: Methodology, segment: string): Prediction {
  const { frame, model, randomEffects, reported, expected: { overall } } = basisOf(methodology, 1);
  if (segment.trim().toLowerCase() === "overall") return { yes_pct: 100 * overall.yes, from: "overall" };
  let expected = composed.get(methodology);
  if (expected === undefined) {
    expected = expectedOf(frame, model, randomEffects, reported, DIMENSION_NAMES.map((_, d) => d));
    composed.set(methodology, expected);
  }
  const found = findSegment(segment);
  const slot = found === null ? -1 : DIMENSION_NAMES.indexOf(found.dimension) * STRIDE + found.index;
  const shares = expected.segment[slot];
  return shares === undefined
    ? { yes_pct: 100 * overall.yes, from: "unknown" }
    : { yes_pct: 100 * shares.yes, from: "segment" };
}

/**
 * How well the engine predicts the rows of the calibration table that it was not fitted to:
 * `accuracy_pct = 100 − MAPE`, MAPE = mean |predicted − observed| / observed over rows that observe 5 % or more.
 */
export function accuracy(methodology: Methodology): Accuracy {
  const rows = methodology.calibration.rows.filter((row) => row.held_out).map((row) => ({
    segment: row.segment,
    question: row.question,
    predicted: predictYesPct(methodology, row.segment).yes_pct,
    observed: row.yes_pct,
  }));
  const used = rows.filter((row) => row.observed >= LEAST_OBSERVED_PCT);
  const tenths = (x: number) => Math.round(x * 10) / 10;
  const mape = mean(used.map((row) => 100 * Math.abs(row.predicted - row.observed) / row.observed));
  const confirmed = mean(rows.map((row) => row.observed));
  const mae = mean(rows.map((row) => Math.abs(row.predicted - row.observed)));
  return {
    accuracy_pct: mape === null ? null : Math.max(0, tenths(100 - mape)),
    confirm_mean_pct: confirmed === null ? null : tenths(confirmed),
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

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, x) => sum + x, 0) / values.length;
