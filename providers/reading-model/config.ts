import type { SettingsReader } from "#shared/settings-reader.ts";
import { type PricedServerConfig, readBaseUrl, readModelPrices } from "../openai/settings.ts";

export type ReadingModelConfig = { readonly kind: "computed" } | ChatModelConfig;

export interface ChatModelConfig extends PricedServerConfig {
  readonly kind: "chat";
}

/**
 * Reads from the environment which model rewrites the texts of Readings:
 *
 * | setting | meaning |
 * |---|---|
 * | `READING_MODEL` | the model's name; unset: Readings keep the computed texts |
 * | `READING_BASE_URL` | an OpenAI-compatible server, such as `https://api.example.com/v1` |
 * | `READING_API_KEY` | sent as a bearer token; unset for servers without keys |
 * | `READING_TIMEOUT_MS` | of one call, 1,000 to 300,000 (30,000) |
 * | `MODEL_PRICES` | JSON, US dollars per million tokens: `{"<model>": {"input", "cached_input"?, "output", "as_of"}}` |
 *
 * Adds a sentence to `read.faults` for every setting that is missing or wrong.
 */
export function readReadingModelConfig(read: SettingsReader): ReadingModelConfig {
  const model = read.optional("READING_MODEL");
  if (model === null) {
    read.orphans("READING_MODEL", ["READING_BASE_URL", "READING_API_KEY"]);
    return { kind: "computed" };
  }
  return {
    kind: "chat",
    model,
    baseUrl: readBaseUrl(read, "READING"),
    apiKey: read.secret("READING_API_KEY"),
    timeoutMs: read.number("READING_TIMEOUT_MS", { min: 1_000, max: 300_000 }, 30_000),
    price: readModelPrices(read)[model] ?? null,
  };
}

/** The longest that rewriting one Reading can take, in seconds: four calls and the pause before a retry. Null without a model. */
export function longestRewriteSeconds(config: ReadingModelConfig): number | null {
  return config.kind === "computed" ? null : (4 * config.timeoutMs + 6_000) / 1_000;
}
