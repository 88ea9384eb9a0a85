import { sentencesOf, stemOf, wordsOf } from "./words.ts";

/** What the router needs from an embedder: vectors of length 1, at once. */
export interface SentenceEmbedder {
  readonly id: string;
  embedNow(text: string): Float32Array;
}

/** One text as counts of words and word pairs, counts of four-letter stretches, and a vector of its meaning. */
export interface TextFeatures {
  readonly words: ReadonlyMap<string, number>;
  readonly stretches: ReadonlyMap<number, number>;
  readonly vector: Float32Array;
}

/** How much a sentence that describes counts beside one that asks. */
const CONTEXT_WEIGHT = 0.5;

export function featuresOf(text: string, embedder: SentenceEmbedder): TextFeatures {
  const words = new Map<string, number>();
  const stretches = new Map<number, number>();
  // An empty text gives zeros, as many as the embedder has dimensions.
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
    for (const stretch of stretchesOf(` ${spoken.join(" ")} `)) count(stretches, stretch, weight);
    const meaning = embedder.embedNow(sentence.text);
    for (let d = 0; d < vector.length; d++) vector[d] = (vector[d] ?? 0) + weight * (meaning[d] ?? 0);
  }
  const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  return { words, stretches, vector: length > 0 ? vector.map((x) => x / length) : vector };
}

/** Every four characters in a row as one number: five bits each, for space, a to z, hyphen and anything else. */
function stretchesOf(line: string): number[] {
  const found: number[] = [];
  let code = 0;
  for (let i = 0; i < line.length; i++) {
    const character = line.charCodeAt(i);
    const letter = character - 96;
    const bits = letter >= 1 && letter <= 26 ? letter : character === 32 ? 0 : character === 45 ? 27 : 28;
    code = ((code << 5) | bits) & 0xfffff;
    if (i >= 3) found.push(code);
  }
  return found;
}

function count<Term>(into: Map<Term, number>, term: Term, weight: number): void {
  into.set(term, (into.get(term) ?? 0) + weight);
}
