import process from "node:process";
import { ConfigError, Secret, SettingsReader } from "#shared/settings-reader.ts";
import { createBuiltInEmbedder } from "./built-in.ts";
import type { Embedder } from "./embedder.ts";
import { createServerEmbedder, type EmbeddingServerConfig } from "./openai-embedder.ts";

export type EmbedderConfig = { readonly kind: "built-in" } | EmbeddingServerConfig;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads from the environment who embeds questions to compare them with KPI questions. Routing always uses the built-in
 * vectors, which its weights were trained with.
 *
 * | setting | meaning |
 * |---|---|
 * | `EMBEDDINGS_BASE_URL` | an OpenAI-compatible server, such as `https://api.example.com/v1`; unset: built-in vectors |
 * | `EMBEDDINGS_MODEL` | the model's name there |
 * | `EMBEDDINGS_API_KEY` | sent as a bearer token; unset for servers that want none |
 * | `EMBEDDINGS_TIMEOUT_MS` | of one call, 1,000 to 60,000 (10,000) |
 *
 * @throws ConfigError naming every setting that is missing or wrong.
 */
export function embedderConfigFromEnv(env: Environment = process.env): EmbedderConfig {
  const read = new SettingsReader(env);
  const config = readEmbedderConfig(read);
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return config;
}

/** The same with the faults left in the reader, for a caller that reads other settings too. */
export function readEmbedderConfig(read: SettingsReader): EmbedderConfig {
  if (read.optional("EMBEDDINGS_BASE_URL") === null) {
    for (const name of ["EMBEDDINGS_MODEL", "EMBEDDINGS_API_KEY"]) {
      if (read.optional(name) !== null) {
        read.faults.push(`${name} is set, but EMBEDDINGS_BASE_URL is missing`);
      }
    }
    return { kind: "built-in" };
  }
  const baseUrl = read.url("EMBEDDINGS_BASE_URL", ["http:", "https:"]);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url !== null && url.username + url.password !== "") {
    read.faults.push("EMBEDDINGS_BASE_URL must not carry a user or password: use EMBEDDINGS_API_KEY");
  }
  if (url !== null && url.search + url.hash !== "") {
    read.faults.push("EMBEDDINGS_BASE_URL must have no query and no fragment");
  }
  const key = read.optional("EMBEDDINGS_API_KEY");
  return {
    kind: "openai-compatible",
    baseUrl,
    model: read.text("EMBEDDINGS_MODEL"),
    apiKey: key === null ? null : new Secret(key),
    timeoutMs: read.number("EMBEDDINGS_TIMEOUT_MS", { min: 1_000, max: 60_000 }, 10_000),
  };
}

/** The embedder that a process uses. */
export function createEmbedder(config: EmbedderConfig): Embedder {
  return config.kind === "built-in" ? createBuiltInEmbedder() : createServerEmbedder(config);
}
