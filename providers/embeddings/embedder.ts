import { itemAt, singleAt } from "#engine/numeric/columns.ts";
import { cosine, type SentenceEncoder } from "#engine/question/vectors.ts";

/** Whoever was asked gave no usable answer. */
export class UnusableAnswer extends Error {
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.retryable = retryable;
  }
}

/** Of a model server, or of the encoder's thread. */
export class EmbeddingError extends UnusableAnswer {
  override readonly name = "EmbeddingError";
}

/**
 * The similarity of two texts by an encoder: the cosine of their vectors, −1 to 1; 0 where one has zeros only.
 * @throws EmbeddingError; the signal's reason.
 */
export async function similarityOf(
  encoder: SentenceEncoder,
  a: string,
  b: string,
  signal?: AbortSignal,
): Promise<number> {
  const vectors = await encoder.embed([a, b], signal);
  // Rounding may leave the interval by some 1e-7.
  return Math.min(1, Math.max(-1, cosine(itemAt(vectors, 0), itemAt(vectors, 1))));
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
