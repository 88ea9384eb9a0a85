/** Tokens as the server counted them. Reasoning tokens are part of the completion's, cached ones part of the prompt's. */
export interface TokenUsage {
  readonly prompt: number;
  readonly cached: number;
  readonly completion: number;
  readonly reasoning: number;
}

export const NO_TOKENS: TokenUsage = { prompt: 0, cached: 0, completion: 0, reasoning: 0 };

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    prompt: a.prompt + b.prompt,
    cached: a.cached + b.cached,
    completion: a.completion + b.completion,
    reasoning: a.reasoning + b.reasoning,
  };
}

export function scaleUsage(usage: TokenUsage, factor: number): TokenUsage {
  return {
    prompt: usage.prompt * factor,
    cached: usage.cached * factor,
    completion: usage.completion * factor,
    reasoning: usage.reasoning * factor,
  };
}

/** What is billed and what limits count: the prompt and the completion. */
export function totalTokens(usage: TokenUsage): number {
  return usage.prompt + usage.completion;
}

/**
 * Tokens of a text when no server has counted them: four characters a token, the rule of thumb for English
 * (help.openai.com, "What are tokens and how to count them?").
 */
export function tokensOfText(text: string): number {
  return Math.ceil(text.length / 4);
}
