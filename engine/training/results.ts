import { sha256 } from "#shared/crypto.ts";
import { type Accuracy, type CalibrationScore, SMALL_ACTUAL_POINTS } from "./score-calibration.ts";

/**
 * What each body of `GET /v1/training/{id}/results` has beside its id, basis and disclaimer. Percentages and points as in `score-calibration.ts`;
 * a figure that is missing is null.
 */
const NO_FIGURES = { mape: null, mae_points: null, smape: null, by_segment: [], preview_only: true } as const;

/** The results of a run whose file was read to its end. */
export function trainingResults(training_id: string, score: CalibrationScore) {
  const { mape, mae_points, smape } = score.accuracy;
  const by_segment = score.accuracy.by_segment.map((
    { segment, mape, observations, small_actuals, mae_points },
  ) => ({ segment, mape, observations, small_actuals, mae_points }));
  const figures = { ...NO_FIGURES, mape, mae_points, smape, by_segment };
  return { ...figures, training_id, basis: "uploaded_file", disclaimer: uploadDisclaimer(score) };
}

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
  return { ...NO_FIGURES, training_id, basis: "mock", mape, by_segment, disclaimer: MOCK_DISCLAIMER };
}

/** The results of a run that failed: without any figure. @param failure_message a sentence or more, each with its full stop */
export function failedResults(training_id: string, failure_message: string) {
  const disclaimer = `No figures: the run failed, so nothing was measured. ${failure_message}`;
  return { ...NO_FIGURES, training_id, basis: "none", disclaimer };
}

const MOCK_DISCLAIMER =
  "Mock figures: no calibration file was uploaded for this run, so nothing was measured. The numbers are made up from the run's id " +
  "to show the shape of real results. They say nothing about the accuracy of any simulation.";

const PREVIEW =
  "A preview: the run scores the engine as it is and changes nothing in it. Surveys that a methodology was fitted to flatter it; " +
  "upload ones that it has not seen.";

/** The disclaimer of a run with a file: what was computed, what was left out, and by which methodologies on which tier. */
function uploadDisclaimer({ accuracy, questions }: CalibrationScore): string {
  return [
    "Computed from the uploaded calibration file:",
    `${count(accuracy.observations, "row")} of ${count(accuracy.by_segment.length, "segment")}`,
    `and ${count(questions.distinct, "distinct question")}, every row counted alike.`,
    mapeRule(accuracy),
    ...unknownSegments(accuracy),
    ...predictedBy(questions),
    ...samplingError(accuracy),
    PREVIEW,
  ].join(" ");
}

function mapeRule({ mape, small_actuals }: Accuracy): string {
  const rows = `rows with an observed yes share of at least ${SMALL_ACTUAL_POINTS} %`;
  if (mape === null) return `There is no MAPE: it is taken over ${rows}, and the file has none.`;
  const dropped = small_actuals === 1 ? "1 row is" : `${count(small_actuals, "row")} are`;
  return `MAPE is the mean of |predicted − observed| ÷ observed over ${rows}; ${dropped} below that and counted in the mean absolute error only.`;
}

function unknownSegments({ unknown_segment }: Accuracy): string[] {
  if (unknown_segment === 0) return [];
  return [
    `The population, or the forecast, lacks the segment of ${
      count(unknown_segment, "row")
    }: the overall share was predicted.`,
  ];
}

function predictedBy({ by_basis }: CalibrationScore["questions"]): string[] {
  return by_basis.map(({ methodology, tier, illustrative, questions }) => {
    const some = count(questions, "question");
    const one = questions === 1;
    if (methodology === null) {
      return `No published methodology fits ${some}: predicted as ${
        one ? "a simulation of it" : "simulations of them"
      } would be, on tier 3.`;
    }
    const { slug, version } = methodology;
    const note = illustrative ? ", calibrated on illustrative figures," : "";
    const match = one ? "matches" : "match";
    const how = tier === 1
      ? `that ${match} a calibrated question (tier 1)`
      : `on its topic that ${match} no calibrated question of it (tier 2)`;
    return `The methodology ${slug} (version ${version})${note} predicted ${some} ${how}.`;
  });
}

function samplingError({ sampling_mae_points, rows_with_n }: Accuracy): string[] {
  if (sampling_mae_points === null) return [];
  const rows = count(rows_with_n, "row");
  const points = sampling_mae_points.toFixed(1);
  return [
    `On the ${rows} with n, sampling error alone would give a perfect prediction a mean absolute error of about ${points} points.`,
  ];
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`;
}
