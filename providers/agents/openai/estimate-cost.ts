import { itemAt } from "#engine/numeric/columns.ts";
import { addUsage, costUsd, type ModelPrice, NO_TOKENS, type TokenUsage } from "../../openai/usage.ts";
import type { StoredResponse } from "../answer-store.ts";
import type { CostEstimate } from "../engine.ts";

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
  /** That of the first call, alone, which fills the server's prompt cache; empty where every response was stored. */
  readonly cold: readonly StoredResponse[];
  /** Those of the calls after it, which find the cache filled, as the rest of the run will. */
  readonly warm: readonly StoredResponse[];
  /** Calls that the run still has to make. */
  readonly remaining: number;
}

/**
 * Extrapolates a run's cost from its sample.
 * @param allows whether a usage keeps to the run's budget.
 */
export function estimateCost(
  { stored, cold, warm, remaining }: MeasuredSample,
  price: ModelPrice | null,
  allows: (usage: TokenUsage) => boolean,
): CostEstimate {
  const known = [...stored, ...cold, ...warm];
  const typical = warm.length > 0 ? warm : cold;
  const usage = addUsage(sum(known), sum(typical), remaining / Math.max(1, typical.length));
  return {
    calls: known.length + remaining,
    sampled: cold.length + warm.length,
    usage,
    cost_usd: costUsd(usage, price),
    prices_as_of: price?.as_of ?? null,
    exceeds_budget: !allows(usage),
  };
}

function sum(responses: readonly StoredResponse[]): TokenUsage {
  return responses.reduce((total, { usage }) => addUsage(total, usage), NO_TOKENS);
}
