import type { CalibratedQuestion } from "#engine/bank/calibrated-survey.ts";
import { type BankQuestion, boundedLogit } from "#engine/bank/shares.ts";
import type { PredictorAsset } from "#engine/forecast/predictor.ts";
import { toBase64 } from "#engine/numeric/columns.ts";
import type { SentenceEncoder } from "#engine/question/vectors.ts";
import { fitMatchWeights } from "./fit-match-weights.ts";
import { predictLeftOut, prepareBank, SEGMENT_NAMES, toldPredictions, trainBank } from "./leave-out.ts";
import { measureErrors } from "./held-out-figures.ts";
import { measureMatching } from "./verdict-accuracy.ts";
import type { SurveyMapping } from "#engine/bank/mapping.ts";
import { encodeRespondents, type Row } from "#engine/bank/respondents.ts";
import { rowOf, type TableRow } from "#engine/bank/tables.ts";
import { samplingVariance } from "#engine/forecast/uncertainty.ts";

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
  const { decided, maybe, middle, bySegment } = trainBank(prepared);
  const meanAndWeights = (process: typeof maybe) => {
    const { mean, weights } = process.weights();
    return { mean, weights: toBase64(weights) };
  };
  const weights = fitMatchWeights(bank, vectors);
  const { doubt, misread } = await measureMatching({ bank, encoder, vectors, weights });
  const leftOut = predictLeftOut(prepared, "house");
  const told = measureErrors(toldPredictions(leftOut));
  return {
    format: 2,
    embedder: encoder.id,
    questions: prepared.bank.map(({ id }) => id),
    decided: { ...meanAndWeights(decided), cholesky: toBase64(decided.inverse.lower) },
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
    check: toBase64(prepared.wordings[0]?.[0]?.decided ?? []),
  };
}

/** Fewer effective answers of a year than this say more about sampling. */
const MIN_ANSWERS = 100;

/**
 * How fast answers move, by the same questions put by one survey in its first year and in its last.
 * @param rows with a column `year`.
 */
export function measureDrift(mapping: SurveyMapping, rows: readonly Row[]) {
  const all = rows.map(({ year }) => Number(year));
  const years = [Math.min(...all), Math.max(...all)] as const;
  const [first = [], last = []] = years.map((year) =>
    overallOf(mapping, rows.filter((row) => Number(row["year"]) === year))
  );
  const moves = first.flatMap((before, q) => {
    const after = last[q];
    if (after === undefined || !(Math.min(before.effective_n, after.effective_n) >= MIN_ANSWERS)) return [];
    const sampling = [before, after].reduce(
      (sum, { yes, effective_n }) => sum + samplingVariance(yes, effective_n),
      0,
    );
    return [(boundedLogit(after.yes) - boundedLogit(before.yes)) ** 2 - sampling];
  });
  const variance = moves.reduce((sum, move) => sum + move, 0) / moves.length;
  return {
    /** Variance of the logit of yes a year, beyond sampling, in squared logits: differences grow as a random walk. */
    per_year: Math.max(0, variance) / (years[1] - years[0]),
    questions: moves.length,
    survey: mapping.survey,
    years,
  };
}

export type Drift = ReturnType<typeof measureDrift>;

/** The weighted shares of every question; of one that nobody was asked no numbers. */
function overallOf(mapping: SurveyMapping, rows: readonly Row[]): TableRow[] {
  const { answers, weights } = encodeRespondents(mapping, Object.keys(rows[0] ?? {}), rows);
  return answers.map((given, q) =>
    rowOf({ answers: given, weights: weights[q] ?? new Float64Array(), isIn: () => true })
  );
}
