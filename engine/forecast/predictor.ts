import { dot, solve, solveLower, type Triangle } from "../numeric/cholesky.ts";
import { logistic, logit } from "../random/normal.ts";
import type { ErrorModel } from "./uncertainty.ts";
import {
  DECIDED,
  kernelsWith,
  ownKernel,
  type Vocabulary,
  vocabularyOf,
  type Wording,
  wordingOf,
} from "./kernel.ts";
import { type AnswersOffered, rescaled } from "../bank/answers-offered.ts";
import { encodedText } from "../bank/wording-vectors.ts";
import { parseQuestion } from "../question/parsed-question.ts";
import {
  type BankQuestion,
  invertedShares,
  type LogitPrediction,
  type Shares,
  sharesFromLogits,
} from "../bank/shares.ts";

/**
 * What the fit command writes and the service reads. It holds weights computed from shares, no respondents' rows. About 2.9 MB; publishing
 * methodologies later does not change it. Numbers are base64 of little-endian float32.
 */
export interface PredictorAsset {
  readonly format: 2;
  readonly embedder: string;
  /** Ids of the questions that were fitted, in the bank's order. */
  readonly questions: readonly string[];
  /** Of the logit of yes among those who decide, in the positive form: mean, weights, and the Cholesky factor's lower triangle. */
  readonly decided: { readonly mean: number; readonly weights: string; readonly cholesky: string };
  /** Of the share of maybe, and of that where it is known that a middle answer is offered. */
  readonly maybe: MeanAndWeights;
  readonly middle: MeanAndWeights;
  readonly segments: readonly { readonly segment: string; readonly yes: string; readonly no: string }[];
  readonly errors: ErrorModel;
  readonly match_weights: readonly number[];
  /** Kernel of the first wording with every question, to 1e-4: a change of the features or vectors asks for a new fit. */
  readonly check: string;
}

interface MeanAndWeights {
  readonly mean: number;
  readonly weights: string;
}

