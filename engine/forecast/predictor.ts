import { dot, solve, solveLower, type Triangle } from "../numeric/cholesky.ts";
import { fromBase64 } from "../numeric/columns.ts";
import { logistic, logit } from "../random/normal.ts";
import type { ErrorModel } from "./uncertainty.ts";
import { encodedText, vectorIn } from "../bank/wording-vectors.ts";
import { cuesApart, type ParsedQuestion, parseQuestion, rarityOf } from "../question/parsed-question.ts";
import {
  type AnswersOffered,
  type BankQuestion,
  invertedShares,
  type LogitPrediction,
  rescaled,
  type Shares,
  sharesFromLogits,
} from "../bank/shares.ts";
import { cosine, termCosine, termVector, type TermWeights } from "../question/vectors.ts";

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

/** What is expected of a question that no survey asked, in its own direction. */
export interface Prediction {
  readonly logits: LogitPrediction;
  readonly shares: Shares;
  /** Differences of each segment from the overall share, in logits, by `dimension=segment`. */
  readonly segments: ReadonlyMap<string, { readonly yes: number; readonly no: number }>;
  /** Share of maybe where a middle answer is offered. */
  readonly middle: number;
  /** Null where the request does not say which answers are offered. */
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
  const vocabulary = {
    content: rarityOf(bank, ({ contentTerms }) => contentTerms),
    pairs: rarityOf(bank, ({ pairTerms }) => pairTerms),
  };
  const questions = bank.map(({ wordings }) =>
    wordings.map((text) => wordingOf(parseQuestion(text), vectorIn(vectors, encodedText(text)), vocabulary))
  );
  return { vocabulary, questions };
}

/**
 * Predicts questions that were not asked. Made once a process, in about 0.3 s; a prediction takes about 10 ms.
 * @param bank the questions that were fitted, in any order.
 * @param vectors of their encoded texts.
 * @throws RangeError when features or vectors are no longer those of the fit.
 */
export function createPredictor(
  { questions: ids, decided, maybe, middle, segments, embedder, check }: PredictorAsset,
  bank: readonly BankQuestion[],
  vectors: ReadonlyMap<string, Float32Array>,
) {
  const byId = new Map(bank.map((question) => [question.id, question]));
  const fitted = ids.map((id) => byId.get(id) ?? { wordings: [] });
  const { vocabulary, questions } = readWordings(fitted, vectors);
  checkFeatures(questions, fromBase64(check), embedder);
  const lower: Triangle = Float64Array.from(fromBase64(decided.cholesky));
  /** (K + noise I)⁻¹ 1, and the precision of the mean 1ᵀ (K + noise I)⁻¹ 1. */
  const ones = solve(lower, new Float64Array(ids.length).fill(1));
  const precision = ones.reduce((sum, x) => sum + x, 0);
  const decidedWeights = fromBase64(decided.weights);
  const maybeWeights = fromBase64(maybe.weights);
  const middleWeights = fromBase64(middle.weights);
  const bySegment = segments.map(({ segment, yes, no }) => ({
    segment,
    yes: fromBase64(yes),
    no: fromBase64(no),
  }));

  /** Variance of a new question, with its own noise and that of the mean; `own` is its kernel with itself. */
  const varianceOf = (k: Float64Array, own: number): number => {
    const half = solveLower(lower, k);
    const rest = 1 - dot(k, ones);
    return Math.max(0, own - dot(half, half)) + DECIDED.noise + rest * rest / precision;
  };

  return {
    /** @param vector the encoder's of `encodedText(question)`. */
    predict(question: string, vector: Float32Array): Prediction {
      const parsed = parseQuestion(question);
      const wording = wordingOf(parsed, vector, vocabulary);
      const k = kernelsWith(wording, questions);
      const positive = logitsOf(
        decided.mean + dot(decidedWeights, k.decided),
        maybe.mean + dot(maybeWeights, k.maybe),
        varianceOf(k.decided, ownKernel(wording)),
      );
      const logits = invertedShares(positive, parsed.inverted);
      const differences = bySegment.map(({ segment, yes, no }) => {
        const own = { yes: dot(yes, k.segments), no: dot(no, k.segments) };
        return [segment, invertedShares(own, parsed.inverted)] as const;
      });
      return {
        logits,
        shares: sharesFromLogits(logits.yes, logits.no),
        segments: new Map(differences),
        middle: boundedMaybe(middle.mean + dot(middleWeights, k.maybe)),
        offered: null,
      };
    },

    /** The prediction of any question, of which nothing is known: the mean of all, with their spread. */
    averageQuestion(prediction: Prediction): Prediction {
      const own = DECIDED.content + DECIDED.text + DECIDED.form + DECIDED.pairs;
      const logits = logitsOf(decided.mean, maybe.mean, own + DECIDED.noise + 1 / precision);
      const same = new Map(segments.map(({ segment }) => [segment, { yes: 0, no: 0 }]));
      return { ...prediction, logits, shares: sharesFromLogits(logits.yes, logits.no), segments: same };
    },
  };
}

/** @throws RangeError where the first wording's kernels are not those of the fit. */
function checkFeatures(questions: readonly (readonly Wording[])[], fitted: Float32Array, embedder: string) {
  const first = questions[0]?.[0];
  if (first === undefined) return;
  const now = kernelsWith(first, questions).decided;
  if (now.every((x, i) => Math.abs(x - (fitted[i] ?? NaN)) < 1e-4)) return;
  throw new RangeError(
    `Cannot predict with the fit for ${embedder}: features or vectors changed since; fit it again`,
  );
}

