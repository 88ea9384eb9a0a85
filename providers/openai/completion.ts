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

/** JSON that nobody has checked: at each place there may be anything, or nothing. */
type Unchecked = { readonly [place: string]: Unchecked } | null | undefined;

const firstChoice = (body: object): Unchecked => (body as NonNullable<Unchecked>).choices?.[0];
const listed = (value: unknown): readonly Unchecked[] => Array.isArray(value) ? value : [];
const text = (value: unknown): string => typeof value === "string" ? value : "";
const count = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;

/** Reads a completion's body; a missing or mistyped field becomes an empty one. */
export function completionOf(body: object): Completion {
  const choice = firstChoice(body);
  const finish = text(choice?.finish_reason);
  return {
    content: contentText(choice?.message?.content),
    refused: text(choice?.message?.refusal) !== "" || finish === "content_filter",
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
