/** Tokens as the server counted them. `reasoning` is part of `completion`, `cached` is part of `prompt`. */
export interface TokenUsage {
  readonly prompt: number;
  readonly cached: number;
  readonly completion: number;
  readonly reasoning: number;
}

/** The usage of a call that was never made or billed. */
export const NO_TOKENS: TokenUsage = { prompt: 0, cached: 0, completion: 0, reasoning: 0 };

/** A usage and another one `times` over, kind by kind; `times` may be negative or a fraction. */
export function addUsage(a: TokenUsage, b: TokenUsage, times = 1): TokenUsage {
  return {
    prompt: a.prompt + times * b.prompt,
    cached: a.cached + times * b.cached,
    completion: a.completion + times * b.completion,
    reasoning: a.reasoning + times * b.reasoning,
  };
}

/** Prompt and completion tokens: servers bill both and count both against limits. */
export function totalTokens(usage: TokenUsage): number {
  return usage.prompt + usage.completion;
}

/**
 * Estimates a text's tokens where no server has counted them: four characters a token, the rule of thumb for English
 * (help.openai.com, "What are tokens and how to count them?").
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** A model's list price in US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** For input tokens from the server's prompt cache; absent: the server bills them as `input`. */
  readonly cached_input?: number;
  /** For completion tokens, reasoning included. */
  readonly output: number;
  /** The ISO date on which somebody read the price. */
  readonly as_of: string;
}

const PER_MILLION = 1_000_000;

/** The cost in US dollars, or null for a model without a known price: an unknown cost never shows as 0. */
export function costUsd(usage: TokenUsage, price: ModelPrice | null): number | null {
  if (price === null) return null;
  const uncached = usage.prompt - usage.cached;
  return (uncached * price.input + usage.cached * (price.cached_input ?? price.input) +
    usage.completion * price.output) / PER_MILLION;
}