const fromBase64 = (text: string): Float32Array => {
  const bytes = Buffer.from(text, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};

export const toBase64 = (values: ArrayLike<number>): string =>
  Buffer.from(Float32Array.from(values).buffer).toString("base64");

/** What is expected of a question that no survey asked, in its own direction. */
export interface Prediction {
  readonly logits: LogitPrediction;
  readonly shares: Shares;
  /** Differences of each segment from the overall share, in logits, by `dimension=segment`. */
  readonly segments: ReadonlyMap<string, { readonly yes: number; readonly no: number }>;
  /** False for a question that cannot be answered with yes or no. */
  readonly closed: boolean;
  /** Share of maybe where a middle answer is offered. */
  readonly middle: number;
  /** Null where nobody said which answers are offered. */
  readonly offered: AnswersOffered | null;
}

/** A scale has no middle, or one that at most this share of people take. */
const MAX_MAYBE = 0.6;
const boundedMaybe = (share: number): number => Math.min(MAX_MAYBE, Math.max(0, share));

/** Shares of yes, maybe and no as logits, from the logit of yes among those who decide and the share of maybe. */
export function logitsOf(decided: number, maybe: number, variance: number): LogitPrediction {
  const rest = 1 - boundedMaybe(maybe);
  return { yes: logit(rest * logistic(decided)), no: logit(rest * logistic(-decided)), variance };
}

/** The prediction where it is known which answers are offered: those who decide divide as before. */
export function withAnswersOffered(prediction: Prediction, offered: AnswersOffered | null): Prediction {
  if (offered === null) return prediction;
  const { shares: { yes, no }, logits, middle } = prediction;
  const maybe = offered === "yes_no" ? 0 : middle;
  const told = logitsOf(logit(yes / (yes + no)), maybe, logits.variance);
  return { ...prediction, logits: told, shares: rescaled(prediction.shares, maybe), offered };
}

/** Reads all wordings of a bank, with the vectors of their encoded texts. */
export function readWordings(
  bank: readonly { readonly wordings: readonly string[] }[],
  vectors: ReadonlyMap<string, Float32Array>,
): { readonly vocabulary: Vocabulary; readonly questions: Wording[][] } {
  const vocabulary = vocabularyOf(bank.map(({ wordings }) => wordings.map(parseQuestion)));
  const questions = bank.map(({ wordings }) =>
    wordings.map((text) => {
      const vector = vectors.get(encodedText(text));
      if (vector === undefined) throw new RangeError(`Cannot find the vector of "${text}"`);
      return wordingOf(parseQuestion(text), vector, vocabulary);
    })
  );
  return { vocabulary, questions };
}

/** Predicts questions that were not asked. Made once a process, in about 0.3 s; a prediction takes about 10 ms. */
export class Predictor {
  readonly errors: ErrorModel;
  readonly #asset: PredictorAsset;
  readonly #vocabulary: Vocabulary;
  readonly #questions: readonly (readonly Wording[])[];
  readonly #design: Design;
  readonly #decided: Float32Array;
  readonly #maybe: Float32Array;
  readonly #middle: Float32Array;
  readonly #segments: readonly { segment: string; yes: Float32Array; no: Float32Array }[];

  /**
   * @param bank the questions that were fitted, in any order.
   * @param vectors of their encoded texts.
   * @throws RangeError when features or vectors are no longer those of the fit.
   */
  constructor(
    asset: PredictorAsset,
    bank: readonly BankQuestion[],
    vectors: ReadonlyMap<string, Float32Array>,
  ) {
    this.#asset = asset;
    this.errors = asset.errors;
    const byId = new Map(bank.map((question) => [question.id, question]));
    const fitted = asset.questions.map((id) => byId.get(id) ?? { wordings: [] });
    const { vocabulary, questions } = readWordings(fitted, vectors);
    this.#vocabulary = vocabulary;
    this.#questions = questions;
    const lower = Float64Array.from(fromBase64(asset.decided.cholesky));
    this.#design = designOf(lower, asset.questions.length, DECIDED.noise);
    this.#decided = fromBase64(asset.decided.weights);
    this.#maybe = fromBase64(asset.maybe.weights);
    this.#middle = fromBase64(asset.middle.weights);
    this.#segments = asset.segments.map(({ segment, yes, no }) => ({
      segment,
      yes: fromBase64(yes),
      no: fromBase64(no),
    }));
    this.#checkFeatures();
  }

  /** @param vector the encoder's of `encodedText(question)`. */
  predict(question: string, vector: Float32Array): Prediction {
    const parsed = parseQuestion(question);
    const wording = wordingOf(parsed, vector, this.#vocabulary);
    const { decided, maybe, middle } = this.#asset;
    const k = kernelsWith(wording, this.#questions);
    const variance = predictVariance(this.#design, k.decided, ownKernel(wording, DECIDED));
    const positive = logitsOf(
      decided.mean + dot(this.#decided, k.decided),
      maybe.mean + dot(this.#maybe, k.maybe),
      variance,
    );
    const logits = invertedShares(positive, parsed.inverted);
    const segments = new Map(this.#segments.map(({ segment, yes, no }) => {
      const differences = { yes: dot(yes, k.segments), no: dot(no, k.segments) };
      return [segment, invertedShares(differences, parsed.inverted)];
    }));
    return {
      logits,
      shares: sharesFromLogits(logits.yes, logits.no),
      segments,
      closed: parsed.closed,
      middle: boundedMaybe(middle.mean + dot(this.#middle, k.maybe)),
      offered: null,
    };
  }

  /** The prediction of any question, of which nothing is known: the mean of all, with their spread. */
  averageQuestion(prediction: Prediction): Prediction {
    const { decided, maybe } = this.#asset;
    const own = DECIDED.content + DECIDED.text + DECIDED.form + DECIDED.pairs;
    const logits = logitsOf(decided.mean, maybe.mean, own + DECIDED.noise + 1 / this.#design.precision);
    const segments = new Map(this.#segments.map(({ segment }) => [segment, { yes: 0, no: 0 }]));
    return { ...prediction, logits, shares: sharesFromLogits(logits.yes, logits.no), segments };
  }

  #checkFeatures(): void {
    const first = this.#questions[0]?.[0];
    if (first === undefined) return;
    const stored = fromBase64(this.#asset.check);
    const now = kernelsWith(first, this.#questions).decided;
    const off = now.findIndex((x, i) => !(Math.abs(x - (stored[i] ?? NaN)) < 1e-4));
    if (off < 0) return;
    throw new RangeError(
      `Cannot predict with the fit for ${this.#asset.embedder}: features or vectors changed since; fit it again`,
    );
  }
}

/** What fits to any target share: the factor, and the weights of the constant mean. */
export interface Design {
  readonly lower: Triangle;
  readonly noise: number;
  /** (K + noise I)⁻¹ 1, and the precision of the mean 1ᵀ (K + noise I)⁻¹ 1. */
  readonly ones: Float64Array;
  readonly precision: number;
}

/** The design of a kernel with n questions from its factor, noise included. */
export function designOf(lower: Triangle, n: number, noise: number): Design {
  const ones = solve(lower, new Float64Array(n).fill(1));
  return { lower, noise, ones, precision: ones.reduce((sum, x) => sum + x, 0) };
}

/** Variance of a new question, with its own noise and that of the mean; `own` is its kernel with itself. */
function predictVariance(design: Design, k: Float64Array, own: number): number {
  const half = solveLower(design.lower, k);
  const rest = 1 - dot(k, design.ones);
  return Math.max(0, own - dot(half, half)) + design.noise + rest * rest / design.precision;
}
