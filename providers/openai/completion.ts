import type { TokenUsage } from "#shared/answer-store.ts";

/** A message of a chat completion's request. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** JSON that nobody has checked: at each place there may be anything, or nothing. */
type Unchecked = { readonly [place: string]: Unchecked } | null | undefined;

const firstChoice = (body: object): Unchecked => (body as NonNullable<Unchecked>).choices?.[0];
const listed = (value: unknown): readonly Unchecked[] => Array.isArray(value) ? value : [];
const text = (value: unknown): string => typeof value === "string" ? value : "";
const count = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;

/** Reads the first choice of a completion's body; a missing or mistyped field becomes an empty one. */
export function completionOf(body: object) {
  const choice = firstChoice(body);
  const finish = text(choice?.finish_reason);
  return {
    content: contentText(choice?.message?.content),
    /** By the model itself or by the server's content filter. */
    refused: text(choice?.message?.refusal) !== "" || finish === "content_filter",
    /** `finish_reason`: `length` where the token limit cut the content. */
    finish,
  };
}

/** The content as a text, or as the array of parts that newer servers send. */
function contentText(content: unknown): string {
  return typeof content === "string" ? content : listed(content).map((part) => text(part?.text)).join("");
}

/** The JSON object that a text is; null for any other text. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The JSON object in a reply, also of servers without a JSON mode: the whole text, a fenced block, or what the outermost braces hold. */
export function objectIn(content: string): Readonly<Record<string, unknown>> | null {
  const fenced = /```(?:json)?([\s\S]*?)```/i.exec(content)?.[1] ?? "";
  const braces = content.slice(content.indexOf("{"), content.lastIndexOf("}") + 1);
  return parseObject(content) ?? parseObject(fenced) ?? parseObject(braces);
}

/** The tokens of a completion, each with the chances, 0 to 1, of those that could stand there; empty where the server does not tell. */
export function tokenChancesOf(body: object) {
  return listed(firstChoice(body)?.logprobs?.content).map((item) => ({
    token: text(item?.token),
    alternatives: listed(item?.top_logprobs).map((other) => ({
      token: text(other?.token),
      chance: chanceOf(other?.logprob),
    })),
  }));
}

const chanceOf = (logProbability: unknown): number =>
  typeof logProbability === "number" && logProbability <= 0 ? Math.exp(logProbability) : 0;

/** The server's count of tokens, or null where it does not count. DeepSeek's dialect puts cached tokens beside the others. */
export function usageOf(body: object): TokenUsage | null {
  const { usage } = body as NonNullable<Unchecked>;
  const prompt = count(usage?.prompt_tokens);
  const completion = count(usage?.completion_tokens);
  if (prompt === null || completion === null) return null;
  const cached = count(usage?.prompt_tokens_details?.cached_tokens) ??
    count(usage?.prompt_cache_hit_tokens) ?? 0;
  const reasoning = count(usage?.completion_tokens_details?.reasoning_tokens) ?? 0;
  return { prompt, cached: Math.min(cached, prompt), completion, reasoning: Math.min(reasoning, completion) };
}

/** A class of failed calls that the client treats alike. */
export type Fault = keyof typeof FAULTS;

interface FaultRule {
  /** Calls of one request that may end this way; 1 where another call would end the same way. */
  readonly attempts: number;
  /** The pause after the n-th such call is uniform on 0 to `min(capMs, baseMs · 2^(n − 1))`: full jitter. */
  readonly baseMs: number;
  readonly capMs: number;
  /** The HTTP statuses that mean it, and the values of a body's `error.code` or `error.type`. */
  readonly signs: readonly (number | string)[];
  /** The server has more calls than it can take: the client lowers its concurrency. */
  readonly overload: boolean;
  /** Counts towards opening the circuit breaker. */
  readonly tripsBreaker: boolean;
  /** Completes "The model server is unavailable: …" for customers. Only operators see what the server said. */
  readonly reason: string;
}

const transient = (
  attempts: number,
  [baseMs, capMs]: readonly [number, number],
  signs: FaultRule["signs"],
  { overload = false, tripsBreaker = false }: { overload?: boolean; tripsBreaker?: boolean },
  reason: string,
): FaultRule => ({ attempts, baseMs, capMs, signs, overload, tripsBreaker, reason });
const permanent = (signs: FaultRule["signs"], reason: string) => transient(1, [0, 0], signs, {}, reason);

const DOWN = { tripsBreaker: true };
const OVERLOADED = { overload: true, tripsBreaker: true };

// Full jitter: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
export const FAULTS = {
  rate_limited: transient(8, [1_000, 60_000], [429], { overload: true }, "it limits how often we may call"),
  overloaded: transient(6, [1_000, 30_000], [409, 425, 503, 529], OVERLOADED, "it is overloaded"),
  server_error: transient(5, [500, 20_000], [], DOWN, "it answers with errors"),
  timeout: transient(3, [500, 20_000], [408, 504], OVERLOADED, "it does not answer in time"),
  connection: transient(5, [500, 20_000], [], DOWN, "it cannot be reached"),
  unreadable_body: transient(4, [200, 5_000], [], DOWN, "its answers break off"),
  quota_exhausted: permanent(
    ["insufficient_quota", "billing_hard_limit_reached"],
    "our quota there is used up",
  ),
  unauthorized: permanent([401, 403, "invalid_api_key"], "it refuses our key"),
  not_found: permanent([404, 405, "model_not_found"], "it has no such model or address"),
  /** This request alone: every request would meet one of the others. */
  rejected: permanent(["content_filter", "content_policy_violation"], "it rejected the request"),
} as const satisfies Readonly<Record<string, FaultRule>>;

const RULES = Object.entries(FAULTS) as [Fault, FaultRule][];

/** Classifies a failed call by the body's error codes, which are more specific, then by the HTTP status. */
export function faultOf(status: number, codes: readonly string[]): Fault {
  for (const sign of [...codes, status]) {
    const [fault] = RULES.find(([, { signs }]) => signs.includes(sign)) ?? [];
    if (fault !== undefined) return fault;
  }
  if (status >= 500) return "server_error";
  // The client never follows a redirect, which would send the key to another server.
  if (status >= 300 && status < 400) return "not_found";
  return "rejected";
}

/**
 * Milliseconds to pause after the n-th call of a request that ended with the fault.
 * @param random uniform on [0, 1).
 */
export function backOffMs(fault: Fault, nth: number, random: () => number): number {
  const { baseMs, capMs } = FAULTS[fault];
  return random() * Math.min(capMs, baseMs * 2 ** (nth - 1));
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
