import type { PredictorAsset } from "#engine/forecast/predictor.ts";
import { kernelWith, likenessesOf, vocabularyOf, wordingOf } from "#engine/forecast/kernel.ts";
import { parseQuestion } from "#engine/question/parsed-question.ts";
import type { BankQuestion } from "#engine/bank/shares.ts";
import { fitMatchWeights } from "./fit-match-weights.ts";
import { fitParameters, fitSegmentParameters } from "./fit-parameters.ts";
import type { PreparedBank } from "./leave-out.ts";
import { LikenessGrid } from "./likeness-grid.ts";
import { measureSkill, predictOtherSurveys } from "./measure-skill.ts";
import { SEGMENT_NAMES, segmentTargetsOf, targetsOf, trainOverall, trainSegments } from "./trained.ts";

/** The vectors that a fit needs, asked for once: contents for prediction, whole texts for matching, single words. */
export interface FitVectors {
  readonly embedder: string;
  readonly of: (text: string) => Float32Array;
  /** Word vectors for alignment: always those that come with the service. */
  readonly wordOf: (word: string) => Float32Array;
  /** Whether the asset must bring the contents' vectors, because the embedder is a server. */
  readonly store: boolean;
}

/** Reads and compares all wordings of a bank. */
export function prepareBank(bank: readonly BankQuestion[], of: (text: string) => Float32Array): PreparedBank {
  const parsed = bank.map((question) => question.wordings.map(parseQuestion));
  const vocabulary = vocabularyOf(parsed);
  const wordings = parsed.map((each) => each.map((r) => wordingOf(r, of(r.contentText), vocabulary)));
  return { bank, parsed, wordings, grid: new LikenessGrid(wordings) };
}

/**
 * Fits the predictor of one embedder: hyperparameters and weights on the bank's questions, skill and errors on those of other surveys.
 * Deterministic; about a minute for 183 questions with five wordings each.
 */
export function fitPredictor(bank: readonly BankQuestion[], vectors: FitVectors): PredictorAsset {
  const prepared = prepareBank(bank, vectors.of);
  const { grid, parsed, wordings } = prepared;
  const rows = bank.map((_, i) => i);
  const first = parsed.flatMap((each) => each[0] ?? []);
  const targets = targetsOf(bank, first);
  const segmentTargets = segmentTargetsOf(bank, first, SEGMENT_NAMES);
  const parameters = fitParameters(grid, targets.yes, rows);
  const segmentParameters = fitSegmentParameters(grid, segmentTargets, rows);
  const overall = trainOverall(grid.kernel(parameters), bank.length, targets, rows, parameters);
  const segments = trainSegments(
    grid.segmentKernel(segmentParameters),
    bank.length,
    segmentTargets,
    rows,
    segmentParameters,
  );
  const probe = wordings[0]?.[0];
  const fitted = {
    format: 1 as const,
    embedder: vectors.embedder,
    questions: bank.map(({ id, wordings }) => ({ id, wordings })),
    parameters,
    segment_parameters: segmentParameters,
    cholesky: toBase64(overall.design.lower),
    yes: toBase64(overall.yes.alpha),
    no: toBase64(overall.no.alpha),
    segments: SEGMENT_NAMES.map((segment, at) => ({
      segment,
      yes: toBase64(segments.yes[at] ?? []),
      no: toBase64(segments.no[at] ?? []),
    })),
    match_weights: fitMatchWeights(bank, vectors),
    check: toBase64(probe === undefined ? [] : kernelWith(likenessesOf(probe, wordings), parameters)),
    ...(vectors.store ? { vectors: toBase64(wordings.flat().flatMap((w) => Array.from(w.vector))) } : {}),
  };
  return { ...fitted, ...measureSkill(predictOtherSurveys(fitted, vectors.of)) };
}

const toBase64 = (values: ArrayLike<number>): string =>
  Buffer.from(Float32Array.from(values).buffer).toString("base64");
