import { sha256 } from "#shared/crypto.ts";
import { MOCK_DISCLAIMER, uploadDisclaimer } from "./disclaimer.ts";
import type { ErrorMeasures } from "./error-measures.ts";
import type { CalibrationScore } from "./score-calibration.ts";

/** The body of `GET /v1/training/{id}/results`, in its order. Percentages and points as in `error-measures.ts`; a figure that is missing is null. */
const resultsOf = (
  training_id: string,
  basis: "uploaded_file" | "mock" | "none",
  { mape, mae_points, smape }: Pick<ErrorMeasures, "mape" | "mae_points" | "smape">,
  by_segment: readonly SegmentResult[],
  disclaimer: string,
) => ({ training_id, basis, mape, mae_points, smape, by_segment, preview_only: true as const, disclaimer });

type SegmentResult =
  & { readonly segment: string }
  & Pick<ErrorMeasures, "mape" | "observations" | "small_actuals" | "mae_points">;

/** The results of a run whose file was read to its end. */
export function trainingResults(training_id: string, score: CalibrationScore) {
  const by_segment = score.accuracy.by_segment.map((
    { segment, mape, observations, small_actuals, mae_points },
  ) => ({ segment, mape, observations, small_actuals, mae_points }));
  return resultsOf(training_id, "uploaded_file", score.accuracy, by_segment, uploadDisclaimer(score));
}

const NO_FIGURES = { mape: null, mae_points: null, smape: null };
const MOCK_SEGMENTS = ["mock segment A", "mock segment B", "mock segment C", "mock segment D"];

/**
 * The results of a run without a file: figures that show the shape of real ones and measure nothing. They follow from the run's id,
 * so a run's are always the same. Names, the missing observations and the disclaimer mark them as a mock.
 */
export function mockResults(training_id: string) {
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
  return resultsOf(training_id, "mock", { ...NO_FIGURES, mape }, by_segment, MOCK_DISCLAIMER);
}

/** The results of a run that failed: without any figure. @param failure_message a sentence or more, each with its full stop */
export function failedResults(training_id: string, failure_message: string) {
  const disclaimer = `No figures: the run failed, so nothing was measured. ${failure_message}`;
  return resultsOf(training_id, "none", NO_FIGURES, [], disclaimer);
}
