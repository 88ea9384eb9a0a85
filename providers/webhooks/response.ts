import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";

/** Reads the beginning of a body, until its end, `limit` bytes, or a failure of the connection. It then closes the connection. */
export function readExcerpt(response: IncomingMessage, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let remaining = limit;
  return new Promise((resolve) => {
    const finish = () => resolve(printable(Buffer.concat(chunks), limit));
    response.on("data", (chunk: Uint8Array) => {
      chunks.push(chunk.subarray(0, remaining));
      remaining = Math.max(0, remaining - chunk.length);
      if (remaining === 0) response.destroy();
    });
    response.once("end", finish);
    response.once("close", finish);
    response.on("error", finish);
  });
}

/**
 * The text of a body's beginning, at most `limit` bytes of UTF-8: bytes that are not UTF-8 become U+FFFD; a character cut at the end is
 * dropped, and so are control characters but tabs and line breaks. (Postgres holds no U+0000 in text.)
 */
function printable(bytes: Uint8Array, limit: number): string {
  const text = new TextDecoder().decode(bytes, { stream: bytes.length === limit })
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "");
  // A replaced byte becomes three: cut again, between two characters.
  if (Buffer.byteLength(text) <= limit) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(limit)).read);
}

/** The largest `Retry-After` that counts: a day, in seconds. A schedule never adds more than an hour. */
const MAX_RETRY_AFTER_S = 86_400;

/**
 * Reads the `Retry-After` (RFC 9110, section 10.2.3: seconds or a date) of a 429 or 503.
 *
 * @returns seconds, 0 to 86,400; null with any other status, or without a readable header.
 */
export function retryAfterSeconds(status: number, header: string | undefined, now: Date): number | null {
  if ((status !== 429 && status !== 503) || header === undefined) return null;
  const value = header.trim();
  const seconds = /^\d{1,15}$/.test(value)
    ? Number(value)
    : value.endsWith("GMT")
    ? Math.ceil((Date.parse(value) - now.getTime()) / 1_000)
    : NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_S);
}
