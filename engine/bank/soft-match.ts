import { LRUCache } from "lru-cache";
import { stemOf, wordsOf } from "../question/words.ts";
import { alignBoth, type AlignedWord } from "./alignment.ts";
import { type ComparedPolarity, comparisonOf, polarityBetween } from "../question/polarity.ts";
import { type ParsedQuestion, parseQuestion } from "../question/parsed-question.ts";
import {
  charNgrams,
  cosine,
  type Embed,
  termCosine,
  type TermVector,
  termVector,
  type TermWeights,
  termWeights,
} from "../question/vectors.ts";

/** A text that can be matched: the question that came, or one wording of a calibrated question. Needs no table. */
export interface Matchable {
  readonly text: string;
  readonly parsed: ParsedQuestion;
  /** The embedder's vectors of its positive text and of its content. */
  readonly vector: Float32Array;
  readonly contentVector: Float32Array;
  readonly polarity: ComparedPolarity;
  /** The polarity of its positive form, where only judgements such as "wrong" speak against what it names. */
  readonly judgement: ComparedPolarity;
  readonly words: readonly AlignedWord[];
  readonly content: TermVector;
  readonly stretches: TermVector;
}

/** What texts are compared with: rarities of the bank's terms, and a vector for a single word. */
export interface MatchVocabulary {
  readonly content: TermWeights;
  readonly stretches: TermWeights;
  readonly vectorOf: Embed;
}

/** Distinct words of a text that are compared one by one with those of every candidate's wordings; wordings have up to 20. */
export const MAX_ALIGNED_WORDS = 64;

/** Vectors of single words that are remembered, 400 bytes each; the bank's wordings have 700 distinct words. */
export const MAX_REMEMBERED_WORDS = 2_000;

export function matchableOf(
  text: string,
  vector: Float32Array,
  contentVector: Float32Array,
  vocabulary: MatchVocabulary,
): Matchable {
  const parsed = parseQuestion(text);
  const content = termVector(parsed.contentTerms, vocabulary.content);
  const comparison = comparisonOf(text);
  const words = [...new Set(parsed.contentText.split(" "))].filter((word) => word !== "").slice(
    0,
    MAX_ALIGNED_WORDS,
  );
  return {
    text,
    parsed,
    polarity: { polarity: parsed.polarity, comparison },
    judgement: { polarity: parsed.closed ? parsed.judgement : 0, comparison },
    vector,
    contentVector,
    words: words.map((word) => ({
      word: stemOf(word),
      weight: content.get(stemOf(word)) ?? 0,
      vector: vocabulary.vectorOf(word),
    })),
    content,
    stretches: termVector(stretchesOf(parsed), vocabulary.stretches),
  };
}

export const stretchesOf = ({ positiveText }: ParsedQuestion): string[] => charNgrams(wordsOf(positiveText));

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
  question.parsed.cues.forEach((cue, c) => cueDistance += Math.abs(cue - (wording.parsed.cues[c] ?? 0)));
  const [there, back] = alignBoth(question.words, wording.words);
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

/** The rarities of the terms of all wordings. */
export function matchVocabularyOf(
  questions: readonly { readonly wordings: readonly string[] }[],
  vectorOf: Embed,
): MatchVocabulary {
  const known = new LRUCache<string, Float32Array>({ max: MAX_REMEMBERED_WORDS });
  return {
    content: termWeights(
      questions.map(({ wordings }) => wordings.flatMap((text) => parseQuestion(text).contentTerms)),
    ),
    stretches: termWeights(
      questions.map(({ wordings }) => wordings.flatMap((text) => stretchesOf(parseQuestion(text)))),
    ),
    vectorOf(word) {
      const vector = known.get(word) ?? vectorOf(word);
      known.set(word, vector);
      return vector;
    },
  };
}
