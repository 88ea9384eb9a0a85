import { MODEL } from "#shared/metrics.ts";
import type { Clock } from "./clock.ts";

/** Consecutive failures of the process, over all runs, that open the breaker. */
const FAILURES_TO_OPEN = 20;
/** An open breaker lets one call through after this time; its outcome decides about the rest. */
const OPEN_MS = 30_000;

/** Why the breaker refuses a call. */
export interface OpenCircuit {
  /** Completes "The model server is unavailable: …" for customers. */
  readonly reason: string;
  /** The last failure's, for operators. */
  readonly message: string;
  /** Milliseconds until the breaker lets the next call through. */
  readonly retryAfterMs: number;
}

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
  refusal(): OpenCircuit | null {
    if (this.#consecutiveFailures < FAILURES_TO_OPEN) return null;
    const openMs = this.#openUntil - this.#clock.now();
    if (openMs > 0) {
      const reason = `it failed ${this.#consecutiveFailures} times in a row`;
      return { reason, message: this.#lastMessage, retryAfterMs: Math.ceil(openMs) };
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
