import type { TextKey } from "#engine/readings/fact-sheet.ts";
import type { Failure, OpenAiClient, Reply, RetryPolicy } from "../openai/client.ts";
import type { ChatMessage } from "../openai/completion.ts";
import type { ExchangeFailure } from "../openai/exchange.ts";
import {
  addUsage,
  costUsd,
  estimateTokens,
  type ModelPrice,
  NO_TOKENS,
  type TokenUsage,
} from "../openai/usage.ts";
import { replySchema } from "./prompt.ts";

/** Seventeen texts take about 1,200 tokens. */
const MAX_TOKENS = 2_500;

/** One retry after a transient fault. A timeout has already taken all of a call's time, so it is final. */
const ONE_RETRY: RetryPolicy = { maxCalls: 2, final: ["timeout"], longestWaitMs: 5_000 };
const NO_RETRY: RetryPolicy = { ...ONE_RETRY, maxCalls: 1 };

/** What the calls of one Reading took. */
export interface CallTotals {
  /** Tokens of all calls; estimated where `counted` is false. */
  readonly usage: TokenUsage;
  /** False where the server did not count a call: it sent no answer, or one without a count. */
  readonly counted: boolean;
  readonly calls: number;
  /** US dollars; null where the model's price is unknown. */
  readonly cost_usd: number | null;
}

/**
 * The calls of one Reading and their usage. Once in a Reading a call is retried after a transient fault, and once it is repeated in
 * plain form, model and messages only, for a server that rejects structured output.
 */
export class RewriteCalls {
  readonly #client: OpenAiClient;
  readonly #model: string;
  readonly #signal: AbortSignal;
  #usage = NO_TOKENS;
  #counted = true;
  #calls = 0;
  #plain = false;
  #retried = false;

  constructor(client: OpenAiClient, model: string, signal: AbortSignal) {
    this.#client = client;
    this.#model = model;
    this.#signal = signal;
  }

  /**
   * Sends the messages and returns the model's reply, or the failure of the last call.
   * @param keys of the texts that the reply must have.
   * @throws the signal's reason.
   */
  async send(messages: readonly ChatMessage[], keys: readonly TextKey[]): Promise<Reply | Failure> {
    const body = JSON.stringify({
      model: this.#model,
      messages,
      ...(this.#plain ? {} : structuredOutput(keys)),
    });
    const outcome = await this.#client.post({
      body,
      tokens: estimateTokens(body) + MAX_TOKENS,
      signals: { call: this.#signal, wait: this.#signal },
      retries: this.#retried ? NO_RETRY : ONE_RETRY,
    });
    // The most that a call without an answer can have used: servers go on after a client has left.
    const most = { ...NO_TOKENS, prompt: estimateTokens(body), completion: MAX_TOKENS };
    for (const failure of outcome.failures) this.#add(isBilled(failure) ? null : NO_TOKENS, most);
    if (outcome.kind === "reply") {
      this.#add(outcome.usage, { ...most, completion: estimateTokens(outcome.raw) });
      this.#retried ||= outcome.failures.length > 0;
      return outcome;
    }
    this.#retried ||= outcome.failures.length > 1;
    if (this.#plain || outcome.fault !== "rejected") return outcome;
    this.#plain = true;
    return await this.send(messages, keys);
  }

  /** @param price null where it is unknown. */
  totals(price: ModelPrice | null): CallTotals {
    const cost_usd = this.#calls === 0 ? 0 : costUsd(this.#usage, price);
    return { usage: this.#usage, counted: this.#counted, calls: this.#calls, cost_usd };
  }

  /** Adds a call's usage; the estimate where the server did not count. */
  #add(counted: TokenUsage | null, estimate: TokenUsage): void {
    this.#calls++;
    this.#counted &&= counted !== null;
    this.#usage = addUsage(this.#usage, counted ?? estimate);
  }
}

function structuredOutput(keys: readonly TextKey[]) {
  const json_schema = { name: "reading_texts", strict: true, schema: replySchema(keys) };
  return {
    max_tokens: MAX_TOKENS,
    temperature: 0.3,
    response_format: { type: "json_schema", json_schema },
  };
}

/** How Deno and Node report that they could not connect. */
const NOT_CONNECTED = /\(connect\)|refused|ENOTFOUND|EAI_AGAIN|\bdns\b/i;

/** Whether a failed call may cost something: not where the server refused it or was never reached. */
function isBilled({ status, message }: ExchangeFailure): boolean {
  return status < 300 && !NOT_CONNECTED.test(message);
}
