import { dot } from "../numeric/cholesky.ts";
import { stemOf, wordsOf } from "../question/words.ts";
import { alignBoth } from "./alignment.ts";
import { comparisonOf, polarityBetween } from "../question/polarity.ts";
import {
  cuesApart,
  type Intensity,
  intensityOf,
  type ParsedQuestion,
  parseQuestion,
  rarityOf,
} from "../question/parsed-question.ts";
import { alignedWords, encodedText, type TextVectors, vectorIn } from "./wording-vectors.ts";
import { charNgrams, cosine, termCosine, type TermVector, termVector, unitOf } from "../question/vectors.ts";

/**
 * @param vectors of the text's {@link encodedTexts}.
 * @throws RangeError where one is lacking.
 */
export function matchableOf(
  text: string,
  vectors: TextVectors,
  vocabulary: MatchVocabulary,
) {
  const parsed = parseQuestion(text);
  const content = termVector(parsed.contentTerms, vocabulary.content);
  const comparison = comparisonOf(text);
  return {
    text,
    parsed,
    intensity: intensityOf(text),
    polarity: { polarity: parsed.polarity, comparison },
    /** The polarity of its positive form, where only judgements such as "wrong" speak against what it names. */
    judgement: { polarity: parsed.closed ? parsed.judgement : 0 as const, comparison },
    /** The encoder's vector of its positive text. */
    vector: vectorIn(vectors, encodedText(text)),
    words: alignedWords(text).map((word) => ({
      word: stemOf(word),
      weight: content.get(stemOf(word)) ?? 0,
      vector: vectorIn(vectors, word),
    })),
    content,
    stretches: termVector(stretchesOf(parsed), vocabulary.stretches),
  };
}

/** A text that can be matched: the question that came, or one wording of a calibrated question. Needs no table. */
export type Matchable = ReturnType<typeof matchableOf>;

const stretchesOf = ({ positiveText }: ParsedQuestion): string[] => charNgrams(wordsOf(positiveText));

/** A calibrated question that texts are matched with. */
export type Matched = ReturnType<typeof matchedOf>;

export function matchedOf(wordings: readonly Matchable[]) {
  const centroid = new Float32Array(wordings[0]?.vector.length ?? 0);
  for (const { vector } of wordings) vector.forEach((x, d) => centroid[d] = (centroid[d] ?? 0) + x);
  // The mean of the wordings' vectors, of length 1.
  return { wordings, centroid: unitOf(centroid), intensity: usualIntensity(wordings) };
}

/** What most wordings name; one that says less or more than its question does not count. */
function usualIntensity(wordings: readonly Matchable[]): Intensity {
  const votes = (intensity: Intensity) =>
    wordings.filter((wording) => wording.intensity === intensity).length;
  return (["great", "any"] as const).find((intensity) => votes(intensity) > wordings.length / 2) ?? null;
}

/** What speaks for a question being the calibrated one, by each of its wordings. In this order; the first is 1 and belongs to the intercept. */
export function matchFeatures(
  question: Matchable,
  { wordings, centroid, intensity }: Matched,
): number[][] {
  const toWhole = cosine(question.vector, centroid);
  return wordings.map((wording) => {
    const [there, back] = alignBoth(question.words, wording.words);
    return [
      1,
      cosine(question.vector, wording.vector),
      toWhole,
      termCosine(question.content, wording.content),
      termCosine(question.stretches, wording.stretches),
      cuesApart(question.parsed, wording.parsed) / 5,
      polarityBetween(question.judgement, wording.judgement) === "same" ? 0 : 1,
      missingShare(question.content, wording.content) + missingShare(wording.content, question.content),
      (there.mean + back.mean) / 2,
      there.worst,
      back.worst,
      question.intensity === intensity ? 0 : 1,
    ];
  });
}

/** How much of a text's weight lies in terms that the other text lacks, 0 to 1. */
function missingShare(of: TermVector, inside: TermVector): number {
  let missing = 0;
  for (const [term, weight] of of) if (!inside.has(term)) missing += weight * weight;
  return missing;
}

/** What a question's nearest candidates are found by: the largest cosine. */
export const roughScore = (question: Pick<Matchable, "vector">, vectors: readonly Float32Array[]): number =>
  vectors.reduce((best, vector) => Math.max(best, cosine(question.vector, vector)), -1);

/** The score of a calibrated question, the best of its wordings', and its similarity: the largest cosine, to a wording or to their mean. */
export function matchScore(
  question: Matchable,
  matched: Matched,
  weights: readonly number[],
): { score: number; wording: number; similarity: number } {
  let best = { score: -Infinity, wording: 0, similarity: -1 };
  matchFeatures(question, matched).forEach((features, wording) => {
    const score = dot(features, weights);
    const similarity = Math.max(best.similarity, features[1] ?? 0, features[2] ?? 0);
    best = score > best.score ? { score, wording, similarity } : { ...best, similarity };
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

/** What texts are compared with: the rarities of the terms of all wordings. */
export function matchVocabularyOf(questions: readonly { readonly wordings: readonly string[] }[]) {
  return {
    content: rarityOf(questions, ({ contentTerms }) => contentTerms),
    stretches: rarityOf(questions, stretchesOf),
  };
}

export type MatchVocabulary = ReturnType<typeof matchVocabularyOf>;
