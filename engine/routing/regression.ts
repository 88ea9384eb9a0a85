import { type Cholesky, cholesky } from "../numeric/cholesky.ts";
import { floatAt, itemAt, range } from "../numeric/columns.ts";
import type { ReferenceIndex } from "./reference-index.ts";

/** Ridge of the regression; chosen on the tuning questions, flat between 0.1 and 0.3. */
const RIDGE = 0.1;

/** Other references in the regression of an untrained methodology: those most like its own. */
const RIVALS = 300;

/** The similarities of each text to the references `rows`, row-major: a row for each text. */
export function similarityMatrix(
  index: ReferenceIndex,
  texts: readonly string[],
  rows: readonly number[],
): Float64Array {
  const kernel = new Float64Array(texts.length * rows.length);
  texts.forEach((text, i) => {
    const similarities = index.similarities(text);
    rows.forEach((row, j) => kernel[i * rows.length + j] = floatAt(similarities, row));
  });
  return kernel;
}

/**
 * Kernel ridge regression on `count` references: solves for the coefficients of any targets (Saunders, Gammerman and Vovk 1998).
 * @param kernel count × count, row-major.
 */
export function ridgeRegression(kernel: Float64Array, count: number): Cholesky {
  return cholesky(kernel, count, RIDGE);
}

/** The regressions' scores of a text: about 1 for the class that it belongs to, about 0 for the others. */
export function scoresOf(similarities: Float64Array, columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns, (column) => {
    let sum = 0;
    for (let r = 0; r < column.length; r++) sum += floatAt(column, r) * floatAt(similarities, r);
    return sum;
  });
}

/** A methodology that the weights lack: its own references beside those of the training, with a coefficient for each. */
export interface Learnt {
  readonly index: ReferenceIndex;
  /** Of the training's references, most of which have 0, and of the own ones. */
  readonly trained: Float64Array;
  readonly own: Float64Array;
}

/**
 * Learns a methodology that the weights lack: the regression of `train.ts`, but only against the references most like its own.
 * About 50 ms for 30 questions.
 * @param texts those of `trained`, in order.
 */
export function learnUntrained(
  trained: ReferenceIndex,
  texts: readonly string[],
  questions: readonly string[],
): Learnt {
  const nearest = nearestSimilarities(trained, questions);
  const rivals = range(texts.length)
    .sort((a, b) => floatAt(nearest, b) - floatAt(nearest, a)).slice(0, RIVALS);
  const rows = [...questions, ...rivals.map((reference) => itemAt(texts, reference))];
  const kernel = similarityMatrix(trained.indexOf(rows), rows, range(rows.length));
  const targets = Float64Array.from(rows, (_, row) => row < questions.length ? 1 : 0);
  const solved = ridgeRegression(kernel, rows.length).solve(targets);
  const coefficients = new Float64Array(texts.length);
  rivals.forEach((rival, j) => coefficients[rival] = floatAt(solved, questions.length + j));
  return {
    index: trained.indexOf(questions),
    trained: coefficients,
    own: Float64Array.from(solved.subarray(0, questions.length)),
  };
}

/** The similarity of every reference to the most similar of these texts. */
function nearestSimilarities(index: ReferenceIndex, texts: readonly string[]): Float64Array {
  const nearest = new Float64Array(index.size);
  for (const text of texts) {
    index.similarities(text).forEach((similarity, reference) => {
      nearest[reference] = Math.max(floatAt(nearest, reference), similarity);
    });
  }
  return nearest;
}
