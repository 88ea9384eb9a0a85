import { sha256 } from "#shared/crypto.ts";
import { MOCK_DISCLAIMER, uploadDisclaimer } from "./disclaimer.ts";
import type { ErrorMeasures } from "./error-measures.ts";
import type { CalibrationScore } from "./score-calibration.ts";

/** The body of `GET /v1/training/{id}/results`. Percentages and points as in `error-measures.ts`. */
export interface TrainingResults {
  readonly training_id: string;
  /** The figures are computed from the uploaded file, made up because there was none, or missing because the run failed. */
  readonly basis: "uploaded_file" | "mock" | "none";
  /** Percent; null where every row is below the threshold for small shares, and for a failed run. */
  readonly mape: number | null;
  /** Percentage points; null for a mock and for a failed run. */
  readonly mae_points: number | null;
  /** Percent, 0 to 200; null for a mock and for a failed run. */
  readonly smape: number | null;
  /** Observations are rows of the file; 0 in a mock. */
  readonly by_segment: readonly SegmentResult[];
  readonly preview_only: true;
  readonly disclaimer: string;
}

type SegmentResult =
  & { readonly segment: string }
  & Pick<ErrorMeasures, "mape" | "observations" | "small_actuals" | "mae_points">;

function resultsOf(
  training_id: string,
  { basis, mape = null, mae_points = null, smape = null, by_segment = [], disclaimer }:
    & Pick<TrainingResults, "basis" | "disclaimer">
    & Partial<TrainingResults>,
): TrainingResults {
  return { training_id, basis, mape, mae_points, smape, by_segment, preview_only: true, disclaimer };
}

/** The results of a run whose file was read to its end. */
export function trainingResults(training_id: string, score: CalibrationScore): TrainingResults {
  const { mape, mae_points, smape } = score.accuracy;
  const by_segment = score.accuracy.by_segment.map((
    { segment, mape, observations, small_actuals, mae_points },
  ) => ({ segment, mape, observations, small_actuals, mae_points }));
  const disclaimer = uploadDisclaimer(score);
  return resultsOf(training_id, { basis: "uploaded_file", mape, mae_points, smape, by_segment, disclaimer });
}

const MOCK_SEGMENTS = ["mock segment A", "mock segment B", "mock segment C", "mock segment D"];

/**
 * The results of a run without a file: figures that show the shape of real ones and measure nothing. They follow from the run's id,
 * so a run's are always the same. Names, the missing observations and the disclaimer mark them as a mock.
 */
export function mockResults(training_id: string): TrainingResults {
  const bytes = sha256(`training-mock/${training_id}`);
  // 5.00 to 24.99 percent: two bytes a segment.
  const by_segment = MOCK_SEGMENTS.map((segment, index) => ({
    segment,
    mape: (500 + bytes.readUInt16BE(2 * index) % 2_000) / 100,
    observations: 0,
    small_actuals: 0,
    mae_points: null,
  }));
  const sum = by_segment.reduce((total, { mape }) => total + mape, 0);
  const mape = Math.round(sum / by_segment.length * 100) / 100;
  return resultsOf(training_id, { basis: "mock", mape, by_segment, disclaimer: MOCK_DISCLAIMER });
}

/** The results of a run that failed: without any figure. @param failure_message a sentence or more, each with its full stop */
export function failedResults(training_id: string, failure_message: string): TrainingResults {
  const disclaimer = `No figures: the run failed, so nothing was measured. ${failure_message}`;
  return resultsOf(training_id, { basis: "none", disclaimer });
}
