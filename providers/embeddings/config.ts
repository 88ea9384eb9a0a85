import type { SettingsReader } from "#shared/settings-reader.ts";
import { readBaseUrl } from "../openai/settings.ts";
import type { Embedder } from "./embedder.ts";
import { type EmbeddingServerConfig, OpenAiEmbedder } from "./openai-embedder.ts";

export type EmbedderConfig = { readonly kind: "built-in" } | EmbeddingServerConfig;

/**
 * Reads from the environment which embedder compares questions with calibrated ones. Routing and forecasts always use the encoder of
 * `encoder.ts`, which their weights were fitted with.
 *
 * | setting | meaning |
 * |---|---|
 * | `EMBEDDINGS_BASE_URL` | an OpenAI-compatible server, such as `https://api.example.com/v1`; unset: the encoder of `encoder.ts` |
 * | `EMBEDDINGS_MODEL` | the model's name there |
 * | `EMBEDDINGS_API_KEY` | sent as a bearer token; unset for servers without keys |
 * | `EMBEDDINGS_TIMEOUT_MS` | of one call, 1,000 to 60,000 (10,000) |
 *
 * Adds a sentence to `read.faults` for every setting that is missing or wrong.
 */
export function readEmbedderConfig(read: SettingsReader): EmbedderConfig {
  if (read.optional("EMBEDDINGS_BASE_URL") === null) {
    read.orphans("EMBEDDINGS_BASE_URL", ["EMBEDDINGS_MODEL", "EMBEDDINGS_API_KEY"]);
    return { kind: "built-in" };
  }
  return {
    kind: "openai-compatible",
    baseUrl: readBaseUrl(read, "EMBEDDINGS"),
    model: read.text("EMBEDDINGS_MODEL"),
    apiKey: read.secret("EMBEDDINGS_API_KEY"),
    timeoutMs: read.number("EMBEDDINGS_TIMEOUT_MS", { min: 1_000, max: 60_000 }, 10_000),
  };
}

/** Creates the embedder of a process. @param encoder the one that comes with the service */
export function createEmbedder(config: EmbedderConfig, encoder: Embedder): Embedder {
  return config.kind === "built-in" ? encoder : new OpenAiEmbedder(config);
}
