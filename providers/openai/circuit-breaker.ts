import { EngineError } from "../agents/errors.ts";
import type { Clock } from "./clock.ts";

/** Failures in a row, over all chunks of the process, after which nobody calls for a while. */
const FAILURES_TO_OPEN = 20;
const OPEN_MS = 30_000;

/**
 * Keeps a server that is down from being called by every agent of every run. After 30 s one call goes through and decides.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  #failures = 0;
  #lastFault = "";
  #openUntil = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws EngineError `engine_unavailable` while it is open. */
  check(): void {
    if (this.#failures < FAILURES_TO_OPEN) return;
    const left = this.#openUntil - this.#clock.now();
    if (left > 0) {
      throw new EngineError(
        "engine_unavailable",
        `The model server is unavailable: it failed ${this.#failures} times in a row`,
        { retryAfterMs: Math.ceil(left), cause: new Error(this.#lastFault) },
      );
    }
    // This caller tries; the others wait for what it finds.
    this.#openUntil = this.#clock.now() + OPEN_MS;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(fault: string): void {
    this.#failures++;
    this.#lastFault = fault;
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = this.#clock.now() + OPEN_MS;
  }
}
