import process from "node:process";
import { ConfigError, SettingsReader } from "#shared/settings-reader.ts";
import { parsePrices } from "../openai/pricing.ts";
import type { ModelPrices } from "../openai/pricing.ts";

export type AgentEngineConfig = { readonly kind: "embedded" } | OpenAiCompatibleConfig;

export interface OpenAiCompatibleConfig {
  readonly kind: "openai-compatible";
  /** Up to and including `/v1`; `/chat/completions` is added. */
  readonly baseUrl: string;
  readonly model: string;
  /** Name of the environment variable that holds the key; absent for servers that want none. */
  readonly apiKeyEnv?: string;
  /** Requests and tokens a minute that the server allows; absent: as it answers. */
  readonly rpm?: number;
  readonly tpm?: number;
  /** Calls under way at once: at the start, default 16, and at most, default 128. */
  readonly concurrency?: number;
  readonly maxConcurrency?: number;
  /** 0 makes everyone of a kind answer alike; default 0.8. Left out where the model refuses it. */
  readonly temperature?: number;
  /** Different people of the same segments that are asked, each a call; default 1. */
  readonly replicates?: number;
  /** Hard limits of one run. */
  readonly maxCostUsd?: number;
  readonly maxTokens?: number;
  readonly prices?: ModelPrices;
  /** For one call, up to the body's last byte; default 60,000. */
  readonly timeoutMs?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Without `AGENTS_BASE_URL` the embedded engine answers. */
const NEEDS_BASE_URL = ["AGENTS_MODEL", "AGENTS_API_KEY"];

/**
 * Reads the agents' engine from the environment:
 *
 * | setting | meaning |
 * |---|---|
 * | `AGENTS_BASE_URL` | an OpenAI-compatible server, such as `https://api.example.com/v1`; unset: the embedded engine |
 * | `AGENTS_MODEL` | the model's name there |
 * | `AGENTS_API_KEY` | sent as a bearer token |
 * | `AGENTS_RPM`, `AGENTS_TPM` | requests and tokens a minute |
 * | `AGENTS_CONCURRENCY`, `AGENTS_MAX_CONCURRENCY` | calls at once: at the start (16), at most (128) |
 * | `AGENTS_TEMPERATURE` | 0 to 2 (0.8) |
 * | `AGENTS_REPLICATES` | different people asked of the same segments, 1 to 20 (1) |
 * | `AGENTS_MAX_COST_USD`, `AGENTS_MAX_TOKENS` | hard limits of one run |
 * | `AGENTS_TIMEOUT_MS` | of one call (60,000) |
 * | `MODEL_PRICES` | JSON, US dollars per million tokens: `{"<model>": {"input", "cached_input"?, "output", "as_of"}}` |
 *
 * @throws ConfigError naming every setting that is missing or wrong.
 */
export function agentEngineConfigFromEnv(env: Environment = process.env): AgentEngineConfig {
  const read = new SettingsReader(env);
  const config = readAgentEngineConfig(read);
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return config;
}

/** The same with the faults left in the reader, for a caller that reads other settings too. */
export function readAgentEngineConfig(read: SettingsReader): AgentEngineConfig {
  if (read.optional("AGENTS_BASE_URL") === null) {
    for (const name of NEEDS_BASE_URL) {
      if (read.optional(name) !== null) read.faults.push(`${name} is set, but AGENTS_BASE_URL is missing`);
    }
    return { kind: "embedded" };
  }
  const baseUrl = read.url("AGENTS_BASE_URL", ["http:", "https:"]);
  if (URL.canParse(baseUrl)) checkBaseUrl(new URL(baseUrl), read.faults);
  const model = read.text("AGENTS_MODEL");
  const concurrency = read.number("AGENTS_CONCURRENCY", { min: 1, max: 128 }, 16);
  const maxConcurrency = read.number("AGENTS_MAX_CONCURRENCY", { min: 1, max: 128 }, 128);
  if (concurrency > maxConcurrency) {
    read.faults.push("AGENTS_CONCURRENCY must not be above AGENTS_MAX_CONCURRENCY");
  }
  const prices = parsePrices("MODEL_PRICES", read.optional("MODEL_PRICES") ?? "{}", read.faults);
  const maxCostUsd = limit(read, "AGENTS_MAX_COST_USD", { min: 0, max: 1_000_000, integer: false });
  if (maxCostUsd !== null && prices[model] === undefined) {
    read.faults.push(`AGENTS_MAX_COST_USD needs the price of ${model || "the model"} in MODEL_PRICES`);
  }
  return {
    kind: "openai-compatible",
    baseUrl,
    model,
    concurrency,
    maxConcurrency,
    temperature: read.number("AGENTS_TEMPERATURE", { min: 0, max: 2, integer: false }, 0.8),
    replicates: read.number("AGENTS_REPLICATES", { min: 1, max: 20 }, 1),
    timeoutMs: read.number("AGENTS_TIMEOUT_MS", { min: 1_000, max: 600_000 }, 60_000),
    prices,
    ...given("apiKeyEnv", read.optional("AGENTS_API_KEY") === null ? null : "AGENTS_API_KEY"),
    ...given("rpm", limit(read, "AGENTS_RPM", { min: 1, max: 10_000_000 })),
    ...given("tpm", limit(read, "AGENTS_TPM", { min: 1, max: 10_000_000_000 })),
    ...given("maxCostUsd", maxCostUsd),
    ...given("maxTokens", limit(read, "AGENTS_MAX_TOKENS", { min: 1, max: 1_000_000_000_000 })),
  };
}

function checkBaseUrl(url: URL, faults: string[]): void {
  if (url.username !== "" || url.password !== "") {
    faults.push("AGENTS_BASE_URL must not carry a user or password: use AGENTS_API_KEY");
  }
  if (url.search !== "" || url.hash !== "") faults.push("AGENTS_BASE_URL must have no query and no fragment");
}

/** A number that may be left out; null where it is. */
function limit(
  read: SettingsReader,
  name: string,
  range: { min: number; max: number; integer?: boolean },
): number | null {
  return read.optional(name) === null ? null : read.number(name, range, range.min);
}

function given<K extends string, V>(name: K, value: V | null): { readonly [name in K]?: V } {
  return value === null ? {} : { [name]: value } as { readonly [name in K]: V };
}
