import type { SentenceEncoder } from "#engine/question/vectors.ts";
import { type Clock, systemClock } from "../openai/clock.ts";
import { isRetryable, OpenAiClient } from "../openai/client.ts";
import type { ServerConfig } from "../openai/settings.ts";
import { EmbeddingError, normalise } from "./embedder.ts";

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