/**
 * Hyperparameters of the kernel between two questions. Variances are in logits squared:
 * - `content`: s s′ exp((cos − 1) / scale), cos of the encoder's vectors, s what a question judges;
 * - `text`: exp((cos − 1) / scale);
 * - `form`: exp(−‖q − q′‖² / 2 · 1.5²) over the cues of form;
 * - `appeal`: product of the signed appeals by the list of stances;
 * - `pairs`: cosine of word pairs (TF-IDF);
 * - `noise`: what no kernel explains.
 */
type Parameters = Readonly<Record<"content" | "text" | "form" | "appeal" | "pairs" | "noise", number>>;

/** Of the logit of yes among those who decide. Chosen by trials with batteries and houses left out (research/unasked-questions.md). */
export const DECIDED: Parameters = {
  content: 0.2,
  text: 0.4,
  form: 0.2,
  appeal: 0.0125,
  pairs: 0.3,
  noise: 0.4,
};

/** Of the share of maybe. */
export const MAYBE: Parameters = { content: 0, text: 0.03, form: 0.01, appeal: 0, pairs: 0, noise: 0.02 };

const TEXT_SCALE = 0.2;
const FORM_SCALE = 1.5;

/** How rare the terms of the fitted questions are. */
interface Vocabulary {
  readonly content: TermWeights;
  readonly pairs: TermWeights;
}

/** One wording, ready to be compared. */
function wordingOf(parsed: ParsedQuestion, vector: Float32Array, vocabulary: Vocabulary) {
  return {
    vector,
    parsed,
    content: termVector(parsed.contentTerms, vocabulary.content),
    pairs: termVector(parsed.pairTerms, vocabulary.pairs),
  };
}

type Wording = ReturnType<typeof wordingOf>;

/** What two wordings have in common, before hyperparameters. */
function likenessOf(a: Wording, b: Wording) {
  return {
    polarity: a.parsed.judgement * b.parsed.judgement,
    cosine: Math.min(1, cosine(a.vector, b.vector)),
    cueDistance: cuesApart(a.parsed, b.parsed),
    terms: termCosine(a.content, b.content),
    pairs: termCosine(a.pairs, b.pairs),
    /** Products of the signed appeals, and of who likes what they name: left, young, black, school. */
    appeal: a.parsed.stance[0] * b.parsed.stance[0],
    stance: stanceProduct(a.parsed.stance, b.parsed.stance),
  };
}

type Likeness = ReturnType<typeof likenessOf>;

function stanceProduct(a: readonly number[], b: readonly number[]): number {
  let product = 0;
  for (let k = 1; k < 5; k++) product += (a[k] ?? 0) * (b[k] ?? 0);
  return product;
}

/** The kernel of two wordings. */
function kernelOf({ polarity, cosine, cueDistance, pairs, appeal }: Likeness, p: Parameters): number {
  return (p.text + polarity * p.content) * Math.exp((cosine - 1) / TEXT_SCALE) +
    p.form * Math.exp(-cueDistance / (2 * FORM_SCALE * FORM_SCALE)) + p.pairs * pairs + p.appeal * appeal;
}

/** The kernels of a wording with each question: averages over the question's wordings. */
export function kernelsWith(a: Wording, questions: readonly (readonly Wording[])[]) {
  const empty = () => new Float64Array(questions.length);
  const [decided, maybe, segments] = [empty(), empty(), empty()];
  questions.forEach((wordings, q) => {
    let [d, m, s] = [0, 0, 0];
    for (const wording of wordings) {
      const likeness = likenessOf(a, wording);
      d += kernelOf(likeness, DECIDED);
      m += kernelOf(likeness, MAYBE);
      s += segmentKernelOf(likeness);
    }
    decided[q] = d / wordings.length;
    maybe[q] = m / wordings.length;
    segments[q] = s / wordings.length;
  });
  return { decided, maybe, segments };
}

/** The kernel of a wording with itself, of {@link DECIDED}. */
export function ownKernel({ parsed: { stance: [appeal] } }: Wording): number {
  const { content, text, form, pairs } = DECIDED;
  return content + text + form + pairs + DECIDED.appeal * appeal ** 2;
}

/** Of the kernel of the differences between segments, relative to its noise. */
export const SEGMENTS = {
  content: 0.5,
  contentScale: 0.2,
  terms: 0.1,
  form: 0.48,
  stance: 0.107,
  noise: 0.36,
} as const;

/**
 * s s′ (content exp((cos − 1) / scale) + terms · TF-IDF) + form · exp(−‖q − q′‖² / 2) + stance · (product of who likes it more: left, young,
 * black, school). Without a mean: where nothing is alike no segment differs.
 */
function segmentKernelOf({ polarity, cosine, cueDistance, terms, stance }: Likeness): number {
  const { content, contentScale } = SEGMENTS;
  return polarity * (content * Math.exp((cosine - 1) / contentScale) + SEGMENTS.terms * terms) +
    SEGMENTS.form * Math.exp(-cueDistance / 2) + SEGMENTS.stance * stance;
}
