import type { Methodology } from "../methodology.ts";
import { fitConfidence, type LabelledScores } from "./confidence.ts";
import type { EvaluationQuestion } from "./evaluation.ts";
import type { SentenceEmbedder } from "./features.ts";
import { indexReferences } from "./reference-index.ts";
import { kernelMatrix, scoresOf } from "./regression.ts";
import { factorise, inverseDiagonal, solve } from "./ridge.ts";
import { encodeCoefficients, hashReferences, referencesOf, type RoutingWeights } from "./weights.ts";

/**
 * Learns to tell the methodologies and the off-topic questions apart by kernel ridge regression (one against all, targets 1
 * and 0) on the reference questions, then fits the confidence to scores of questions that the regression has not seen: each
 * reference left out in turn, and `calibration` questions; each of the two groups has half the say. Deterministic. About
 * 10 s for 2,500 references.
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
  const matrix = kernelMatrix(index, texts);
  factorise(matrix);
  const columns = Array.from(
    { length: classes },
    (_, c) => solve(matrix, Float64Array.from(references, ({ belongs }) => belongs === c ? 1 : 0)),
  );

  const diagonal = inverseDiagonal(matrix);
  const leftOut = references.map(({ belongs }, r): LabelledScores => ({
    // Leave-one-out score of a ridge regression: y − α / (A⁻¹)_rr.
    scores: Float64Array.from(
      columns,
      (column, c) => (belongs === c ? 1 : 0) - (column[r] ?? 0) / (diagonal[r] ?? 1),
    ),
    right: belongs,
    weight: 1 / references.length,
  }));
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
    confidence: fitConfidence([...leftOut, ...fresh]),
    coefficients: encodeCoefficients(columns),
  };
}
