import pLimit, { type LimitFunction } from "p-limit";

/**
 * Limits tasks at once by additive increase and multiplicative decrease, as TCP does (RFC 5681). Until the server first reports an
 * overload every success adds a slot; after that a whole round of successes does.
 */
export class AdaptiveConcurrency {
  readonly #slots: LimitFunction;
  readonly #max: number;
  /** The limit with its fraction: a success adds 1 / limit. */
  #exactLimit: number;
  #overloaded = false;
  /** Calls are numbered as they start, so that one overload halves the limit once for all calls in flight. */
  #startedCalls = 0;
  #lastCallBeforeDecrease = 0;

  constructor(start: number, max: number) {
    this.#exactLimit = Math.min(start, max);
    this.#max = max;
    this.#slots = pLimit(this.#exactLimit);
  }

  get limit(): number {
    return this.#slots.concurrency;
  }

  get running(): number {
    return this.#slots.activeCount;
  }

  /**
   * Runs the task once a slot is free, in order of arrival.
   * @throws the signal's reason, at once while the task has not started; a task that has started runs to its end.
   */
  run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const abort = () => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      const finished = this.#slots(() => {
        signal.removeEventListener("abort", abort);
        signal.throwIfAborted();
        return task();
      });
      finished.then(resolve, reject);
    });
  }

  /** Numbers a call that starts now, for {@link recordOverload}. */
  startCall(): number {
    return ++this.#startedCalls;
  }

  /** Raises the limit, unless a slot is free: a limit that is not reached has not been tried. */
  recordSuccess(): void {
    if (this.running < this.limit) return;
    const step = this.#overloaded ? 1 / this.#exactLimit : 1;
    this.#setLimit(Math.min(this.#max, this.#exactLimit + step));
  }

  /** Halves the limit, once for all calls that had started by the last decrease. */
  recordOverload(call: number): void {
    if (call <= this.#lastCallBeforeDecrease) return;
    this.#lastCallBeforeDecrease = this.#startedCalls;
    this.#overloaded = true;
    this.#setLimit(Math.max(1, this.#exactLimit / 2));
  }

  #setLimit(exactLimit: number): void {
    this.#exactLimit = exactLimit;
    const limit = Math.floor(exactLimit);
    if (limit !== this.#slots.concurrency) this.#slots.concurrency = limit;
  }
}
