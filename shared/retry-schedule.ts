// It is pure: randomness and the time are arguments.

/** The waits before the first and each further attempt, in milliseconds. Never empty; the first is 0, since an event is sent at once. */
export type RetrySchedule = readonly number[];

/** The largest share of a wait that jitter adds. */
const MAX_JITTER = 0.2;

/** The most that a receiver's `Retry-After` adds to a wait, in milliseconds. */
const MAX_RETRY_AFTER_EXTENSION = 3_600_000;

/** The longest wait of a schedule, in milliseconds: 30 days. */
const MAX_WAIT = 30 * 86_400_000;

/** The most attempts of a schedule. */
const MAX_SCHEDULED_ATTEMPTS = 100;

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** Ten attempts in 75.6 hours (contract, "Webhooks"): each wait begins at the end of the attempt before. */
export const DEFAULT_RETRY_SCHEDULE: RetrySchedule = parseRetrySchedule("0s,5s,5m,30m,2h,5h,10h,14h,20h,24h");

/**
 * Reads a schedule such as `0s,5s,5m,30m,2h`: a comma-separated duration for each attempt, a number and one of ms, s, m, h, d.
 *
 * @throws RangeError naming the faulty duration, a first one that is not 0, or the number of attempts when it is over 100.
 */
export function parseRetrySchedule(text: string): RetrySchedule {
  const waits = text.split(",").map((part) => parseDuration(part.trim()));
  if (waits.length > MAX_SCHEDULED_ATTEMPTS) {
    throw new RangeError(
      `Cannot use a retry schedule of ${waits.length} attempts: at most ${MAX_SCHEDULED_ATTEMPTS}`,
    );
  }
  if (waits[0] !== 0) {
    throw new RangeError("Cannot wait before the first attempt, which is made at once: begin with 0s");
  }
  return waits;
}

/**
 * The wait before the next attempt in whole milliseconds, or null when the schedule is used up.
 *
 * Jitter lengthens a wait by 0 to 20 %, so the schedule's figures are the least distances between attempts. `Retry-After` lengthens
 * it by at most an hour, so a receiver cannot postpone its deliveries by a week.
 *
 * @param attemptsMade the scheduled attempts so far; 0 gives the wait before the first.
 * @param last `random` is uniform in [0, 1), such as `Math.random`; `retryAfterSeconds` is the `Retry-After` of the last response where that was
 * a 429 or 503, null otherwise.
 */
export function nextDelay(
  schedule: RetrySchedule,
  attemptsMade: number,
  { random, retryAfterSeconds }: {
    readonly random: () => number;
    readonly retryAfterSeconds?: number | null;
  },
): number | null {
  const wait = schedule[attemptsMade];
  if (wait === undefined) return null;
  const jittered = Math.round(wait * (1 + MAX_JITTER * random()));
  const requested = (retryAfterSeconds ?? 0) * 1_000;
  return Math.max(jittered, Math.min(requested, jittered + MAX_RETRY_AFTER_EXTENSION));
}

function parseDuration(text: string): number {
  const [, figure, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)([a-z]{1,2})$/.exec(text) ?? [];
  const unitMs = UNIT_MS.get(unit);
  if (unitMs === undefined) {
    throw new RangeError(`Cannot read "${text}" as a duration: write it like 30s, 5m or 2h`);
  }
  const wait = Math.round(Number(figure) * unitMs);
  if (wait > MAX_WAIT) throw new RangeError(`Cannot wait for ${text}: the longest wait is 30d`);
  return wait;
}
