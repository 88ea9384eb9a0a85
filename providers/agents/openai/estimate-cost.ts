import type { StoredResponse } from "../answer-store.ts";
import type { CostEstimate } from "../engine.ts";
import { costUsd } from "../../openai/pricing.ts";
import type { ModelPrice } from "../../openai/pricing.ts";
import { addUsage, NO_TOKENS, scaleUsage, totalTokens } from "../../openai/usage.ts";
import type { TokenUsage } from "../../openai/usage.ts";
import type { Collected } from "./collect-responses.ts";

/**
 * Personas that are asked before the run. Prompts differ by a few words and replies by about a quarter, so twelve give the mean
 * within about 4 % of the cost.
 */
const SAMPLE = 12;

/** Evenly spread among those that still have to be asked. */
export function sampleOf<T>(open: readonly T[]): readonly T[] {
  const size = Math.min(SAMPLE, open.length);
  return Array.from({ length: size }, (_, i) => open[Math.floor((i + 0.5) * open.length / size)] as T);
}

export interface Measured {
  /** Responses that the run had stored before. */
  readonly stored: readonly StoredResponse[];
  /** Asked first and alone: it fills the server's prompt cache. Empty where nothing was open. */
  readonly cold: readonly Collected[];
  /** Asked after that: they find the cache filled, as the rest of the run will. */
  readonly warm: readonly Collected[];
  /** Calls that are still to be made after these. */
  readonly open: number;
}

export interface Pace {
  readonly rpm?: number;
  readonly tpm?: number;
  readonly concurrency: number;
}

export function estimateCost(
  { stored, cold, warm, open }: Measured,
  price: ModelPrice | null,
  pace: Pace,
  allows: (usage: TokenUsage) => boolean,
): CostEstimate {
  const sample = [...cold, ...warm];
  const typical = warm.length > 0 ? warm : cold;
  const each = scaleUsage(sum(typical.map(({ response }) => response)), 1 / Math.max(1, typical.length));
  const spent = addUsage(sum(stored), sum(sample.map(({ response }) => response)));
  const usage = addUsage(spent, scaleUsage(each, open));
  const calls = sample.length + open;
  return {
    calls: stored.length + calls,
    sampled: sample.length,
    usage,
    cost_usd: costUsd(usage, price),
    prices_as_of: price?.as_of ?? null,
    seconds: seconds(calls, calls * totalTokens(each), meanLatency(typical), pace),
    exceeds_budget: !allows(usage),
  };
}

/** The slowest of the three: requests a minute, tokens a minute, and latency over the calls that may be under way at once. */
function seconds(calls: number, tokens: number, latencyMs: number | null, pace: Pace): number | null {
  if (latencyMs === null) return null;
  const { rpm = Infinity, tpm = Infinity, concurrency } = pace;
  return Math.max(calls / rpm * 60, tokens / tpm * 60, calls * latencyMs / concurrency / 1_000);
}

function meanLatency(sample: readonly Collected[]): number | null {
  const known = sample.map(({ latencyMs }) => latencyMs).filter((latency) => latency !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length;
}

function sum(responses: readonly StoredResponse[]): TokenUsage {
  return responses.reduce((total, { usage }) => addUsage(total, usage), NO_TOKENS);
}
