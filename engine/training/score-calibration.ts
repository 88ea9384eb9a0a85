import { type Observation, questionKey } from "./calibration-row.ts";
import { AccuracySums } from "./error-measures.ts";
import type { PredictionBasis, QuestionPrediction } from "./question-prediction.ts";

/** Predicts a question: see {@link QuestionPrediction}. Called once for each distinct question of a file. */
export type PredictQuestion = (question: string) => Promise<Predicted> | Predicted;
type Predicted = Pick<QuestionPrediction, "basis" | "of">;

export type CalibrationScore = Awaited<ReturnType<typeof scoreCalibration>>;

/**
 * Predicts every row and compares it with the observed share. A training run's name is free and names no methodology, so each
 * question is predicted as an auto-routed simulation of it would be. Memory holds a digest and a prediction of each distinct question.
 *
 * @throws RangeError where a prediction is not a share. Errors of `rows`, such as CalibrationFileFault, and of `predict` pass
 *     through unchanged.
 */
export async function scoreCalibration(
  rows: AsyncIterable<Observation>,
  predict: PredictQuestion,
) {
  const sums = new AccuracySums();
  const questions = new Map<string, { readonly prediction: Predicted; readonly tally: Tally }>();
  const tallies = new Map<string, Tally>();
  for await (const row of rows) {
    const key = questionKey(row.question);
    let known = questions.get(key);
    if (known === undefined) {
      const prediction = await predict(row.question);
      known = { prediction, tally: tallyOf(tallies, prediction.basis) };
      known.tally.questions++;
      questions.set(key, known);
    }
    known.tally.rows++;
    const { yes_pct, from } = known.prediction.of(row.segment);
    if (!(yes_pct >= 0 && yes_pct <= 100)) {
      throw new RangeError(`Cannot score a row: ${yes_pct} is not a share from 0 to 100`);
    }
    sums.add({ ...row, predicted_yes_pct: yes_pct, unknown_segment: from === "unknown" });
  }
  // How the questions of the file were predicted.
  const counts = { distinct: questions.size, by_basis: ranked(tallies) };
  return { accuracy: sums.result(), questions: counts };
}

/** What some questions were predicted by, and how many these are. */
interface Tally {
  readonly basis: PredictionBasis;
  questions: number;
  rows: number;
}

function tallyOf(tallies: Map<string, Tally>, basis: PredictionBasis): Tally {
  const { methodology, tier, illustrative } = basis;
  const key = JSON.stringify([methodology?.slug ?? "", methodology?.version, tier, illustrative]);
  const tally = tallies.get(key) ?? { basis, questions: 0, rows: 0 };
  tallies.set(key, tally);
  return tally;
}

/** Most questions first, then by slug and tier. */
function ranked(
  tallies: ReadonlyMap<string, Tally>,
): (PredictionBasis & Pick<Tally, "questions" | "rows">)[] {
  return [...tallies]
    .sort(([a, { questions: few }], [b, { questions: many }]) => many - few || (a < b ? -1 : 1))
    .map(([, { basis, questions, rows }]) => ({ ...basis, questions, rows }));
}
