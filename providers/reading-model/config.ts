import process from "node:process";
import { ConfigError, Secret, SettingsReader } from "#shared/settings-reader.ts";
import { type ModelPrice, parsePrices } from "../openai/pricing.ts";
import { chatWriter } from "./chat-completions.ts";
import { computedWriter } from "./computed.ts";
import type { ReadingWriter } from "./writer.ts";

export type ReadingModelConfig = { readonly kind: "computed" } | ChatModelConfig;

export interface ChatModelConfig {
  readonly kind: "chat";
  readonly model: string;
  /** Up to and including `/v1`; `/chat/completions` is added. */
  readonly baseUrl: string;
  readonly apiKey: Secret | null;
  /** For one call, up to the body's last byte. */
  readonly timeoutMs: number;
  /** Null where `MODEL_PRICES` has none for the model: costs are then unknown, not 0. */
  readonly price: ModelPrice | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads who words Readings from the environment:
 *
 * | setting | meaning |
 * |---|---|
 * | `READING_MODEL` | the model's name; unset: the computed texts are used |
 * | `READING_BASE_URL` | an OpenAI-compatible server, such as `https://api.example.com/v1` |
 * | `READING_API_KEY` | sent as a bearer token; unset for servers that want none |
 * | `READING_TIMEOUT_MS` | of one call, 1,000 to 300,000 (30,000) |
 * | `MODEL_PRICES` | JSON, US dollars per million tokens: `{"<model>": {"input", "cached_input"?, "output", "as_of"}}` |
 *
 * @throws ConfigError naming every setting that is missing or wrong.
 */
export function readingModelConfigFromEnv(env: Environment = process.env): ReadingModelConfig {
  const read = new SettingsReader(env);
  const config = readReadingModelConfig(read);
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return config;
}

/** The same with the faults left in the reader, for a caller that reads other settings too. */
export function readReadingModelConfig(read: SettingsReader): ReadingModelConfig {
  const model = read.optional("READING_MODEL");
  if (model === null) {
    for (const name of ["READING_BASE_URL", "READING_API_KEY"]) {
      if (read.optional(name) !== null) read.faults.push(`${name} is set, but READING_MODEL is missing`);
    }
    return { kind: "computed" };
  }
  const baseUrl = read.url("READING_BASE_URL", ["http:", "https:"]);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url !== null && url.username + url.password !== "") {
    read.faults.push("READING_BASE_URL must not carry a user or password: use READING_API_KEY");
  }
  if (url !== null && url.search + url.hash !== "") {
    read.faults.push("READING_BASE_URL must have no query and no fragment");
  }
  const key = read.optional("READING_API_KEY");
  const prices = parsePrices("MODEL_PRICES", read.optional("MODEL_PRICES") ?? "{}", read.faults);
  return {
    kind: "chat",
    model,
    baseUrl,
    apiKey: key === null ? null : new Secret(key),
    timeoutMs: read.number("READING_TIMEOUT_MS", { min: 1_000, max: 300_000 }, 30_000),
    price: prices[model] ?? null,
  };
}

export function readingWriter(config: ReadingModelConfig): ReadingWriter {
  return config.kind === "computed" ? computedWriter() : chatWriter(config);
}

/** The longest that wording one Reading can take: four calls and the pause before a repeated one. Null where no model is asked. */
export function longestWordingSeconds(config: ReadingModelConfig): number | null {
  return config.kind === "computed" ? null : (4 * config.timeoutMs + 6_000) / 1000;
}
