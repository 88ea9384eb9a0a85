import { setTimeout as sleep } from "node:timers/promises";
import type { Secret } from "#shared/settings-reader.ts";
import { exchange } from "../openai/exchange.ts";
import { backOffMs, FAULTS } from "../openai/fault.ts";
import { retryAfterMs } from "../openai/rate-limit-headers.ts";
import { type Embedder, EmbeddingError, normalise } from "./embedder.ts";

export interface EmbeddingServerConfig {
  readonly kind: "openai-compatible";
  /** Up to and including `/v1`; `/embeddings` is added. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: Secret | null;
  /** For one call, up to the body's last byte. */
  readonly timeoutMs: number;
}

/** Texts of one call: at 4,096 dimensions the answer stays below the 1 MiB that is read of one. */
const BATCH = 8;
/** Calls for one batch; a server that needs longer is left to whoever retries the whole. */
const ATTEMPTS = 4;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Any OpenAI-compatible `/v1/embeddings`. Passing faults (429, 5xx, connection, timeout) are tried again.
 * @param random uniform on [0, 1), for the waits between calls.
 */
export function createServerEmbedder(
  config: EmbeddingServerConfig,
  random: () => number = Math.random,
): Embedder {
  const embed = async (
    texts: readonly string[],
    signal = new AbortController().signal,
  ): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (let first = 0; first < texts.length; first += BATCH) {
      vectors.push(...await embedBatch(config, texts.slice(first, first + BATCH), signal, random));
    }
    const lengths = new Set(vectors.map((vector) => vector.length));
    if (lengths.size > 1) {
      throw unreadable(config, `vectors of different lengths: ${[...lengths].join(", ")}`);
    }
    return vectors;
  };
  return { id: `openai-compatible:${config.model}`, embed };
}

async function embedBatch(
  config: EmbeddingServerConfig,
  input: readonly string[],
  signal: AbortSignal,
  random: () => number,
): Promise<Float32Array[]> {
  const endpoint = { url: `${config.baseUrl}/embeddings`, key: config.apiKey, timeoutMs: config.timeoutMs };
  const body = JSON.stringify({ model: config.model, input, encoding_format: "float" });
  for (let attempt = 1;; attempt++) {
    const result = await exchange(endpoint, body, signal);
    if (result.kind === "reply") return vectorsOf(config, result.body, input.length);
    const passing = FAULTS[result.fault].attempts > 1;
    const asked = retryAfterMs(result.headers, Date.now());
    if (!passing || attempt === ATTEMPTS || (asked ?? 0) > LONGEST_PAUSE_MS) {
      throw new EmbeddingError(
        `Cannot embed with ${config.model}: ${FAULTS[result.fault].words} (${result.message})`,
        passing,
      );
    }
    const pause = Math.max(
      asked ?? 0,
      Math.min(LONGEST_PAUSE_MS, backOffMs(result.fault, attempt, random)),
    );
    await sleep(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** The vectors of `{data: [{index, embedding}]}` in the order of their texts. */
function vectorsOf(config: EmbeddingServerConfig, body: object, count: number): Float32Array[] {
  const data: unknown = "data" in body ? body.data : undefined;
  if (!Array.isArray(data) || data.length !== count) throw unreadable(config, `not ${count} vectors`);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  data.forEach((item: unknown, place) => {
    const { index = place, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    if (!Array.isArray(embedding) || embedding.length === 0 || !embedding.every(Number.isFinite)) {
      throw unreadable(config, "a vector that is no list of numbers");
    }
    if (typeof index === "number" && index in vectors) {
      vectors[index] = normalise(Float32Array.from(embedding));
    }
  });
  return vectors.map((vector, index) => {
    if (vector === undefined) throw unreadable(config, `no vector for text ${index}`);
    return vector;
  });
}

function unreadable({ model }: EmbeddingServerConfig, what: string): EmbeddingError {
  return new EmbeddingError(`Cannot embed with ${model}: the answer has ${what}`, false);
}
