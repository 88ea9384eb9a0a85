/**
 * `Retry-After` in milliseconds, or null: seconds, an HTTP date (RFC 9110 section 10.2.3), or the finer `retry-after-ms`.
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
 * How long to hold back when a successful answer says that nothing is left: the time in which one more request of `tokens` tokens
 * refills. `x-ratelimit-reset-*` is the time until the whole limit is back, so a part of it is enough.
 */
export function holdBackMs(headers: Headers, tokens: number): number {
  return Math.max(refillMs(headers, "requests", 1), refillMs(headers, "tokens", tokens));
}

function refillMs(headers: Headers, what: "requests" | "tokens", needed: number): number {
  const remaining = headers.get(`x-ratelimit-remaining-${what}`);
  if (remaining === null || Number(remaining) > 0) return 0;
  const reset = durationMs(headers.get(`x-ratelimit-reset-${what}`) ?? "");
  const limit = Number(headers.get(`x-ratelimit-limit-${what}`) ?? Number.NaN);
  if (reset === null) return 0;
  return limit > 0 ? Math.min(reset, reset * needed / limit) : reset;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `120ms`, `1.5s`, `6m0s`, `1h2m3s`, or plain seconds; null for anything else, such as a date. */
export function durationMs(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const seconds = Number(text);
    // A larger number is a time of day in some servers' dialect, not a duration.
    return seconds < 86_400 ? seconds * 1_000 : null;
  }
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
  }
  return total;
}
