import type { Methodology } from "#engine/bank/methodology.ts";
import { floatAt, itemAt, range } from "#engine/numeric/columns.ts";
import type { SentenceEmbedder } from "#engine/question/vectors.ts";
import { ReferenceIndex } from "#engine/routing/reference-index.ts";
import { ridgeRegression, scoresOf, similarityMatrix } from "#engine/routing/regression.ts";
import {
  hashReferences,
  type Reference,
  referencesOf,
  type RoutingWeights,
} from "#engine/routing/weights.ts";
import type { EvaluationQuestion } from "./evaluation.ts";
import { fitConfidence, type LabelledScores } from "./fit-confidence.ts";

/** Parts of the references; each part is scored by a regression on the others. */
const FOLDS = 5;

/**
 * Learns to distinguish the methodologies and the off-topic questions by kernel ridge regression (one against all, targets 1
 * and 0) on the reference questions, then fits the confidence to scores of questions that the regression has not seen: each
 * fifth of the references in turn, and `calibration` questions; each of the two groups has half the weight. Deterministic.
 * About half a minute for 2,500 references.
 * @param trainedOn day of training, ISO 8601.
 */
export function trainRouting(
  methodologies: readonly Methodology[],
  embedder: SentenceEmbedder,
  calibration: readonly EvaluationQuestion[],
  trainedOn: string,
): RoutingWeights {
  const references = referencesOf(methodologies);
  const texts = references.map(({ text }) => text);
  const index = new ReferenceIndex(texts, embedder);
  const classes = methodologies.length + 1;
  const kernel = similarityMatrix(index, texts, range(texts.length));
  const columns = columnsOf(kernel, references, classes);
  const classOf = (slug: string | null) =>
    slug === null
      ? methodologies.length
      : methodologies.findIndex((methodology) => methodology.slug === slug);
  const unseen = calibration.map(({ question, methodology }): LabelledScores => ({
    scores: scoresOf(index.similarities(question), columns),
    right: classOf(methodology),
    weight: 1 / calibration.length,
  }));
  return {
    trained_on: trainedOn,
    embedder_id: embedder.id,
    references_sha256: hashReferences(references),
    methodologies: methodologies.map(({ slug, version }) => ({ slug, version })),
    confidence: fitConfidence([...crossValidated(kernel, references, classes), ...unseen]),
    coefficients: encodeCoefficients(columns),
  };
}

/** One column of coefficients a class, one coefficient a reference. */
function columnsOf(kernel: Float64Array, references: readonly Reference[], classes: number): Float64Array[] {
  const regression = ridgeRegression(kernel, references.length);
  return range(classes).map((c) =>
    regression.solve(Float64Array.from(references, ({ belongs }) => belongs === c ? 1 : 0))
  );
}

/** Scores of every reference by the regressions on the four fifths that it is not part of. */
function crossValidated(
  kernel: Float64Array,
  references: readonly Reference[],
  classes: number,
): LabelledScores[] {
  const size = references.length;
  return range(FOLDS).flatMap((fold) => {
    const seen = range(size).filter((r) => r % FOLDS !== fold);
    const seenKernel = Float64Array.from(seen.flatMap((i) => seen.map((j) => floatAt(kernel, i * size + j))));
    const columns = columnsOf(seenKernel, seen.map((r) => itemAt(references, r)), classes);
    return range(size).filter((r) => r % FOLDS === fold).map((r): LabelledScores => ({
      scores: scoresOf(Float64Array.from(seen, (j) => floatAt(kernel, r * size + j)), columns),
      right: itemAt(references, r).belongs,
      weight: 1 / size,
    }));
  });
}

/** The columns as `RoutingWeights.coefficients`: base64 of float32, little-endian, reference by reference. */
function encodeCoefficients(columns: readonly Float64Array[]): string {
  const entries = columns.reduce((sum, column) => sum + column.length, 0);
  const bytes = Buffer.alloc(4 * entries);
  columns.forEach((column, c) =>
    column.forEach((x, r) => bytes.writeFloatLE(x, 4 * (r * columns.length + c)))
  );
  return bytes.toString("base64");
}
