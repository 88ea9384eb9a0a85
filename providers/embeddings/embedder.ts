import { itemAt, singleAt } from "#engine/numeric/columns.ts";

/** Turns texts into vectors whose cosine measures how close two texts are in meaning. */
export interface Embedder {
  /** The model and its version; stored with every similarity, because cosines of different embedders do not compare. */
  readonly id: string;
  /**
   * Returns one vector of length 1 for each text, in order. A text without a known word gives a vector of zeros.
   * @throws EmbeddingError when there is no usable answer; the signal's reason.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** A model server, or the encoder's thread, gave no usable answer. */
export class EmbeddingError extends Error {
  override readonly name = "EmbeddingError";
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.retryable = retryable;
  }
}

/**
 * The cosine of two vectors of length 1, −1 to 1; 0 where one has zeros only.
 * @throws RangeError for vectors of different dimensions.
 */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) {
    throw new RangeError(`Cannot compare vectors of ${a.length} and ${b.length} dimensions`);
  }
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += singleAt(a, i) * singleAt(b, i);
  // Rounding may leave the interval by some 1e-7.
  return Math.min(1, Math.max(-1, sum));
}

/**
 * The similarity of two texts by an embedder: the cosine of their vectors, −1 to 1.
 * @throws EmbeddingError; the signal's reason.
 */
export async function similarityOf(
  embedder: Embedder,
  a: string,
  b: string,
  signal?: AbortSignal,
): Promise<number> {
  const vectors = await embedder.embed([a, b], signal);
  return cosine(itemAt(vectors, 0), itemAt(vectors, 1));
}

/** Scales a vector to length 1 in place, unless it has zeros only. */
export function normalise(vector: Float32Array): Float32Array {
  let square = 0;
  for (const x of vector) square += x * x;
  if (square === 0) return vector;
  const length = Math.sqrt(square);
  // A loop takes a tenth of the time of `forEach`.
  for (let i = 0; i < vector.length; i++) vector[i] = singleAt(vector, i) / length;
  return vector;
}
