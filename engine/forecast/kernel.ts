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
 * - `content`: s s′ exp((cos − 1) / scale), cos of the encoder's vectors, s what a question judges;
 * - `text`: exp((cos − 1) / scale);
 * - `form`: exp(−‖q − q′‖² / 2 · 1.5²) over the cues of form;
 * - `appeal`: product of the signed appeals by the list of stances;
 * - `pairs`: cosine of word pairs (TF-IDF);
 * - `noise`: what no kernel explains.
 */
export interface Parameters {
  readonly content: number;
  readonly text: number;
  readonly form: number;
  readonly appeal: number;
  readonly pairs: number;
  readonly noise: number;
}

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
  for (let k = 1; k < 5; k++) product += (a[k] ?? 0) * (b[k] ?? 0);
  return product;
}

/** The kernel of two wordings. */
export function kernelOf({ polarity, cosine, cueDistance, pairs, appeal }: Likeness, p: Parameters): number {
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
      s += segmentKernelOf(likeness, SEGMENTS);
    }
    decided[q] = d / wordings.length;
    maybe[q] = m / wordings.length;
    segments[q] = s / wordings.length;
  });
  return { decided, maybe, segments };
}

/** The kernel of a wording with itself. */
export function ownKernel(a: Wording, p: Parameters): number {
  return p.content + p.text + p.form + p.pairs + p.appeal * a.parsed.stance[0] ** 2;
}

/**
 * Kernel of the differences between segments, relative to its noise: s s′ (content exp((cos − 1) / scale) + terms · TF-IDF) +
 * form · exp(−‖q − q′‖² / 2) + stance · (product of who likes it more: left, young, black, school). Without a mean: where
 * nothing is alike no segment differs.
 */
export interface SegmentParameters {
  readonly content: number;
  readonly contentScale: number;
  readonly terms: number;
  readonly form: number;
  readonly stance: number;
  readonly noise: number;
}

export const SEGMENTS: SegmentParameters = {
  content: 0.5,
  contentScale: 0.2,
  terms: 0.1,
  form: 0.48,
  stance: 0.107,
  noise: 0.36,
};

export function segmentKernelOf(
  { polarity, cosine, cueDistance, terms, stance }: Likeness,
  p: SegmentParameters,
): number {
  return polarity * (p.content * Math.exp((cosine - 1) / p.contentScale) + p.terms * terms) +
    p.form * Math.exp(-cueDistance / 2) + p.stance * stance;
}
