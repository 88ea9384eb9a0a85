import { FairQueue } from "#shared/turns.ts";

/**
 * Limits tasks at once by additive increase and multiplicative decrease, as TCP does (RFC 5681). Until the server first reports an
 * overload every success adds a slot; after that a whole round of successes does.
 */
export class AdaptiveConcurrency {
  readonly #turns = new FairQueue();
  readonly #max: number;
  /** The limit with its fraction: a success adds 1 / limit. */
  #exactLimit: number;
  #running = 0;
  #overloaded = false;
  /** Calls are numbered as they start, so that one overload halves the limit once for all calls in flight. */
  #startedCalls = 0;
  #lastCallBeforeDecrease = 0;

  constructor(start: number, max: number) {
    this.#exactLimit = Math.min(start, max);
    this.#max = max;
  }

  get limit(): number {
    return Math.floor(this.#exactLimit);
  }

  get running(): number {
    return this.#running;
  }

  /**
   * Runs the task once a slot is free. Owners take turns, and each one's tasks start in order of arrival: however many tasks of one owner
   * wait, another's next task waits for one of them at most.
   * @throws the signal's reason, at once while the task has not started; a task that has started runs to its end.
   */
  run<T>(owner: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const start = () => {
        signal.removeEventListener("abort", abort);
        this.#running++;
        const end = () => {
          this.#running--;
          this.#startNext();
        };
        (async () => await task())().then(resolve, reject).finally(end);
      };
      const abort = () => {
        this.#turns.remove(owner, start);
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#turns.add(owner, start);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running < this.limit) {
      const start = this.#turns.next();
      if (start === undefined) return;
      start();
    }
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
    this.#startNext();
  }
}
