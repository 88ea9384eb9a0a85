import { itemAt, singleAt } from "../numeric/columns.ts";
import type { SentenceEmbedder } from "../question/vectors.ts";
import { sentencesOf, stemOf, wordsOf } from "../question/words.ts";

/** One text as counts of words and word pairs, counts of four-letter stretches, and a vector of its meaning. */
export interface TextFeatures {
  readonly words: ReadonlyMap<string, number>;
  readonly stretches: ReadonlyMap<number, number>;
  readonly vector: Float32Array;
}

/** Weight of a sentence that describes; a sentence that asks has 1. */
const CONTEXT_WEIGHT = 0.5;

/** The features of a text, over its sentences. */
export function featuresOf(text: string, embedder: SentenceEmbedder): TextFeatures {
  const terms = new Map<string, number>();
  const stretches = new Map<number, number>();
  // An empty text gives zeros, as many as the embedder has dimensions.
  const vector = embedder.embedNow("");
  for (const sentence of sentencesOf(text)) {
    const weight = sentence.asks ? 1 : CONTEXT_WEIGHT;
    const words = wordsOf(sentence.text);
    for (const term of termsOf(words)) count(terms, term, weight);
    for (const stretch of stretchesOf(` ${words.join(" ")} `)) count(stretches, stretch, weight);
    const meaning = embedder.embedNow(sentence.text);
    for (let d = 0; d < vector.length; d++) vector[d] = singleAt(vector, d) + weight * singleAt(meaning, d);
  }
  const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  return { words: terms, stretches, vector: length > 0 ? vector.map((x) => x / length) : vector };
}

/** The words' stems and pairs of stems. "^" marks the beginning: "would you" opens other questions than "who would". */
function termsOf(words: readonly string[]): string[] {
  const stems = words.map(stemOf);
  return stems.flatMap((stem, i) => [stem, `${i === 0 ? "^" : itemAt(stems, i - 1)} ${stem}`]);
}

/** Every four characters in a row as one number: five bits each, for space, a to z, hyphen and anything else. */
function stretchesOf(line: string): number[] {
  const stretches: number[] = [];
  let code = 0;
  for (let i = 0; i < line.length; i++) {
    code = ((code << 5) | fiveBits(line.charCodeAt(i))) & 0xfffff;
    if (i >= 3) stretches.push(code);
  }
  return stretches;
}

function fiveBits(character: number): number {
  const letter = character - 96;
  if (letter >= 1 && letter <= 26) return letter;
  if (character === 32) return 0;
  return character === 45 ? 27 : 28;
}

function count<Term>(into: Map<Term, number>, term: Term, weight: number): void {
  into.set(term, (into.get(term) ?? 0) + weight);
}
