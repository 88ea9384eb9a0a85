import { elementAt } from "#shared/element-at.ts";

/** Turns texts into vectors whose cosine measures how close two texts are in meaning. */
export interface Embedder {
  /** The model and its version; stored with every similarity, because cosines of different embedders do not compare. */
  readonly id: string;
  /**
   * Returns one vector of length 1 for each text, in order. A text without a known word gives a vector of zeros.
   * @throws EmbeddingError when a model server gives no usable answer; the signal's reason.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** A model server gave no usable answer. */
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
  const sum = a.reduce((total, x, i) => total + x * elementAt(b, i), 0);
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
  return cosine(elementAt(vectors, 0), elementAt(vectors, 1));
}

/** Scales a vector to length 1 in place, unless it has zeros only. */
export function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((square, x) => square + x * x, 0));
  if (length > 0) vector.forEach((x, i) => vector[i] = x / length);
  return vector;
}
