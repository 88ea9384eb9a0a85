import { sentencesOf, stemOf, wordsOf } from "./words.ts";

/** What the router needs from an embedder: vectors of length 1, at once. */
export interface SentenceEmbedder {
  readonly id: string;
  embedNow(text: string): Float32Array;
}

/** One text as counts of words and word pairs, counts of four-letter stretches, and a vector of its meaning. */
export interface TextFeatures {
  readonly words: ReadonlyMap<string, number>;
  readonly stretches: ReadonlyMap<string, number>;
  readonly vector: Float32Array;
}

/** How much a sentence that describes counts beside one that asks. */
const CONTEXT_WEIGHT = 0.5;

export function featuresOf(text: string, embedder: SentenceEmbedder): TextFeatures {
  const words = new Map<string, number>();
  const stretches = new Map<string, number>();
  const count = (into: Map<string, number>, key: string, weight: number) =>
    into.set(key, (into.get(key) ?? 0) + weight);
  const vector = embedder.embedNow("");
  for (const sentence of sentencesOf(text)) {
    const weight = sentence.asks ? 1 : CONTEXT_WEIGHT;
    const spoken = wordsOf(sentence.text);
    const stems = spoken.map(stemOf);
    stems.forEach((stem, i) => {
      count(words, stem, weight);
      // "^" marks the beginning: "would you" opens other questions than "who would".
      count(words, `${i === 0 ? "^" : stems[i - 1]} ${stem}`, weight);
    });
    const line = ` ${spoken.join(" ")} `;
    for (let i = 0; i + 4 <= line.length; i++) count(stretches, line.slice(i, i + 4), weight);
    const meaning = embedder.embedNow(sentence.text);
    for (let d = 0; d < vector.length; d++) vector[d] = (vector[d] ?? 0) + weight * (meaning[d] ?? 0);
  }
  const length = Math.hypot(...vector);
  return { words, stretches, vector: length > 0 ? vector.map((x) => x / length) : vector };
}
