import type { CalibratedQuestion } from "#engine/bank/calibrated-survey.ts";
import { inCommon, type Landmark, type Resembling, resemblingTo } from "#engine/forecast/resembling.ts";
import { itemAt } from "#engine/numeric/columns.ts";

/** Every so many questions are tried. */
const STEP = 4;

/**
 * Measures how far wordings share their own part: of each question tried the object is left out, and its wordings are asked one by one.
 * @param vectorOf vector of a wording's positive form.
 */
export function measureOwnParts(
  questions: readonly CalibratedQuestion[],
  landmarks: readonly Landmark[],
  vectorOf: (wording: string) => Float32Array,
) {
  const tried = questions.filter((_, q) => q % STEP === 0).map((question) => {
    const others = landmarks.filter((_, q) => itemAt(questions, q).object !== question.object);
    return {
      question,
      wordings: question.wordings.map((wording) => resemblingTo(vectorOf(wording), others)),
    };
  });
  const shared = tried.flatMap(({ wordings }) =>
    wordings.flatMap((first, i) => wordings.slice(0, i).map((other) => inCommon(first, other)))
  );
  const first = (wordings: readonly Resembling[][]) => itemAt(wordings, 0);
  const between = tried.map(({ question, wordings }) =>
    tried.filter((other) => other.question.object !== question.object)
      .map((other) => ({
        far: other.question.battery !== question.battery,
        common: Math.abs(inCommon(first(wordings), first(other.wordings))),
      }))
  );
  const mean = (values: readonly number[]) =>
    values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);
  return {
    /** By two wordings of one question: mean, 10th percentile. */
    wordings: [mean(shared), shared.toSorted((a, b) => a - b)[Math.floor(shared.length / 10)] ?? NaN],
    /** By a question and the one nearest to it, of another object. */
    nearest: mean(between.map((others) => Math.max(...others.map(({ common }) => common)))),
    /** By two questions of different batteries, in absolute size. */
    others: mean(between.flat().filter(({ far }) => far).map(({ common }) => common)),
  };
}
