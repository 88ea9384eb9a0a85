/** The figure that is read of a `Retry-After`, at most: a day, in seconds. More than it is ever used for. */
const MOST_SECONDS = 86_400;

/**
 * Seconds that an answer asks to wait, or null where it asks for nothing that counts: `Retry-After` (RFC 9110, section
 * 10.2.3, seconds or a date) is read on 429 and 503 alone.
 */
export function retryAfterSeconds(status: number, header: string | undefined, now: Date): number | null {
  if ((status !== 429 && status !== 503) || header === undefined) return null;
  const value = header.trim();
  const seconds = /^\d{1,15}$/.test(value)
    ? Number(value)
    : value.endsWith("GMT")
    ? Math.ceil((Date.parse(value) - now.getTime()) / 1_000)
    : NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MOST_SECONDS);
}
