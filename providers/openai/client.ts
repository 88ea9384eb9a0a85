import { EngineError } from "../agents/errors.ts";
import { totalTokens } from "./usage.ts";
import type { TokenUsage } from "./usage.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import type { Clock } from "./clock.ts";
import { usageOf } from "./completion.ts";
import { AdaptiveConcurrency } from "./concurrency.ts";
import { exchange } from "./exchange.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { backOffMs, type Fault, FAULTS } from "./fault.ts";
import { holdBackMs, retryAfterMs } from "./rate-limit-headers.ts";
import { RateLimits } from "./rate-limit.ts";

export interface ModelClientOptions {
  readonly endpoint: Endpoint;
  readonly rpm?: number;
  readonly tpm?: number;
  readonly concurrency: number;
  readonly maxConcurrency: number;
  readonly clock: Clock;
  /** Uniform on [0, 1), for the jitter of waits. */
  readonly random: () => number;
}

/** A reply, or an answer that concerns this request alone, such as a content filter's. */
export interface Reply {
  readonly status: number;
  readonly raw: string;
  /** The parsed body; null where the server rejected the request. */
  readonly body: object | null;
  /** Null where the server did not count. */
  readonly usage: TokenUsage | null;
  readonly latencyMs: number;
}

/**
 * `call` cuts a call that is under way; `wait` stops before the next one begins. A chunk that ends for want of money or of a server
 * stops waiting but lets paid calls finish.
 */
export interface CallSignals {
  readonly call: AbortSignal;
  readonly wait: AbortSignal;
}

/** A wait longer than this is left to the caller's own retries, which survive a restart. */
const LONGEST_WAIT_MS = 60_000;

/** Every call of the process to one server goes through here: paced, retried, and stopped while the server is down. */
export class ModelClient {
  readonly #options: ModelClientOptions;
  readonly #limits: RateLimits;
  readonly #concurrency: AdaptiveConcurrency;
  readonly #breaker: CircuitBreaker;

  constructor(options: ModelClientOptions) {
    this.#options = options;
    this.#limits = new RateLimits(options, options.clock);
    this.#concurrency = new AdaptiveConcurrency(options.concurrency, options.maxConcurrency);
    this.#breaker = new CircuitBreaker(options.clock);
  }

  /** Personas being asked. */
  get running(): number {
    return this.#concurrency.running;
  }

  /** Personas that may be asked at once, as the server takes them. */
  get concurrency(): number {
    return this.#concurrency.limit;
  }

  /**
   * Does the work on one persona once there is a place for it. The place is kept through all of its calls and waits, so that what has begun
   * is finished before anything new begins.
   */
  async inPlace<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#concurrency.acquire(signal);
    try {
      return await work();
    } finally {
      this.#concurrency.release();
    }
  }

  /**
   * @param tokens what the call is expected to use, for the limit of tokens a minute.
   * @throws EngineError `engine_unavailable` once the fault's attempts are used up; the signal's reason.
   */
  async send(body: string, tokens: number, signals: CallSignals): Promise<Reply> {
    const faults = new Map<Fault, number>();
    for (;;) {
      const { result, call, latencyMs } = await this.#once(body, tokens, signals);
      const { status, raw } = result;
      if (result.kind === "reply") {
        return { status, raw, body: result.body, usage: usageOf(result.body), latencyMs };
      }
      const { fault } = result;
      const rule = FAULTS[fault];
      if (rule.pushesBack) this.#concurrency.pushedBack(call);
      if (rule.trips) this.#breaker.failed(result.message);
      else this.#breaker.succeeded();
      if (rule.then === "stored") return { status, raw, body: null, usage: null, latencyMs };

      const attempt = (faults.get(fault) ?? 0) + 1;
      faults.set(fault, attempt);
      const asked = retryAfterMs(result.headers, Date.now());
      if (asked !== null && asked <= LONGEST_WAIT_MS) this.#limits.hold(asked);
      if (attempt >= rule.attempts || (asked !== null && asked > LONGEST_WAIT_MS)) {
        throw new EngineError(
          "engine_unavailable",
          `The model server is unavailable: ${rule.words}`,
          {
            cause: new Error(`${fault}, call ${attempt} of ${rule.attempts}: ${result.message}`),
            ...retryAfter(asked),
          },
        );
      }
      await this.#options.clock.sleep(backOffMs(fault, attempt, this.#options.random), signals.wait);
    }
  }

  async #once(
    body: string,
    tokens: number,
    signals: CallSignals,
  ): Promise<{ result: Exchange; call: number; latencyMs: number }> {
    signals.wait.throwIfAborted();
    await this.#limits.admit(tokens, signals.wait);
    this.#breaker.check();
    const call = this.#concurrency.begin();
    const started = performance.now();
    const result = await exchange(this.#options.endpoint, body, signals.call);
    const latencyMs = performance.now() - started;
    if (result.kind === "reply") {
      this.#breaker.succeeded();
      this.#concurrency.succeeded();
      const usage = usageOf(result.body);
      if (usage !== null) this.#limits.settle(tokens, totalTokens(usage));
      const holdBack = holdBackMs(result.headers, tokens);
      if (holdBack > 0) this.#limits.hold(holdBack);
    }
    return { result, call, latencyMs };
  }
}

function retryAfter(ms: number | null): { retryAfterMs?: number } {
  return ms === null ? {} : { retryAfterMs: ms };
}
