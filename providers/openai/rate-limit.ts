import type { Clock } from "./clock.ts";

/** One second's worth may be used at once, so that a minute never carries more than 61/60 of its limit. */
const BURST_SECONDS = 1;

/** Tokens refill evenly. Taking more than there is leaves a debt, and the taker waits until it is paid: first come, first served. */
export class TokenBucket {
  readonly #perMs: number;
  readonly #capacity: number;
  readonly #clock: Clock;
  #level: number;
  #at: number;

  constructor(perMinute: number, clock: Clock) {
    this.#perMs = perMinute / 60_000;
    this.#capacity = Math.max(1, this.#perMs * 1_000 * BURST_SECONDS);
    this.#clock = clock;
    this.#level = this.#capacity;
    this.#at = clock.now();
  }

  /** Takes `amount` and returns the milliseconds to wait before it may be used. */
  take(amount: number): number {
    this.#refill();
    this.#level -= amount;
    return this.#level >= 0 ? 0 : -this.#level / this.#perMs;
  }

  /** Gives back what was taken and not used; a negative amount takes what was used beyond it. */
  give(amount: number): void {
    this.#refill();
    this.#level = Math.min(this.#capacity, this.#level + amount);
  }

  #refill(): void {
    const now = this.#clock.now();
    this.#level = Math.min(this.#capacity, this.#level + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}

/** Requests and tokens a minute of one server, shared by all chunks of the process. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #requests: TokenBucket | null;
  readonly #tokens: TokenBucket | null;
  #heldUntil = 0;

  constructor(limits: { rpm?: number; tpm?: number }, clock: Clock) {
    this.#clock = clock;
    this.#requests = limits.rpm === undefined ? null : new TokenBucket(limits.rpm, clock);
    this.#tokens = limits.tpm === undefined ? null : new TokenBucket(limits.tpm, clock);
  }

  /** Waits for room for one request of about this many tokens. */
  async admit(tokens: number, signal: AbortSignal): Promise<void> {
    const wait = Math.max(this.#requests?.take(1) ?? 0, this.#tokens?.take(tokens) ?? 0);
    try {
      if (wait > 0) await this.#clock.sleep(wait, signal);
      for (let held = this.#held(); held > 0; held = this.#held()) await this.#clock.sleep(held, signal);
    } catch (error) {
      this.#requests?.give(1);
      this.#tokens?.give(tokens);
      throw error;
    }
  }

  /** Corrects the token bucket once the server has counted. */
  settle(admitted: number, used: number): void {
    this.#tokens?.give(admitted - used);
  }

  /** Nobody sends for so long: the server said so. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + ms);
  }

  #held(): number {
    return this.#heldUntil - this.#clock.now();
  }
}
