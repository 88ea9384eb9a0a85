import type { SettingsReader } from "#shared/settings-reader.ts";
import { readModelServer, type ServerConfig } from "../openai/settings.ts";
import type { TrafficLimits } from "../openai/traffic-control.ts";
import type { BudgetLimits } from "./openai/run-ledger.ts";

export type AgentEngineConfig = { readonly kind: "embedded" } | OpenAiCompatibleConfig;

/** The limits of US dollars and tokens are hard ones, of one run; the tasks at once are personas. */
export interface OpenAiCompatibleConfig extends ServerConfig, TrafficLimits, BudgetLimits {
  readonly kind: "openai-compatible";
  /** 0 gives everyone of a kind the same answer; engine comparisons use 0.7 to 1. Not sent to models that reject it. */
  readonly temperature: number;
  /** Different people of the same segments, each a call. */
  readonly replicates: number;
}

/**
 * Reads the agents' engine from the environment, the embedded one without `AGENTS_BASE_URL`: the settings of {@link readModelServer}, and
 *
 * | setting | meaning |
 * |---|---|
 * | `AGENTS_RPM`, `AGENTS_TPM` | requests and tokens a minute |
 * | `AGENTS_CONCURRENCY`, `AGENTS_MAX_CONCURRENCY` | personas at once: at the start (16), at most (128); no more than with calls that take twice as long as at the start |
 * | `AGENTS_TEMPERATURE` | 0 to 2 (0.8) |
 * | `AGENTS_REPLICATES` | different people of the same segments, 1 to 20 (1) |
 * | `AGENTS_MAX_COST_USD`, `AGENTS_MAX_TOKENS` | hard limits of one run |
 *
 * Adds a sentence to `read.faults` for every setting that is missing or wrong.
 */
export function readAgentEngineConfig(read: SettingsReader): AgentEngineConfig {
  const server = readModelServer(read, "AGENTS");
  if (server === null) return { kind: "embedded" };
  const concurrency = read.number("AGENTS_CONCURRENCY", { min: 1, max: 128 }, 16);
  const maxConcurrency = read.number("AGENTS_MAX_CONCURRENCY", { min: 1, max: 128 }, 128);
  if (concurrency > maxConcurrency) {
    read.faults.push("AGENTS_CONCURRENCY must not be above AGENTS_MAX_CONCURRENCY");
  }
  const maxCostUsd = read.number(
    "AGENTS_MAX_COST_USD",
    { min: 0, max: 1_000_000, integer: false },
    Infinity,
  );
  if (maxCostUsd < Infinity && server.price === null) {
    read.faults.push(`AGENTS_MAX_COST_USD needs the price of ${server.model || "the model"} in MODEL_PRICES`);
  }
  return {
    kind: "openai-compatible",
    ...server,
    concurrency,
    maxConcurrency,
    temperature: read.number("AGENTS_TEMPERATURE", { min: 0, max: 2, integer: false }, 0.8),
    replicates: read.number("AGENTS_REPLICATES", { min: 1, max: 20 }, 1),
    rpm: read.number("AGENTS_RPM", { min: 1, max: 10_000_000 }, Infinity),
    tpm: read.number("AGENTS_TPM", { min: 1, max: 10_000_000_000 }, Infinity),
    maxCostUsd,
    maxTokens: read.number("AGENTS_MAX_TOKENS", { min: 1, max: 1_000_000_000_000 }, Infinity),
  };
}
