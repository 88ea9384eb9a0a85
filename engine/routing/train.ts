import type { Methodology } from "../methodologies/methodology.ts";
import { fitConfidence, type LabelledScores } from "./confidence.ts";
import type { EvaluationQuestion } from "./evaluation.ts";
import type { SentenceEmbedder } from "./features.ts";
import { indexReferences } from "./reference-index.ts";
import { kernelOf, ridgeRegression, scoresOf } from "./regression.ts";
import {
  encodeCoefficients,
  hashReferences,
  type Reference,
  referencesOf,
  type RoutingWeights,
} from "./weights.ts";

/** Parts that the references are cut into, so that each is scored by a regression that has not seen it. */
const FOLDS = 5;

/**
 * Learns to tell the methodologies and the off-topic questions apart by kernel ridge regression (one against all, targets 1
 * and 0) on the reference questions, then fits the confidence to scores of questions that the regression has not seen: each
 * fifth of the references in turn, and `calibration` questions; each of the two groups has half the say. Deterministic.
 * About half a minute for 2,500 references.
 */
export function trainRouting(
  methodologies: readonly Methodology[],
  embedder: SentenceEmbedder,
  calibration: readonly EvaluationQuestion[],
  trainedOn: string,
): RoutingWeights {
  const references = referencesOf(methodologies);
  const texts = references.map((each) => each.text);
  const index = indexReferences(texts, embedder);
  const classes = methodologies.length + 1;
  const kernel = kernelOf(index, texts, texts.map((_, r) => r));
  const columns = columnsOf(kernel, references, classes);
  const fresh = calibration.map(({ question, methodology }): LabelledScores => ({
    scores: scoresOf(index.similarities(question), columns),
    right: methodology === null
      ? methodologies.length
      : methodologies.findIndex((each) => each.slug === methodology),
    weight: 1 / calibration.length,
  }));
  return {
    trained_on: trainedOn,
    embedder_id: embedder.id,
    references_sha256: hashReferences(references),
    methodologies: methodologies.map(({ slug, version }) => ({ slug, version })),
    confidence: fitConfidence([...crossValidated(kernel, references, classes), ...fresh]),
    coefficients: encodeCoefficients(columns),
  };
}

/** A regression a class: its coefficient of each reference. */
function columnsOf(kernel: Float64Array, references: readonly Reference[], classes: number): Float64Array[] {
  const regression = ridgeRegression(kernel, references.length);
  return Array.from(
    { length: classes },
    (_, c) => regression.solve(Float64Array.from(references, ({ belongs }) => belongs === c ? 1 : 0)),
  );
}

/** Scores of every reference by the regressions on the four fifths that it is not part of. */
function crossValidated(
  kernel: Float64Array,
  references: readonly Reference[],
  classes: number,
): LabelledScores[] {
  const size = references.length;
  const rows = references.map((_, r) => r);
  return Array.from({ length: FOLDS }, (_, fold) => {
    const seen = rows.filter((r) => r % FOLDS !== fold);
    const among = Float64Array.from(seen.flatMap((i) => seen.map((j) => kernel[i * size + j] ?? 0)));
    const columns = columnsOf(among, seen.flatMap((r) => references[r] ?? []), classes);
    return rows.filter((r) => r % FOLDS === fold).map((r): LabelledScores => ({
      scores: scoresOf(Float64Array.from(seen, (j) => kernel[r * size + j] ?? 0), columns),
      right: references[r]?.belongs ?? 0,
      weight: 1 / size,
    }));
  }).flat();
}
