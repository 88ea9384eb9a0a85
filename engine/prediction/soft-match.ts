import { stemOf, wordsOf } from "../routing/words.ts";
import { align, type AlignedWord } from "./alignment.ts";
import { comparisonOf, type Direction, polarityBetween } from "./polarity/polarity.ts";
import { type QuestionReading, readQuestion } from "./question-reading.ts";
import {
  characterStretches,
  termCosine,
  type TermVector,
  termVector,
  type TermWeights,
  termWeights,
} from "./terms.ts";

/** A text that can be matched: the question that came, or one wording of a calibrated question. Needs no table. */
export interface Matchable {
  readonly text: string;
  readonly reading: QuestionReading;
  /** The embedder's vectors of the reading's positive text and of its content. */
  readonly vector: Float32Array;
  readonly contentVector: Float32Array;
  readonly direction: Direction;
  /** The direction of its positive form, where only judgements such as "wrong" speak against what it names. */
  readonly judgement: Direction;
  readonly words: readonly AlignedWord[];
  readonly content: TermVector;
  readonly stretches: TermVector;
}

/** What texts are compared with: rarities of the bank's terms, and a vector for a single word. */
export interface MatchVocabulary {
  readonly content: TermWeights;
  readonly stretches: TermWeights;
  readonly vectorOf: (word: string) => Float32Array;
}

export function matchableOf(
  text: string,
  vector: Float32Array,
  contentVector: Float32Array,
  vocabulary: MatchVocabulary,
): Matchable {
  const reading = readQuestion(text);
  const content = termVector(reading.contentTerms, vocabulary.content);
  const comparison = comparisonOf(text);
  const words = [...new Set(reading.contentText.split(" "))].filter((word) => word !== "");
  return {
    text,
    reading,
    direction: { sign: reading.direction, comparison },
    judgement: { sign: reading.closed ? reading.sign : 0, comparison },
    vector,
    contentVector,
    words: words.map((word) => ({
      word: stemOf(word),
      weight: content.get(stemOf(word)) ?? 0,
      vector: vocabulary.vectorOf(word),
    })),
    content,
    stretches: termVector(stretchesOf(reading), vocabulary.stretches),
  };
}

export const stretchesOf = ({ positiveText }: QuestionReading): string[] =>
  characterStretches(wordsOf(positiveText));

/** What speaks for a question being the calibrated one. In this order; the first is 1 and belongs to the intercept. */
export const MATCH_FEATURES = [
  "intercept",
  "similarity",
  "contentCosine",
  "contentTerms",
  "stretches",
  "cueDistance",
  "opposite",
  "missing",
  "alignment",
  "worstQuestionWord",
  "worstWordingWord",
] as const;

/** Features of a question against one wording. */
export function matchFeatures(question: Matchable, wording: Matchable): number[] {
  let cueDistance = 0;
  question.reading.cues.forEach((cue, c) => cueDistance += Math.abs(cue - (wording.reading.cues[c] ?? 0)));
  const [there, back] = [align(question.words, wording.words), align(wording.words, question.words)];
  return [
    1,
    cosine(question.vector, wording.vector),
    cosine(question.contentVector, wording.contentVector),
    termCosine(question.content, wording.content),
    termCosine(question.stretches, wording.stretches),
    cueDistance / 5,
    polarityBetween(question.judgement, wording.judgement) === "same" ? 0 : 1,
    missingShare(question.content, wording.content) + missingShare(wording.content, question.content),
    (there.mean + back.mean) / 2,
    there.worst,
    back.worst,
  ];
}

/** How much of a text's weight lies in terms that the other text lacks, 0 to 1. */
function missingShare(of: TermVector, inside: TermVector): number {
  let missing = 0;
  for (const [term, weight] of of) if (!inside.has(term)) missing += weight * weight;
  return missing;
}

/** What a question's nearest candidates are found by: cheap, and never far from the score. */
export const roughScore = (question: Matchable, wordings: readonly Matchable[]): number =>
  wordings.reduce(
    (best, wording) =>
      Math.max(best, cosine(question.vector, wording.vector) + termCosine(question.content, wording.content)),
    -1,
  );

/** The score of a calibrated question: the best of its wordings'. */
export function matchScore(
  question: Matchable,
  wordings: readonly Matchable[],
  weights: readonly number[],
): { score: number; wording: number; similarity: number } {
  let best = { score: -Infinity, wording: 0, similarity: 0 };
  wordings.forEach((wording, w) => {
    const features = matchFeatures(question, wording);
    const score = features.reduce((sum, x, k) => sum + x * (weights[k] ?? 0), 0);
    const similarity = Math.max(best.similarity, features[1] ?? 0);
    best = score > best.score ? { score, wording: w, similarity } : { ...best, similarity };
  });
  return best;
}

/**
 * The chance of each calibrated question to be the one that was asked, and that none is: a softmax over the scores and 0 for
 * none, so a close second takes from the first.
 */
export function matchChances(scores: readonly number[]): { chances: number[]; none: number } {
  const largest = Math.max(0, ...scores);
  const weights = scores.map((score) => Math.exp(score - largest));
  const none = Math.exp(-largest);
  const sum = weights.reduce((total, w) => total + w, none);
  return { chances: weights.map((w) => w / sum), none: none / sum };
}

/** Cosine of vectors of length 1 or 0. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}

/** The rarities of the terms of all wordings. */
export function matchVocabularyOf(
  questions: readonly { readonly wordings: readonly string[] }[],
  vectorOf: (word: string) => Float32Array,
): MatchVocabulary {
  const known = new Map<string, Float32Array>();
  return {
    content: termWeights(
      questions.map(({ wordings }) => wordings.flatMap((text) => readQuestion(text).contentTerms)),
    ),
    stretches: termWeights(
      questions.map(({ wordings }) => wordings.flatMap((text) => stretchesOf(readQuestion(text)))),
    ),
    vectorOf(word) {
      const vector = known.get(word) ?? vectorOf(word);
      known.set(word, vector);
      return vector;
    },
  };
}
