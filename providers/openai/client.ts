import { MODEL } from "#shared/metrics.ts";
import { inClientSpan } from "#shared/tracing.ts";
import { type Clock, systemClock } from "./clock.ts";
import {
  type Endpoint,
  type Exchange,
  exchange,
  type ExchangeFailure,
  type ExchangeReply,
} from "./exchange.ts";
import { backOffMs, costUsd, type Fault, FAULTS } from "./completion.ts";
import type { ServerConfig } from "./settings.ts";
import type { TrafficControl } from "./traffic-control.ts";

export interface ClientOptions {
  /** What the model is called for. */
  readonly purpose: "agents" | "forecasts" | "readings" | "embeddings";
  readonly server: ServerConfig;
  /** Absent: the client sends every request at once. */
  readonly traffic?: TrafficControl;
  readonly clock?: Clock;
  /** Uniform on [0, 1), for the jitter of pauses. */
  readonly random?: () => number;
}

export interface RetryPolicy {
  /** Calls that one request may take in all, of which each fault may end as many as its rule says. */
  readonly maxCalls: number;
  /** Faults after which the client does not retry, whatever their rules say. */
  readonly final?: readonly Fault[];
  /** The client gives up where the server demands a longer wait, and never backs off for longer. */
  readonly longestWaitMs: number;
}

/** Whether a failed request may succeed later. */
export const isRetryable = ({ fault }: Failure): boolean =>
  fault === "circuit_open" || FAULTS[fault].attempts > 1;

/**
 * `call` aborts a call in flight; `wait` aborts what precedes the next call. A chunk that ends for want of money or of a server aborts
 * `wait` alone, so that paid calls still finish.
 */
export interface CallSignals {
  readonly call: AbortSignal;
  readonly wait: AbortSignal;
}

export interface OpenAiRequest {
  /** JSON. */
  readonly body: string;
  /** What the call will probably use, for limits of tokens a minute. */
  readonly tokens: number;
  readonly signals: CallSignals;
  readonly retries: RetryPolicy;
}

export interface Reply extends ExchangeReply {
  /** The calls before the one that succeeded. */
  readonly failures: readonly ExchangeFailure[];
}

/** Status and body are those of the last call; 0 and empty where none was answered. */
export interface Failure extends Omit<ExchangeFailure, "fault"> {
  readonly fault: Fault | "circuit_open";
  /** Completes "The model server is unavailable: …" for customers. */
  readonly reason: string;
  readonly failures: readonly ExchangeFailure[];
}

/**
 * The client of every OpenAI-compatible server: agents, embeddings and Readings differ in endpoint, retry policy and traffic control.
 *
 * The `openai` package is not used: it needs Node 22, its timeout ends with the headers while a body of any size may still drip, and it has no
 * retry limit per class of fault. `p-retry` pauses by real timers and without full jitter, and its options take as many lines as the loop below.
 */
export class OpenAiClient {
  readonly #options: ClientOptions;
  readonly #endpoint: Endpoint;
  readonly #clock: Clock;

  constructor(options: ClientOptions) {
    const { purpose, server, clock = systemClock } = options;
    const path = purpose === "embeddings" ? "embeddings" : "chat/completions";
    this.#options = options;
    this.#endpoint = { ...server, url: `${server.baseUrl}/${path}` };
    this.#clock = clock;
  }

  /**
   * Posts a request, and again after faults as its policy allows.
   * @throws a signal's reason, and nothing else.
   */
  async post({ body, tokens, signals, retries }: OpenAiRequest): Promise<Reply | Failure> {
    const failures: ExchangeFailure[] = [];
    const { traffic } = this.#options;
    for (;;) {
      signals.wait.throwIfAborted();
      const call = await traffic?.admit(tokens, signals.wait);
      if (typeof call === "object") {
        return { kind: "failure", fault: "circuit_open", status: 0, raw: "", ...call, failures };
      }

      const startedAt = performance.now();
      const result = await this.#exchange(body, signals.call);
      const latencyMs = performance.now() - startedAt;
      this.#count(result, latencyMs);
      if (result.kind === "reply") {
        if (call !== undefined) traffic?.recordReply(call, result, tokens, latencyMs);
        return { ...result, failures };
      }
      if (call !== undefined) traffic?.recordFailure(call, result);
      failures.push(result);
      const pauseMs = this.#pauseMs(failures, result, retries);
      if (pauseMs === null) return { ...result, reason: FAULTS[result.fault].reason, failures };
      await this.#clock.sleep(pauseMs, signals.wait);
    }
  }

  #count(result: Exchange, latencyMs: number): void {
    const { purpose, server: { price } } = this.#options;
    MODEL.calls.inc({ purpose, outcome: result.kind === "reply" ? "ok" : result.fault });
    MODEL.duration.observe({ purpose }, latencyMs / 1000);
    const usage = result.kind === "reply" ? result.usage : null;
    if (usage === null) return;
    MODEL.tokens.inc({ purpose, kind: "prompt" }, usage.prompt);
    MODEL.tokens.inc({ purpose, kind: "completion" }, usage.completion);
    MODEL.cost.inc({ purpose }, costUsd(usage, price) ?? 0);
  }

  #exchange(body: string, signal: AbortSignal): Promise<Exchange> {
    return inClientSpan("model POST", this.#endpoint.url, async (span) => {
      const result = await exchange(this.#endpoint, body, signal);
      span.setAttribute("http.response.status_code", result.status);
      if (result.kind === "failure") span.setAttribute("error.type", result.fault);
      return result;
    });
  }

  /** Milliseconds before the next call, or null where the policy allows none. */
  #pauseMs(
    failures: readonly ExchangeFailure[],
    { fault, retryAfterMs }: ExchangeFailure,
    { maxCalls, final = [], longestWaitMs }: RetryPolicy,
  ): number | null {
    const sameFault = failures.filter((failure) => failure.fault === fault).length;
    const attempts = final.includes(fault) ? 1 : FAULTS[fault].attempts;
    if (failures.length >= maxCalls || sameFault >= attempts) return null;
    const demandedMs = retryAfterMs ?? 0;
    if (demandedMs > longestWaitMs) return null;
    return Math.max(
      demandedMs,
      Math.min(longestWaitMs, backOffMs(fault, sameFault, this.#options.random ?? Math.random)),
    );
  }
}
