import type { ParsedQuestion } from "../question/parsed-question.ts";
import {
  cosine,
  termCosine,
  type TermVector,
  termVector,
  type TermWeights,
  termWeights,
} from "../question/vectors.ts";

/**
 * Hyperparameters of the kernel between two questions. Variances are in logits squared:
 * - `content` with `contentScale`: s s′ exp((cos − 1) / scale), cos of the content's vectors;
 * - `terms`: s s′ times the cosine of content words (TF-IDF);
 * - `appeal`: product of the signed appeals by the list of stances;
 * - `form` with `formScale`: exp(−‖q − q′‖² / 2 scale²) over the cues of form;
 * - `pairs`: cosine of word pairs (TF-IDF);
 * - `noise`: what no kernel explains.
 */
export const PARAMETERS = [
  "content",
  "contentScale",
  "form",
  "formScale",
  "noise",
  "appeal",
  "terms",
  "pairs",
] as const;
export type Parameters = Readonly<Record<(typeof PARAMETERS)[number], number>>;

/** One wording, ready to be compared. */
export interface Wording {
  readonly vector: Float32Array;
  readonly parsed: ParsedQuestion;
  readonly content: TermVector;
  readonly pairs: TermVector;
}

/** How rare the terms of the fitted questions are. */
export interface Vocabulary {
  readonly content: TermWeights;
  readonly pairs: TermWeights;
}

export function vocabularyOf(questions: readonly (readonly ParsedQuestion[])[]): Vocabulary {
  return {
    content: termWeights(questions.map((wordings) => wordings.flatMap(({ contentTerms }) => contentTerms))),
    pairs: termWeights(questions.map((wordings) => wordings.flatMap(({ pairTerms }) => pairTerms))),
  };
}

export function wordingOf(parsed: ParsedQuestion, vector: Float32Array, vocabulary: Vocabulary): Wording {
  return {
    vector,
    parsed,
    content: termVector(parsed.contentTerms, vocabulary.content),
    pairs: termVector(parsed.pairTerms, vocabulary.pairs),
  };
}

/** What two wordings have in common, before hyperparameters. */
export interface Likeness {
  readonly polarity: number;
  readonly cosine: number;
  readonly cueDistance: number;
  readonly terms: number;
  readonly pairs: number;
  /** Products of the signed appeals, and of who likes what they name: left, young, black, school. */
  readonly appeal: number;
  readonly stance: number;
}

export function likenessOf(a: Wording, b: Wording): Likeness {
  let cueDistance = 0;
  const cues = b.parsed.cues;
  a.parsed.cues.forEach((cue, c) => cueDistance += (cue - (cues[c] ?? 0)) ** 2);
  return {
    polarity: a.parsed.judgement * b.parsed.judgement,
    cosine: Math.min(1, cosine(a.vector, b.vector)),
    cueDistance,
    terms: termCosine(a.content, b.content),
    pairs: termCosine(a.pairs, b.pairs),
    appeal: a.parsed.stance[0] * b.parsed.stance[0],
    stance: stanceProduct(a.parsed.stance, b.parsed.stance),
  };
}

function stanceProduct(a: readonly number[], b: readonly number[]): number {
  let product = 0;
  for (let k = 2; k < 6; k++) product += (a[k] ?? 0) * (b[k] ?? 0);
  return product;
}

/** The kernel of two wordings. */
export function kernelOf(
  { polarity, cosine, cueDistance, terms, pairs, appeal }: Likeness,
  p: Parameters,
): number {
  return polarity * (p.content * Math.exp((cosine - 1) / p.contentScale) + p.terms * terms) +
    p.form * Math.exp(-cueDistance / (2 * p.formScale * p.formScale)) + p.pairs * pairs + p.appeal * appeal;
}

/** A wording's likeness with every wording of every question. */
export const likenessesOf = (a: Wording, questions: readonly (readonly Wording[])[]): Likeness[][] =>
  questions.map((wordings) => wordings.map((each) => likenessOf(a, each)));

/** The kernel of a wording with each question: the average over the question's wordings. */
export const kernelWith = (likenesses: readonly (readonly Likeness[])[], p: Parameters): Float64Array =>
  Float64Array.from(
    likenesses,
    (each) => each.reduce((sum, likeness) => sum + kernelOf(likeness, p), 0) / each.length,
  );

/** The kernel of a wording with itself, also when the embedder knows none of its words. */
export function ownKernel(a: Wording, p: Parameters): number {
  return p.content + p.terms + p.form + p.pairs + p.appeal * a.parsed.stance[0] ** 2;
}

/**
 * Kernel of the differences between segments, relative to its noise: s s′ (content exp((cos − 1) / scale) + terms · TF-IDF) +
 * form · exp(−‖q − q′‖² / 2) + stance · (product of who likes it more: left, young, black, school). Without a mean: where
 * nothing is alike no segment differs.
 */
export const SEGMENT_PARAMETERS = ["content", "contentScale", "terms", "form", "stance", "noise"] as const;
export type SegmentParameters = Readonly<Record<(typeof SEGMENT_PARAMETERS)[number], number>>;

export function segmentKernelOf(
  { polarity, cosine, cueDistance, terms, stance }: Likeness,
  p: SegmentParameters,
): number {
  return polarity * (p.content * Math.exp((cosine - 1) / p.contentScale) + p.terms * terms) +
    p.form * Math.exp(-cueDistance / 2) + p.stance * stance;
}

/** The average over each question's wordings. */
export const segmentKernelWith = (
  likenesses: readonly (readonly Likeness[])[],
  p: SegmentParameters,
): Float64Array =>
  Float64Array.from(
    likenesses,
    (each) => each.reduce((sum, likeness) => sum + segmentKernelOf(likeness, p), 0) / each.length,
  );
