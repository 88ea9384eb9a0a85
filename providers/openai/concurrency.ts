/**
 * How many personas may be asked at once: additive increase, multiplicative decrease, as TCP does it (RFC 5681).
 * Until the server first pushes back every success adds a place, after that a whole round of successes does.
 */
export class AdaptiveConcurrency {
  readonly #max: number;
  #limit: number;
  #running = 0;
  #pushedBack = false;
  /** Calls are numbered in the order they start; one push-back halves once for all the calls that were under way. */
  #started = 0;
  #ignoreUpTo = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(start: number, max: number) {
    this.#limit = Math.min(start, max);
    this.#max = max;
  }

  get limit(): number {
    return Math.floor(this.#limit);
  }

  get running(): number {
    return this.#running;
  }

  /** Takes a place, in order of arrival. */
  async acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.limit) this.#running++;
    else await this.#turn(signal);
  }

  release(): void {
    this.#running--;
    this.#admit();
  }

  /** A call begins; the number names it to {@link pushedBack}. */
  begin(): number {
    return ++this.#started;
  }

  succeeded(): void {
    // A limit that isn't used says nothing about what the server can take.
    if (this.#running < this.limit) return;
    this.#limit = Math.min(this.#max, this.#limit + (this.#pushedBack ? 1 / this.#limit : 1));
    this.#admit();
  }

  pushedBack(call: number): void {
    if (call <= this.#ignoreUpTo) return;
    this.#ignoreUpTo = this.#started;
    this.#pushedBack = true;
    this.#limit = Math.max(1, this.#limit / 2);
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const admitted = () => {
        signal.removeEventListener("abort", stop);
        resolve();
      };
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(admitted), 1);
        reject(signal.reason);
      };
      this.#waiting.push(admitted);
      signal.addEventListener("abort", stop, { once: true });
    });
  }

  #admit(): void {
    while (this.#running < this.limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#running++;
      next();
    }
  }
}
