import {
  type CallError,
  NetworkError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
} from "./errors.ts";

/**
 * What repeating a call can do. A `read` changes nothing, and a `keyed` write is done once whatever the number of its attempts. A `bare` write is
 * repeated only when it was refused before anything was done.
 */
export type Repeatable = "read" | "keyed" | "bare";

/** Retries of each request of a call that waits anyway: it outlives some half a minute without the service. */
export const PATIENT_RETRIES = 10;

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 8_000;

/** Refused at the door: nothing was done. */
const REFUSED_BEFORE = new Set(["rate_limit_exceeded", "rate_limiter_unavailable", "maintenance"]);
/** May have been done or not. */
const UNCERTAIN = new Set(["internal_error", "service_unavailable"]);
/** Of a proxy before the service. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

/**
 * The wait before the next attempt, in milliseconds; null where another attempt is not safe or cannot help. It doubles from 250 ms to 8 s,
 * less up to half of it at random, and is never shorter than the answer's `Retry-After`.
 *
 * @param attempts that were made, 1 or more.
 * @param random 0 to 1.
 */
export function waitBeforeRetry(
  error: CallError,
  repeatable: Repeatable,
  attempts: number,
  random: number = Math.random(),
): number | null {
  if (!canHelp(error, repeatable)) return null;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS) * (1 - random / 2);
  const asked = error instanceof ServiceError || error instanceof UnexpectedResponseError
    ? error.retryAfterMs
    : null;
  return Math.max(wait, asked ?? 0);
}

function canHelp(error: CallError, repeatable: Repeatable): boolean {
  if (error instanceof ServiceError) {
    if (REFUSED_BEFORE.has(error.code)) return true;
    // With a Retry-After the first call of this key still runs; without one the key was used for something else.
    const stillRuns = error.code === "idempotency_conflict" && error.retryAfterMs !== null;
    return repeatable !== "bare" && (stillRuns || UNCERTAIN.has(error.code));
  }
  if (repeatable === "bare") return false;
  if (error instanceof UnexpectedResponseError) return GATEWAY_STATUSES.has(error.status);
  return error instanceof NetworkError || error instanceof TimeoutError;
}

/** A `Retry-After`, seconds or a date, in milliseconds from now; null for anything else. */
export function parseRetryAfter(header: string | null, now: number = Date.now()): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Waits. @throws the signal's reason when it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
