import type { Clock } from "./clock.ts";

/** The bucket holds one second's worth, so that no minute carries more than 61/60 of its limit. */
const BURST_MS = 1_000;

/** A token bucket with debt: whoever takes more than it holds waits until the debt is paid, first come, first served. */
export class TokenBucket {
  readonly #msEach: number;
  readonly #capacityMs: number;
  readonly #clock: Clock;
  /** When the bucket's debt is paid; in the past by what it holds. */
  #paidAt = Number.NEGATIVE_INFINITY;

  /** @param perMinute Infinity: nobody waits. */
  constructor(perMinute: number, clock: Clock) {
    this.#msEach = 60_000 / perMinute;
    this.#capacityMs = Math.max(this.#msEach, BURST_MS);
    this.#clock = clock;
  }

  /** Takes `amount` and returns the milliseconds to wait before its use. */
  take(amount: number): number {
    const now = this.#clock.now();
    this.#paidAt = Math.max(this.#paidAt, now - this.#capacityMs) + amount * this.#msEach;
    return Math.max(0, this.#paidAt - now);
  }

  /** Returns an unused amount; a negative one takes what was used beyond it. */
  give(amount: number): void {
    this.take(-amount);
  }
}

/** Requests and tokens a minute of one server, shared by all calls of the process. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #requests: TokenBucket;
  readonly #tokens: TokenBucket;
  #heldUntil = 0;

  constructor({ rpm = Infinity, tpm = Infinity }: { rpm?: number; tpm?: number }, clock: Clock) {
    this.#clock = clock;
    this.#requests = new TokenBucket(rpm, clock);
    this.#tokens = new TokenBucket(tpm, clock);
  }

  /**
   * Waits until one request of about `tokens` tokens keeps to the limits.
   * @throws the signal's reason; the request then counts against no limit.
   */
  async admit(tokens: number, signal: AbortSignal): Promise<void> {
    const wait = Math.max(this.#requests.take(1), this.#tokens.take(tokens));
    try {
      if (wait > 0) await this.#clock.sleep(wait, signal);
      // Another call's reply may prolong the hold during the sleep.
      for (let held = this.#heldMs(); held > 0; held = this.#heldMs()) await this.#clock.sleep(held, signal);
    } catch (error) {
      this.#requests.give(1);
      this.#tokens.give(tokens);
      throw error;
    }
  }

  /** Corrects the token bucket by the server's own count. */
  settle(admitted: number, used: number): void {
    this.#tokens.give(admitted - used);
  }

  /** Admits no request for `ms` milliseconds. */
  hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + ms);
  }

  #heldMs(): number {
    return this.#heldUntil - this.#clock.now();
  }
}

/**
 * The wait that a server demands, in milliseconds, or null: `Retry-After` as seconds or an HTTP date (RFC 9110 section 10.2.3), or the
 * finer `retry-after-ms`.
 * @param now unix milliseconds.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const fine = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(fine) && fine >= 0) return fine;
  const text = headers.get("retry-after")?.trim();
  if (text === undefined || text === "") return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/**
 * Milliseconds in which one more request of `tokens` tokens refills after a reply that reports nothing remaining; else 0.
 * `x-ratelimit-reset-*` is the time until the whole limit is back, so a part of it is enough.
 */
export function holdBackMs(headers: Headers, tokens: number): number {
  return Math.max(refillMs(headers, "requests", 1), refillMs(headers, "tokens", tokens));
}

function refillMs(headers: Headers, unit: "requests" | "tokens", needed: number): number {
  const remaining = headers.get(`x-ratelimit-remaining-${unit}`);
  if (remaining === null || Number(remaining) > 0) return 0;
  const reset = durationMs(headers.get(`x-ratelimit-reset-${unit}`) ?? "");
  const limit = Number(headers.get(`x-ratelimit-limit-${unit}`) ?? Number.NaN);
  if (reset === null) return 0;
  return limit > 0 ? Math.min(reset, reset * needed / limit) : reset;
}

const NUMBER = String.raw`(\d+(?:\.\d+)?)`;
const DURATION = new RegExp(`^(?:${NUMBER}h)?(?:${NUMBER}m)?(?:${NUMBER}s)?(?:${NUMBER}ms)?$`);

/** Parses `120ms`, `1.5s`, `6m0s`, `1h2m3s` or plain seconds into milliseconds; null for anything else, such as a date. */
export function durationMs(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const seconds = Number(text);
    // Some servers write a time of day in unix seconds, not a duration.
    return seconds < 86_400 ? seconds * 1_000 : null;
  }
  const parts = text === "" ? null : DURATION.exec(text);
  if (parts === null) return null;
  const [, hours = "0", minutes = "0", seconds = "0", milliseconds = "0"] = parts;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(milliseconds);
}
