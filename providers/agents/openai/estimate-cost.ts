import { itemAt } from "#engine/numeric/columns.ts";
import type { TrafficLimits } from "../../openai/traffic-control.ts";
import {
  addUsage,
  costUsd,
  type ModelPrice,
  NO_TOKENS,
  scaleUsage,
  type TokenUsage,
  totalTokens,
} from "../../openai/usage.ts";
import type { StoredResponse } from "../answer-store.ts";
import type { CostEstimate } from "../engine.ts";
import type { ObtainedResponse } from "./run-ledger.ts";

/**
 * Personas whose responses the estimate measures. Prompts differ by a few words and replies by about a quarter, so twelve give the mean
 * within about 4 % of the cost.
 */
const SAMPLE_SIZE = 12;

/** Takes at most twelve, evenly spread. */
export function sampleOf<T>(population: readonly T[]): readonly T[] {
  const size = Math.min(SAMPLE_SIZE, population.length);
  return Array.from(
    { length: size },
    (_, i) => itemAt(population, Math.floor((i + 0.5) * population.length / size)),
  );
}

export interface MeasuredSample {
  /** Responses that the run had stored before. */
  readonly stored: readonly StoredResponse[];
  /** The first call, alone, which fills the server's prompt cache; empty where every response was stored. */
  readonly cold: readonly ObtainedResponse[];
  /** The calls after it, which find the cache filled, as the rest of the run will. */
  readonly warm: readonly ObtainedResponse[];
  /** Calls that the run still has to make. */
  readonly remaining: number;
}

type Pace = Omit<TrafficLimits, "maxConcurrency">;

/**
 * Extrapolates a run's cost and duration from its sample.
 * @param allows whether a usage keeps to the run's budget.
 */
export function estimateCost(
  { stored, cold, warm, remaining }: MeasuredSample,
  price: ModelPrice | null,
  pace: Pace,
  allows: (usage: TokenUsage) => boolean,
): CostEstimate {
  const sample = [...cold, ...warm];
  const typical = warm.length > 0 ? warm : cold;
  const perCall = scaleUsage(sum(typical.map(({ response }) => response)), 1 / Math.max(1, typical.length));
  const spent = addUsage(sum(stored), sum(sample.map(({ response }) => response)));
  const usage = addUsage(spent, scaleUsage(perCall, remaining));
  const calls = sample.length + remaining;
  return {
    calls: stored.length + calls,
    sampled: sample.length,
    usage,
    cost_usd: costUsd(usage, price),
    prices_as_of: price?.as_of ?? null,
    seconds: secondsOf(calls, calls * totalTokens(perCall), meanLatencyMs(typical), pace),
    exceeds_budget: !allows(usage),
  };
}

/** The longest of three: by requests a minute, by tokens a minute, and by latency over the calls at once. */
function secondsOf(calls: number, tokens: number, latencyMs: number | null, pace: Pace): number | null {
  if (latencyMs === null) return null;
  const { rpm = Infinity, tpm = Infinity, concurrency } = pace;
  return Math.max(60 * calls / rpm, 60 * tokens / tpm, calls * latencyMs / concurrency / 1_000);
}

function meanLatencyMs(sample: readonly ObtainedResponse[]): number | null {
  const latencies = sample.map(({ latencyMs }) => latencyMs).filter((latency) => latency !== null);
  return latencies.length === 0 ? null : latencies.reduce((a, b) => a + b, 0) / latencies.length;
}

function sum(responses: readonly StoredResponse[]): TokenUsage {
  return responses.reduce((total, { usage }) => addUsage(total, usage), NO_TOKENS);
}
