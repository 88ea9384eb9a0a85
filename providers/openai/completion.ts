import type { TokenUsage } from "./usage.ts";

/** A message of a chat completion's request. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** The first choice of a chat completion. */
export interface Completion {
  readonly content: string;
  /** By the model itself or by the server's content filter. */
  readonly refused: boolean;
  /** `finish_reason`: `length` where the token limit cut the content. */
  readonly finish: string;
}

/** Reads a completion's body; a missing or mistyped field becomes an empty one. */
export function completionOf(body: object): Completion {
  const choice = first(field(body, "choices"));
  const message = field(choice, "message");
  const refusal = field(message, "refusal");
  const finish = text(field(choice, "finish_reason"));
  return {
    content: contentText(field(message, "content")),
    refused: (typeof refusal === "string" && refusal !== "") || finish === "content_filter",
    finish,
  };
}

/** A token of a completion with the chances of those that could stand there. */
export interface TokenChances {
  readonly token: string;
  readonly alternatives: readonly { readonly token: string; readonly chance: number }[];
}

/** The tokens of a completion with their chances, 0 to 1; empty where the server does not tell. */
export function tokenChancesOf(body: object): TokenChances[] {
  const content = field(field(first(field(body, "choices")), "logprobs"), "content");
  if (!Array.isArray(content)) return [];
  return content.map((item: unknown) => {
    const others = field(item, "top_logprobs");
    return {
      token: text(field(item, "token")),
      alternatives: (Array.isArray(others) ? others : []).map((other: unknown) => ({
        token: text(field(other, "token")),
        chance: chanceOf(field(other, "logprob")),
      })),
    };
  });
}

const chanceOf = (logProbability: unknown): number =>
  typeof logProbability === "number" && logProbability <= 0 ? Math.exp(logProbability) : 0;

/** The server's count of tokens, or null where it does not count. DeepSeek's dialect puts cached tokens beside the others. */
export function usageOf(body: object): TokenUsage | null {
  const usage = field(body, "usage");
  const prompt = count(field(usage, "prompt_tokens"));
  const completion = count(field(usage, "completion_tokens"));
  if (prompt === null || completion === null) return null;
  const cached = count(field(field(usage, "prompt_tokens_details"), "cached_tokens")) ??
    count(field(usage, "prompt_cache_hit_tokens")) ?? 0;
  const reasoning = count(field(field(usage, "completion_tokens_details"), "reasoning_tokens")) ?? 0;
  return { prompt, cached: Math.min(cached, prompt), completion, reasoning: Math.min(reasoning, completion) };
}

/** The content as a text, or as the array of parts that newer servers send. */
function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) => text(field(part, "text"))).join("");
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function count(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
