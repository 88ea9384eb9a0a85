/** Turns texts into vectors whose cosine says how close in meaning two texts are. */
export interface Embedder {
  /** Names the model and its version; kept beside every similarity, since cosines of different embedders do not compare. */
  readonly id: string;
  /**
   * One vector of length 1 for each text, in order. A text without any known word gives a vector of zeros.
   * @throws EmbeddingError when a model server cannot answer.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** A model server that gave no usable answer; `retryable` tells whether asking again later can help. */
export class EmbeddingError extends Error {
  override readonly name = "EmbeddingError";
  readonly retryable: boolean;
  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.retryable = retryable;
  }
}

/** Cosine of two vectors of length 1 (or of zeros, which are like nothing): −1 to 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) {
    throw new RangeError(`Cannot compare vectors of ${a.length} and ${b.length} dimensions`);
  }
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return Math.min(1, Math.max(-1, sum));
}

/**
 * How alike two texts are by an embedder: the cosine of their vectors.
 * @throws EmbeddingError
 */
export async function similarityOf(
  embedder: Embedder,
  a: string,
  b: string,
  signal?: AbortSignal,
): Promise<number> {
  const [left = new Float32Array(), right = new Float32Array()] = await embedder.embed([a, b], signal);
  return cosine(left, right);
}

/** Scales a vector to length 1 in place; zeros stay zeros. */
export function normalise(vector: Float32Array): Float32Array {
  let square = 0;
  for (const x of vector) square += x * x;
  if (square > 0) {
    const length = Math.sqrt(square);
    for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
  }
  return vector;
}
