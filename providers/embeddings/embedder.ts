import { itemAt, singleAt } from "#engine/numeric/columns.ts";
import { cosine, type SentenceEncoder } from "#engine/question/vectors.ts";
import { type Clock, systemClock } from "../openai/clock.ts";
import { isRetryable, OpenAiClient } from "../openai/client.ts";
import type { ServerConfig } from "../openai/settings.ts";

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

/** Texts of one call: at 4,096 dimensions the answer stays below the 1 MiB that the client reads. */
const BATCH_SIZE = 8;

/** Embeds by any OpenAI-compatible `/v1/embeddings`. */
export class OpenAiEmbedder implements SentenceEncoder {
  readonly id: string;
  readonly #model: string;
  readonly #client: OpenAiClient;

  /** @param random uniform on [0, 1), for the jitter of pauses. */
  constructor(server: ServerConfig, random = Math.random, clock: Clock = systemClock) {
    this.id = `openai-compatible:${server.model}`;
    this.#model = server.model;
    this.#client = new OpenAiClient({ purpose: "embeddings", server, random, clock });
  }

  async embed(
    texts: readonly string[],
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let first = 0; first < texts.length; first += BATCH_SIZE) {
      vectors.push(...await this.#embedBatch(texts.slice(first, first + BATCH_SIZE), signal));
    }
    const lengths = new Set(vectors.map((vector) => vector.length));
    if (lengths.size > 1) throw this.#unreadable(`vectors of different lengths: ${[...lengths].join(", ")}`);
    return vectors;
  }

  async #embedBatch(input: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const outcome = await this.#client.post({
      body: JSON.stringify({ model: this.#model, input, encoding_format: "float" }),
      tokens: 0,
      signals: { call: signal, wait: signal },
      retries: { maxCalls: 4, longestWaitMs: 10_000 },
    });
    if (outcome.kind === "reply") return this.#vectorsIn(outcome.body, input.length);
    const { reason, message } = outcome;
    throw new EmbeddingError(
      `Cannot embed with ${this.#model}: ${reason} (${message})`,
      isRetryable(outcome),
    );
  }

  /** The vectors of `{data: [{index, embedding}]}` in the order of their texts. */
  #vectorsIn(body: object, count: number): Float32Array[] {
    const data: unknown = "data" in body ? body.data : undefined;
    if (!Array.isArray(data) || data.length !== count) throw this.#unreadable(`not ${count} vectors`);
    const byIndex = new Map<unknown, Float32Array>();
    for (const [place, item] of (data as unknown[]).entries()) {
      const { index = place, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
      if (!Array.isArray(embedding) || embedding.length === 0 || !embedding.every(Number.isFinite)) {
        throw this.#unreadable("a vector that is no list of numbers");
      }
      byIndex.set(index, normalise(Float32Array.from(embedding)));
    }
    return Array.from({ length: count }, (_, index) => {
      const vector = byIndex.get(index);
      if (vector === undefined) throw this.#unreadable(`no vector for text ${index}`);
      return vector;
    });
  }

  #unreadable(fault: string): EmbeddingError {
    return new EmbeddingError(`Cannot embed with ${this.#model}: the answer has ${fault}`, false);
  }
}
