import { randomUUID } from "node:crypto";
import { ApiError } from "#shared/errors.ts";
import type { RedisConnection } from "./redis.ts";

export interface Bucket {
  readonly allowed: boolean;
  /** Requests a minute, and what the bucket holds; of a window, its limit. */
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds when the bucket is full again, or nothing is counted in the window any more. */
  readonly reset: number;
  /** Seconds until the next request can pass; 0 when this one did. */
  readonly retryAfter: number;
}

/** At most `limit` in any `seconds` of one key. */
export interface WindowLimit {
  readonly key: string;
  readonly limit: number;
  readonly seconds: number;
}

/** At most `limit` of a key in any hour. */
export const hourly = (key: string, limit: number): WindowLimit => ({ key, limit, seconds: 3_600 });

/** What Redis knows of a planned maintenance: the seconds of its Retry-After, 0 for none, null without a recent copy. */
export type KnownMaintenance = number | null;

export interface ConsumedBucket extends Bucket {
  readonly maintenance: KnownMaintenance;
  /** Whether it is the bucket `within`, which was empty: else it is the request's own. */
  readonly isOuter: boolean;
}

export interface ConsumeOptions {
  /** Another bucket, which has to have room too: both are charged, or neither. */
  readonly within?: { readonly bucket: string; readonly limit: number } | undefined;
  /** One by default. */
  readonly requests?: number;
  /** Whether a maintenance refuses the request, which then consumes nothing. */
  readonly blockedByMaintenance?: boolean;
}

const MAINTENANCE_KEY = "maintenance";
/** How long "none" is believed without a look at Postgres. A maintenance is believed until Postgres is seen to have none. */
const NO_MAINTENANCE_SECONDS = 60;

/**
 * GCRA: one number a bucket, the theoretical arrival time, in microseconds of Redis' own clock. A bucket holds one minute's requests and
 * refills evenly. ARGV[1] requests are consumed together or not at all; of more than it holds it must be full, and owes the rest to the
 * next ones. Every bucket from KEYS[2] on, whose limits begin at ARGV[3], has room, or none is charged. Returns the bucket that
 * refuses, 0 for none; what holds of it, or of the first; and the maintenance, −1 where it is not known. With ARGV[2] = 1 a request that the
 * maintenance refuses is not charged.
 */
const GCRA = `
  local maintenance = tonumber(redis.call('GET', KEYS[1]) or -1)
  if ARGV[2] == '1' and maintenance > 0 then
    return {1, 0, 0, 0, maintenance}
  end
  local clock = redis.call('TIME')
  local now = clock[1] * 1000000 + clock[2]
  local count = tonumber(ARGV[1])
  local tats, intervals = {}, {}
  for i = 1, #KEYS - 1 do
    local limit = tonumber(ARGV[i + 2])
    local interval = 60000000 / limit
    local tat = math.max(tonumber(redis.call('GET', KEYS[i + 1]) or 0), now)
    local wait = tat + interval * math.min(count, limit) - 60000000 - now
    if wait > 0 then
      return {i, 0, math.ceil(wait / 1000), math.ceil(tat / 1000), maintenance}
    end
    tats[i], intervals[i] = tat + interval * count, interval
  end
  for i, tat in ipairs(tats) do
    redis.call('SET', KEYS[i + 1], string.format('%.0f', tat), 'PX', math.ceil((tat - now) / 1000))
  end
  local remaining = math.floor((60000000 - (tats[1] - now)) / intervals[1] + 0.000001)
  return {0, math.max(0, remaining), 0, math.ceil(tats[1] / 1000), maintenance}`;

/**
 * Sliding windows of single entries, in milliseconds of Redis' own clock: exact, and at most `limit` entries a key. All windows have room,
 * or nothing is counted. ARGV: the entry, then limit and length of each window.
 */
const WINDOWS = `
  local clock = redis.call('TIME')
  local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
  for i, key in ipairs(KEYS) do
    local limit, length = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now - length)
    if redis.call('ZCARD', key) >= limit then
      local oldest, newest = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES'), redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
      return {i, oldest[2] + length - now, newest[2] + length}
    end
  end
  for i, key in ipairs(KEYS) do
    redis.call('ZADD', key, now, ARGV[1])
    redis.call('PEXPIRE', key, ARGV[2 * i + 1])
  end
  return {0, 0, 0}`;

/** The 429 of an empty bucket or a full window. @param message ends with when the next one passes */
export function rateLimitError(bucket: Bucket, message: string): ApiError {
  const { retryAfter } = bucket;
  return new ApiError("rate_limit_exceeded", `${message}; the next one passes in ${retryAfter} s.`, {
    headers: { ...rateLimitHeaders(bucket), "Retry-After": `${retryAfter}` },
    meta: rateLimitMeta(bucket),
  });
}

