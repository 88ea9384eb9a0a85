// Workflow code imports this file, so it imports nothing and takes its randomness as an argument.

/** Waits before each attempt, in milliseconds; the first is the wait before the first attempt. Never empty. */
export type RetrySchedule = readonly number[];

/** The longest share of a wait that is added to it at random. */
export const MAX_JITTER = 0.2;

/** The most that a receiver's `Retry-After` can add to a wait, in milliseconds. */
export const MAX_RETRY_AFTER_EXTENSION = 3_600_000;

/** The longest single wait that a schedule can hold, in milliseconds: 30 days. */
const MAX_WAIT = 30 * 86_400_000;

/** Most attempts that a schedule can hold. */
const MAX_ATTEMPTS = 100;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each after the attempt before: ten in 75.6 hours. */
export const DEFAULT_RETRY_SCHEDULE: RetrySchedule = parseRetrySchedule("0s,5s,5m,30m,2h,5h,10h,14h,20h,24h");

/**
 * Reads a schedule such as `0s,5s,5m,30m,2h`: comma-separated durations, a number and one of ms, s, m, h, d. It has as
 * many attempts as durations.
 *
 * @throws RangeError naming the duration that cannot be read.
 */
export function parseRetrySchedule(text: string): RetrySchedule {
  const waits = text.split(",").map((part) => parseDuration(part.trim()));
  if (waits.length > MAX_ATTEMPTS) {
    throw new RangeError(`Cannot use a retry schedule of ${waits.length} attempts: at most ${MAX_ATTEMPTS}`);
  }
  return waits;
}

export interface NextDelayOptions {
  /** Uniform in [0, 1), such as `Math.random`, which is deterministic inside workflow code. */
  readonly random: () => number;
  /** What the last answer asked for, in seconds, where it was a 429 or 503; null otherwise. */
  readonly retryAfterSeconds?: number | null;
}

/**
 * Milliseconds to wait before the next attempt, or null when the schedule is used up.
 *
 * Jitter only lengthens, by 0 to 20 % of the wait, so that the schedule's figures are what a receiver can rely on as
 * the least distance between attempts. `Retry-After` only lengthens too, to at most an hour more than the wait would
 * have been: a receiver cannot park its deliveries for a week.
 *
 * @param attemptsMade Attempts of the schedule that were made already; 0 gives the wait before the first.
 */
export function nextDelay(
  schedule: RetrySchedule,
  attemptsMade: number,
  { random, retryAfterSeconds }: NextDelayOptions,
): number | null {
  const wait = schedule[attemptsMade];
  if (wait === undefined) return null;
  const jittered = Math.round(wait * (1 + MAX_JITTER * random()));
  const asked = (retryAfterSeconds ?? 0) * 1_000;
  return Math.max(jittered, Math.min(asked, jittered + MAX_RETRY_AFTER_EXTENSION));
}

function parseDuration(text: string): number {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text);
  const wait = match === null ? NaN : Math.round(Number(match[1]) * (UNITS[match[2] ?? ""] ?? NaN));
  if (Number.isNaN(wait)) {
    throw new RangeError(`Cannot read "${text}" as a duration: write it like 30s, 5m or 2h`);
  }
  if (wait > MAX_WAIT) throw new RangeError(`Cannot wait for ${text}: the longest wait is 30d`);
  return wait;
}
