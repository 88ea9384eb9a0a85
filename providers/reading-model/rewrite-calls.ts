import { setTimeout as sleep } from "node:timers/promises";
import type { TextKey } from "#engine/readings/facts.ts";
import { usageOf } from "../openai/completion.ts";
import { type Exchange, exchange } from "../openai/exchange.ts";
import type { Fault } from "../openai/fault.ts";
import { retryAfterMs } from "../openai/rate-limit-headers.ts";
import { costUsd } from "../openai/pricing.ts";
import { addUsage, NO_TOKENS, tokensOfText, type TokenUsage } from "../openai/usage.ts";
import type { ChatModelConfig } from "./config.ts";
import { type Message, replySchema } from "./prompt.ts";
import type { RewrittenReading } from "./rewriter.ts";

/** Seventeen texts take about 1,200 tokens. */
const MAX_TOKENS = 2_500;
/** Faults that a second call a moment later may not meet; one that took all its time is not made again. */
const PASSING: ReadonlySet<Fault> = new Set([
  "rate_limited",
  "overloaded",
  "server_error",
  "connection",
  "unreadable_body",
]);
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * The calls of one Reading and what they used. Once in a Reading a call is repeated after a passing fault, and once in plainer
 * form, model and messages only, for a server that rejects structured output.
 */
export class ModelCalls {
  readonly #config: ChatModelConfig;
  readonly #signal: AbortSignal;
  #usage = NO_TOKENS;
  #counted = true;
  #calls = 0;
  #plainer = false;
  #repeated = false;

  constructor(config: ChatModelConfig, signal: AbortSignal) {
    this.#config = config;
    this.#signal = signal;
  }

  /** The model's answer, or the fault that calls ended with. @throws the signal's reason. */
  async ask(messages: readonly Message[], keys: readonly TextKey[]): Promise<Exchange> {
    const { baseUrl, apiKey, timeoutMs } = this.#config;
    for (;;) {
      const body = this.#body(messages, keys);
      const endpoint = { url: `${baseUrl}/chat/completions`, key: apiKey, timeoutMs };
      const result = await exchange(endpoint, body, this.#signal);
      this.#count(body, result);
      if (result.kind === "reply") return result;
      if (result.fault === "rejected" && !this.#plainer) this.#plainer = true;
      else if (PASSING.has(result.fault) && !this.#repeated) {
        this.#repeated = true;
        const pause = retryAfterMs(result.headers, Date.now()) ?? PAUSE_MS;
        if (pause > LONGEST_PAUSE_MS) return result;
        await sleep(pause, undefined, { signal: this.#signal }).catch(() => this.#signal.throwIfAborted());
      } else return result;
    }
  }

  totals(): Pick<RewrittenReading, "usage" | "counted" | "calls" | "cost_usd"> {
    const cost_usd = this.#calls === 0 ? 0 : costUsd(this.#usage, this.#config.price);
    return { usage: this.#usage, counted: this.#counted, calls: this.#calls, cost_usd };
  }

  #body(messages: readonly Message[], keys: readonly TextKey[]): string {
    const { model } = this.#config;
    if (this.#plainer) return JSON.stringify({ model, messages });
    const json_schema = { name: "reading_texts", strict: true, schema: replySchema(keys) };
    const response_format = { type: "json_schema", json_schema };
    return JSON.stringify({ model, messages, max_tokens: MAX_TOKENS, temperature: 0.3, response_format });
  }

  #count(body: string, result: Exchange): void {
    this.#calls += 1;
    const counted = result.kind === "reply" ? usageOf(result.body) : notBilled(result) ? NO_TOKENS : null;
    if (counted === null) this.#counted = false;
    this.#usage = addUsage(this.#usage, counted ?? estimate(body, result));
  }
}

/** How Deno and Node say that no connection was made. */
const NOT_REACHED = /\(connect\)|refused|ENOTFOUND|EAI_AGAIN|\bdns\b/i;

/** Whether a call without an answer costs nothing: the server refused it, or was not reached. */
function notBilled({ status, message }: Extract<Exchange, { kind: "fault" }>): boolean {
  return status >= 300 || NOT_REACHED.test(message);
}

/** Of a call that nobody counted: its texts' tokens; without an answer all it was allowed, since servers go on after a client has left. */
function estimate(body: string, { kind, raw }: Exchange): TokenUsage {
  const completion = kind === "reply" ? tokensOfText(raw) : MAX_TOKENS;
  return { prompt: tokensOfText(body), cached: 0, completion, reasoning: 0 };
}
