import type { CalibratedQuestion } from "#engine/bank/calibrated-survey.ts";
import type { BankQuestion } from "#engine/bank/shares.ts";
import { kernelsWith } from "#engine/forecast/kernel.ts";
import { type PredictorAsset, toBase64 } from "#engine/forecast/predictor.ts";
import type { SentenceEncoder } from "#engine/question/vectors.ts";
import { fitMatchWeights } from "./fit-match-weights.ts";
import { predictLeftOut, prepareBank, SEGMENT_NAMES, toldPredictions, trainBank } from "./leave-out.ts";
import { measureErrors } from "./measure-errors.ts";
import { measureMatching } from "./verdict-accuracy.ts";

/**
 * Fits the predictor to the bank's questions, and its errors to predictions without a question's house: a customer's question is of another house
 * too. Deterministic; some two minutes for 720 questions.
 * @param toplines what the predictor learns from besides.
 * @param drift variance of a logit a year, of `measureDrift`.
 */
export async function fitPredictor(
  bank: readonly CalibratedQuestion[],
  toplines: readonly BankQuestion[],
  encoder: SentenceEncoder,
  vectors: ReadonlyMap<string, Float32Array>,
  drift: number,
): Promise<PredictorAsset> {
  const prepared = prepareBank(bank, vectors, toplines);
  const { inverses, decided, maybe, middle, bySegment } = trainBank(prepared);
  const d = decided.weights();
  const meanAndWeights = (fitted: typeof maybe) => {
    const { mean, weights } = fitted.weights();
    return { mean, weights: toBase64(weights) };
  };
  const weights = fitMatchWeights(bank, vectors);
  const { doubt, misread } = await measureMatching({ bank, encoder, vectors, weights });
  const leftOut = predictLeftOut(prepared, "house");
  const told = measureErrors(toldPredictions(leftOut));
  const probe = prepared.wordings[0]?.[0];
  return {
    format: 2,
    embedder: encoder.id,
    questions: prepared.bank.map(({ id }) => id),
    decided: { mean: d.mean, weights: toBase64(d.weights), cholesky: toBase64(inverses.decided.lower) },
    maybe: meanAndWeights(maybe),
    middle: meanAndWeights(middle),
    segments: SEGMENT_NAMES.map((segment, at) => ({
      segment,
      yes: toBase64(bySegment[at]?.yes.weights().weights ?? []),
      no: toBase64(bySegment[at]?.no.weights().weights ?? []),
    })),
    errors: {
      ...measureErrors(leftOut),
      told: { factor: told.factor, maybe: told.maybe },
      doubt,
      misread,
      drift,
    },
    match_weights: weights,
    check: toBase64(
      probe === undefined ? [] : kernelsWith(probe, prepared.wordings).decided,
    ),
  };
}
