/** Turns texts into vectors whose cosine measures how close two texts are in meaning. */
export interface SentenceEncoder {
  /** The model and its version; stored with every similarity, because cosines of different encoders do not compare. */
  readonly id: string;
  /**
   * Returns one vector of length 1 for each text, in order. A text without a known word gives a vector of zeros.
   * @throws the encoder's error when there is no usable answer; the signal's reason.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Cosine of vectors of length 1 or 0. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}

/** The vector of length 1 in the same direction; zeros stay zeros. */
export function unitOf(vector: Float32Array): Float32Array {
  const length = Math.sqrt(cosine(vector, vector)) || 1;
  return vector.map((x) => x / length);
}

/** Vectors of a text's meaning, one after the other. */
export interface Vectors {
  readonly dimensions: number;
  readonly count: number;
  readonly numbers: Float32Array;
}

/** Vectors in eight bits a number, each by its greatest number. */
export function encodeVectors(vectors: readonly Float32Array[]): Buffer {
  const rows = vectors.map((vector) => {
    const greatest = vector.reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1;
    return Buffer.from(Int8Array.from(vector, (x) => Math.round(127 * x / greatest)).buffer);
  });
  return Buffer.concat(rows);
}

/** The encoded vectors, each of length 1 again. */
export function vectorsOf(bytes: Buffer, count: number): Vectors {
  const dimensions = bytes.length / count;
  const numbers = Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  for (let row = 0; row < count; row++) {
    const first = row * dimensions;
    numbers.set(unitOf(numbers.subarray(first, first + dimensions)), first);
  }
  return { dimensions, count, numbers };
}

/** Weighted terms of a text, scaled so that their squares add up to 1. */
export type TermVector = ReadonlyMap<string, number>;

/** How rare each term is among the questions that a predictor was fitted on; a term that none of them has is rarest. */
export interface TermWeights {
  readonly questions: number;
  readonly frequency: ReadonlyMap<string, number>;
}

/** TF-IDF: ln(1 + count) · ln((N + 1) / (frequency + ½)). */
export function termVector(terms: readonly string[], weights: TermWeights): TermVector {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  let square = 0;
  const vector = new Map<string, number>();
  for (const [term, count] of counts) {
    const rarity = Math.log((weights.questions + 1) / ((weights.frequency.get(term) ?? 0) + 0.5));
    const weight = Math.log1p(count) * rarity;
    vector.set(term, weight);
    square += weight * weight;
  }
  if (square > 0) { for (const [term, weight] of vector) vector.set(term, weight / Math.sqrt(square)); }
  return vector;
}

/** Cosine of two term vectors, 0 to 1. */
export function termCosine(a: TermVector, b: TermVector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of small) sum += weight * (large.get(term) ?? 0);
  return sum;
}

/** Pairs of neighbours, the first with "^" before it: "^ should", "should the", … */
export const wordPairs = (words: readonly string[]): string[] =>
  words.map((word, i) => `${i === 0 ? "^" : words[i - 1]} ${word}`);

/** Every four characters in a row of words joined by spaces. */
export function charNgrams(words: readonly string[]): string[] {
  const line = ` ${words.join(" ")} `;
  return Array.from({ length: Math.max(0, line.length - 3) }, (_, i) => line.slice(i, i + 4));
}
