import type { Methodology } from "#engine/bank/methodology.ts";
import { addAt, floatAt, itemAt, range, toBase64 } from "#engine/numeric/columns.ts";
import { encodeVectors, type SentenceEncoder, type Vectors, vectorsOf } from "#engine/question/vectors.ts";
import { addRow, finished, logitOf, minimise, penalty } from "#engine/routing/logistic.ts";
import { plainText } from "#engine/question/words.ts";
import {
  type ConfidenceLink,
  confidences,
  hashReferences,
  logitsOf,
  referencesOf,
  type RoutingWeights,
} from "#engine/routing/weights.ts";
import type { EvaluationQuestion } from "./evaluation.ts";

/** What an off-topic question counts in the fit of the confidence: they are rarer in use than among the labelled questions. */
const OFF_TOPIC_WEIGHT = 0.5;

/**
 * Learns to distinguish the methodologies and the off-topic questions by multinomial logistic regression on the vectors of the
 * reference questions, then fits the confidence to the logits of `calibration` questions, which the regression has not seen.
 * Deterministic. Some 40 seconds for 3,200 references.
 * @param trainedOn day of training, ISO 8601.
 * @returns the weights, and the references' vectors as bytes, by which further methodologies are learnt.
 */
export async function trainRouting(
  methodologies: readonly Methodology[],
  encoder: SentenceEncoder,
  calibration: readonly EvaluationQuestion[],
  trainedOn: string,
): Promise<{ weights: RoutingWeights; vectors: Buffer }> {
  const references = referencesOf(methodologies);
  // Read back from the bytes, so that the regression has the numbers that a process will have.
  const bytes = encodeVectors(await encoder.embed(references.map(({ text }) => plainText(text))));
  const vectors = vectorsOf(bytes, references.length);
  const classes = methodologies.length + 1;
  const columns = fitColumns(vectors, references.map(({ belongs }) => belongs), classes);
  const asked = await encoder.embed(calibration.map(({ question }) => plainText(question)));
  const unseen = calibration.map(({ methodology }, q): LabelledScores => ({
    scores: logitsOf(columns, itemAt(asked, q)),
    right: methodology === null
      ? methodologies.length
      : methodologies.findIndex(({ slug }) => slug === methodology),
    weight: (methodology === null ? OFF_TOPIC_WEIGHT : 1) / calibration.length,
  }));
  const weights = {
    trained_on: trainedOn,
    embedder_id: encoder.id,
    references_sha256: hashReferences(references),
    methodologies: methodologies.map(({ slug, version }) => ({ slug, version })),
    confidence: fitConfidence(unseen),
    columns: toBase64(columns.flatMap((column) => [...column])),
  };
  return { weights, vectors: bytes };
}

/** Multinomial logistic regression: a column of weights for each class, its constant last. */
function fitColumns(
  { dimensions, count, numbers }: Vectors,
  belongs: readonly number[],
  classes: number,
): Float64Array[] {
  const size = dimensions + 1;
  const columnsIn = (all: Float64Array) => range(classes).map((c) => all.subarray(c * size, (c + 1) * size));
  const evaluate = (all: Float64Array) => {
    const columns = columnsIn(all);
    const gradients = columns.map((column) => penalty(column, dimensions));
    let value = gradients.reduce((sum, each) => sum + each.value, 0);
    const logits = new Float64Array(classes);
    for (let row = 0; row < count; row++) {
      let highest = -Infinity;
      for (let c = 0; c < classes; c++) {
        logits[c] = logitOf(itemAt(columns, c), numbers, row * dimensions);
        highest = Math.max(highest, floatAt(logits, c));
      }
      let odds = 0;
      for (let c = 0; c < classes; c++) odds += Math.exp(floatAt(logits, c) - highest);
      const whole = highest + Math.log(odds);
      const right = itemAt(belongs, row);
      value += whole - floatAt(logits, right);
      for (let c = 0; c < classes; c++) {
        const excess = Math.exp(floatAt(logits, c) - whole) - (c === right ? 1 : 0);
        // A class that a vector is far from learns nothing of it.
        if (Math.abs(excess) > 1e-9) {
          addRow(itemAt(gradients, c).gradient, numbers, row * dimensions, excess);
        }
      }
    }
    const gradient = new Float64Array(all.length);
    gradients.forEach((each, c) => each.gradient.forEach((x, i) => addAt(gradient, c * size + i, x)));
    return { value, gradient };
  };
  return columnsIn(finished(minimise(evaluate, new Float64Array(classes * size), 1e-2)));
}

/** Scores of one question: the methodologies', then last the off-topic one. `right` is the index of the true class. */
export interface LabelledScores {
  readonly scores: Float64Array;
  readonly right: number;
  /** How much the question counts in the fit. */
  readonly weight: number;
}

/** The link of the highest likelihood, whose logarithm is concave in the link's numbers. */
export function fitConfidence(questions: readonly LabelledScores[]): ConfidenceLink {
  const linkOf = (numbers: Float64Array): ConfidenceLink => ({
    methodology: floatAt(numbers, 0),
    off_topic: floatAt(numbers, 1),
    off_topic_bias: floatAt(numbers, 2),
  });
  const evaluate = (numbers: Float64Array) => {
    const link = linkOf(numbers);
    const gradient = new Float64Array(3);
    let value = 0;
    for (const { scores, right, weight } of questions) {
      const p = confidences(scores, link);
      value -= weight * Math.log(floatAt(p, right));
      scores.forEach((score, c) => {
        const excess = weight * (floatAt(p, c) - (c === right ? 1 : 0));
        const isOffTopic = c === scores.length - 1;
        addAt(gradient, isOffTopic ? 1 : 0, excess * score);
        if (isOffTopic) addAt(gradient, 2, excess);
      });
    }
    return { value, gradient };
  };
  return linkOf(finished(minimise(evaluate, Float64Array.of(1, 1, 0), 1e-10)));
}
