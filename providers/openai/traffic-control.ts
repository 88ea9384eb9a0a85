import type { Clock } from "./clock.ts";
import type { ExchangeFailure, ExchangeReply } from "./exchange.ts";
import { FAULTS, totalTokens } from "./completion.ts";
import { holdBackMs, RateLimits } from "./rate-limit.ts";
import { MODEL } from "#shared/metrics.ts";
import { FairSlots } from "#shared/turns.ts";

export interface TrafficLimits {
  /** Requests and tokens a minute that the server allows; infinite or absent: as its replies show. */
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

  /**
   * @param tokens and usage as expected and as counted; null where the server did not count.
   * @param latencyMs from the request to the end of its reply.
   */
  recordReply(
    call: number,
    { headers, usage }: Pick<ExchangeReply, "headers" | "usage">,
    tokens: number,
    latencyMs: number,
  ): void {
    this.#breaker.recordSuccess();
    this.concurrency.recordSuccess(call, latencyMs);
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

/** Consecutive failures of the process, over all runs, that open the breaker. */
const FAILURES_TO_OPEN = 20;
/** An open breaker lets one call through after this time; its outcome decides about the rest. */
const OPEN_MS = 30_000;

/** Why the breaker refuses a call. */
type OpenCircuit = NonNullable<ReturnType<CircuitBreaker["refusal"]>>;

/**
 * Spares a server that is down the calls of every agent of every run. Hand-written: `opossum` opens by an error rate in a window, not
 * after consecutive failures, and does not report when the next call may go.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  #consecutiveFailures = 0;
  #lastMessage = "";
  #openUntil = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Null where the call may go. A call that may go while the breaker is open is the only one of the next 30 s. */
  refusal() {
    if (this.#consecutiveFailures < FAILURES_TO_OPEN) return null;
    const openMs = this.#openUntil - this.#clock.now();
    if (openMs > 0) {
      return {
        /** Completes "The model server is unavailable: …" for customers. */
        reason: `it failed ${this.#consecutiveFailures} times in a row`,
        /** The last failure's, for operators. */
        message: this.#lastMessage,
        /** Until the breaker lets the next call through. */
        retryAfterMs: Math.ceil(openMs),
      };
    }
    this.#openUntil = this.#clock.now() + OPEN_MS;
    return null;
  }

  recordSuccess(): void {
    if (this.#consecutiveFailures >= FAILURES_TO_OPEN) MODEL.breakerOpen.set(0);
    this.#consecutiveFailures = 0;
  }

  recordFailure(message: string): void {
    this.#consecutiveFailures++;
    this.#lastMessage = message;
    if (this.#consecutiveFailures < FAILURES_TO_OPEN) return;
    this.#openUntil = this.#clock.now() + OPEN_MS;
    MODEL.breakerOpen.set(1);
  }
}

/** Latencies of which a round's median is taken. Where they vary by half their mean, chance moves it by an eighth. */
const ROUND_CALLS = 32;
/** Calls that take over twice as long as at the start stand in a queue: the server's, or this process' own. */
const MAX_SLOWDOWN = 2;

/**
 * Limits tasks at once by additive increase and multiplicative decrease, as TCP does (RFC 5681). Every success adds a slot, until the server
 * first reports an overload or calls first take twice as long as at the start, as in TCP Vegas; after that a whole round of successes does.
 * More calls at once than a server answers would wait in a queue, where owners cannot take turns any more.
 */
export class AdaptiveConcurrency extends FairSlots {
  readonly #start: number;
  readonly #max: number;
  /** The limit with its fraction: a success adds 1 / limit. */
  #exactLimit: number;
  #overloaded = false;
  #slowed = false;
  /** Calls are numbered as they start, so that one overload halves the limit once for all calls in flight. */
  #startedCalls = 0;
  #lastCallBeforeDecrease = 0;
  /** Of this round's calls, in milliseconds. */
  #latencies: number[] = [];
  /** The median of the quickest round since the limit was last at its start; null until a round there has ended. */
  #quickestMs: number | null = null;
  /** The same before the limit fell to its start. */
  #formerMs = Infinity;

  constructor(start: number, max: number) {
    super(() => this.limit, { remembersTurns: true });
    this.#start = this.#exactLimit = Math.min(start, max);
    this.#max = max;
  }

  get limit(): number {
    return Math.floor(this.#exactLimit);
  }

  /** Numbers a call that starts now, for {@link recordOverload}. */
  startCall(): number {
    return ++this.#startedCalls;
  }

  /**
   * Raises the limit, unless calls have become slow. Leaves it where a slot is free, as a limit that is not reached has not been tried, and
   * until the first round has shown how long calls take at the start.
   * @param call by {@link startCall}; one that began before the limit last fell says nothing of the present one.
   */
  recordSuccess(call: number, latencyMs: number): void {
    if (this.running < this.limit || call <= this.#lastCallBeforeDecrease) return;
    this.#latencies.push(latencyMs);
    if (this.#latencies.length >= Math.max(ROUND_CALLS, this.limit)) this.#endRound();
    else if (this.#quickestMs !== null) {
      this.#setLimit(this.#exactLimit + (this.#overloaded || this.#slowed ? 1 / this.#exactLimit : 1));
    }
  }

  #endRound(): void {
    const median = this.#latencies.toSorted((a, b) => a - b)[this.#latencies.length >> 1] ?? 0;
    this.#latencies = [];
    if (this.#quickestMs === null) {
      // So few make no queue: where they are slow as well, other questions or the server by itself take longer by now.
      this.#slowed = this.#slowed && median <= MAX_SLOWDOWN * this.#formerMs;
      this.#quickestMs = median;
    } else if (median > MAX_SLOWDOWN * this.#quickestMs && this.limit > this.#start) {
      this.#slowed = true;
      this.#decrease(Math.max(this.#start, this.#exactLimit / 2));
      if (this.limit === this.#start) [this.#formerMs, this.#quickestMs] = [this.#quickestMs, null];
    } else this.#quickestMs = Math.min(this.#quickestMs, median);
  }

  /** Halves the limit, once for all calls that had started by the last decrease. */
  recordOverload(call: number): void {
    if (call <= this.#lastCallBeforeDecrease) return;
    this.#overloaded = true;
    this.#decrease(Math.max(1, this.#exactLimit / 2));
  }

  #decrease(exactLimit: number): void {
    this.#lastCallBeforeDecrease = this.#startedCalls;
    this.#latencies = [];
    this.#setLimit(Math.min(exactLimit, this.#exactLimit));
  }

  #setLimit(exactLimit: number): void {
    this.#exactLimit = Math.min(this.#max, exactLimit);
    this.startNext();
  }
}