/** The 429 of what is under way in too many calls at once, and may be tried again in a second. @param limit how many may be */
export function busyError(limit: number, message: string): ApiError {
  const reset = Math.ceil(Date.now() / 1_000) + 1;
  return rateLimitError({ allowed: false, limit, remaining: 0, reset, retryAfter: 1 }, message);
}

/** A bucket as the `meta` of its caller's responses has it. */
export function rateLimitMeta({ limit, remaining, reset }: Bucket) {
  return { rate_limit: { limit, remaining, reset } };
}

/** A bucket as the headers of its caller's responses have it. */
export function rateLimitHeaders({ limit, remaining, reset }: Bucket): Record<string, string> {
  return {
    "X-RateLimit-Limit": `${limit}`,
    "X-RateLimit-Remaining": `${remaining}`,
    "X-RateLimit-Reset": `${reset}`,
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Token buckets and sliding windows in Redis, shared by every process of the API. */
export function createRateLimiter(connection: RedisConnection) {
  const gcra = connection.script<[number, number, number, number, number]>("gcra", GCRA);
  const countInWindows = connection.script<[number, number, number]>("countInWindows", WINDOWS);
  return {
    /**
     * Consumes requests of the bucket, all or none.
     * @param limit requests a minute, at least 1
     * @throws ApiError 503 `rate_limiter_unavailable` within 200 ms when Redis does not reply
     */
    async consume(
      bucket: string,
      limit: number,
      { requests = 1, blockedByMaintenance = false, within }: ConsumeOptions = {},
    ): Promise<ConsumedBucket> {
      const buckets = [{ bucket, limit }, ...(within === undefined ? [] : [within])];
      const keys = [MAINTENANCE_KEY, ...buckets.map(({ bucket }) => `rate:${bucket}`)];
      const args = [...keys, requests, blockedByMaintenance ? 1 : 0, ...buckets.map(({ limit }) => limit)];
      const [refusing, remaining, waitMs, resetMs, maintenance] = await gcra(keys.length, ...args);
      return {
        allowed: refusing === 0,
        isOuter: refusing === 2,
        limit: refusing === 2 && within !== undefined ? within.limit : limit,
        remaining,
        reset: Math.ceil(resetMs / 1000),
        retryAfter: Math.ceil(waitMs / 1000),
        maintenance: maintenance < 0 ? null : maintenance,
      };
    },

    /** Reads the maintenance without a bucket. @throws as {@link consume} */
    async maintenance(): Promise<KnownMaintenance> {
      const text = await connection.run((redis) => redis.get(MAINTENANCE_KEY));
      return text === null ? null : Number(text);
    },

    /**
     * Copies the maintenance for the next request of every process.
     * @param seconds of Retry-After; 0 for none
     * @param onlyIfMissing leaves a copy that somebody else has made meanwhile
     * @throws as {@link consume}
     */
    async copyMaintenance(seconds: number, onlyIfMissing = false): Promise<void> {
      const expiry = seconds === 0 ? ["EX", NO_MAINTENANCE_SECONDS] : [];
      const options = [...expiry, ...(onlyIfMissing ? ["NX"] : [])];
      await connection.run((redis) => redis.call("SET", MAINTENANCE_KEY, seconds, ...options));
    },

    /** Has the next request ask Postgres. @throws as {@link consume} */
    async forgetMaintenance(): Promise<void> {
      await connection.run((redis) => redis.del(MAINTENANCE_KEY));
    },

    /**
     * Counts a call in all of its windows, before anything is done for it: calls at the same time cannot overshoot.
     *
     * @returns takes the call back from some of the windows
     * @throws ApiError 429 when one is full, and nothing is counted then; 503 within 200 ms when Redis does not reply
     */
    async count(windows: readonly WindowLimit[]): Promise<(some: readonly WindowLimit[]) => Promise<void>> {
      const entry = randomUUID();
      const keys = windows.map(windowKey);
      const sizes = windows.flatMap(({ limit, seconds }) => [limit, seconds * 1000]);
      const [position, waitMs, resetMs] = await countInWindows(keys.length, ...keys, entry, ...sizes);
      const full = windows[position - 1];
      if (full !== undefined) {
        const [reset, retryAfter] = [Math.ceil(resetMs / 1000), Math.max(1, Math.ceil(waitMs / 1000))];
        throw rateLimitError(
          { allowed: false, limit: full.limit, remaining: 0, reset, retryAfter },
          "Too many tries",
        );
      }
      const takeBack = (window: WindowLimit) =>
        connection.run((redis) => redis.zrem(windowKey(window), entry));
      return async (some) => void await Promise.all(some.map(takeBack));
    },
  };
}

const windowKey = ({ key }: WindowLimit) => `window:${key}`;
