import { CircuitBreaker, type OpenCircuit } from "./circuit-breaker.ts";
import type { Clock } from "./clock.ts";
import { AdaptiveConcurrency } from "./concurrency.ts";
import type { ExchangeFailure } from "./exchange.ts";
import { FAULTS } from "./fault.ts";
import { holdBackMs, RateLimits } from "./rate-limit.ts";
import { type TokenUsage, totalTokens } from "./usage.ts";

export interface TrafficLimits {
  /** Requests and tokens a minute that the server allows; absent: as its replies show. */
  readonly rpm?: number;
  readonly tpm?: number;
  /** Tasks at once: at the start, and at most. */
  readonly concurrency: number;
  readonly maxConcurrency: number;
}

/** A longer `Retry-After` concerns a quota, not the pace: it holds back no other request. */
const MAX_HOLD_MS = 60_000;

/** The pace, the concurrency and the circuit breaker that all calls of a process to one server share. */
export class TrafficControl {
  readonly concurrency: AdaptiveConcurrency;
  readonly #limits: RateLimits;
  readonly #breaker: CircuitBreaker;

  constructor(limits: TrafficLimits, clock: Clock) {
    this.concurrency = new AdaptiveConcurrency(limits.concurrency, limits.maxConcurrency);
    this.#limits = new RateLimits(limits, clock);
    this.#breaker = new CircuitBreaker(clock);
  }

  /**
   * Waits for the rate limits, then consults the circuit breaker.
   * @param tokens that the call will probably use.
   * @returns the number of the call that may go, or why it may not.
   * @throws the signal's reason.
   */
  async admit(tokens: number, signal: AbortSignal): Promise<number | OpenCircuit> {
    await this.#limits.admit(tokens, signal);
    return this.#breaker.refusal() ?? this.concurrency.startCall();
  }

  /** @param usage null where the server did not count. */
  recordReply(headers: Headers, tokens: number, usage: TokenUsage | null): void {
    this.#breaker.recordSuccess();
    this.concurrency.recordSuccess();
    if (usage !== null) this.#limits.settle(tokens, totalTokens(usage));
    const holdBack = holdBackMs(headers, tokens);
    if (holdBack > 0) this.#limits.hold(holdBack);
  }

  recordFailure(call: number, { fault, message, retryAfterMs }: ExchangeFailure): void {
    const { overload, tripsBreaker } = FAULTS[fault];
    if (overload) this.concurrency.recordOverload(call);
    if (tripsBreaker) this.#breaker.recordFailure(message);
    else this.#breaker.recordSuccess();
    if (fault !== "rejected" && retryAfterMs !== null && retryAfterMs <= MAX_HOLD_MS) {
      this.#limits.hold(retryAfterMs);
    }
  }
}
