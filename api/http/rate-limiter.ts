import { Redis } from "ioredis";
import { ApiError } from "#shared/errors.ts";

export interface Bucket {
  readonly allowed: boolean;
  /** Requests a minute, and what the bucket holds. */
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds when the bucket is full again. */
  readonly reset: number;
  /** Seconds until the next request can pass; 0 when this one did. */
  readonly retryAfter: number;
}

/** A reply is checked for 5 times, 25 ms apart, before Redis counts as out of reach. */
const REPLY_CHECKS = 5;
const REPLY_CHECK_MS = 25;
/** After so many failures in a row requests are refused for this long without a call to Redis; then one request tries again. */
const FAILURES_TO_BREAK = 3;
const BREAK_MS = 250;

/**
 * GCRA: one number a bucket, the theoretical arrival time, in microseconds of Redis' own clock. A bucket holds one minute's requests and
 * refills evenly. ARGV[2] = 0 peeks without consuming.
 */
const GCRA = `
  local limit = tonumber(ARGV[1])
  local clock = redis.call('TIME')
  local now = clock[1] * 1000000 + clock[2]
  local interval = 60000000 / limit
  local tat = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
  local wait = tat + interval - 60000000 - now
  if wait > 0 then
    return {0, 0, math.ceil(wait / 1000), math.ceil(tat / 1000)}
  end
  if ARGV[2] == '1' then
    tat = tat + interval
    redis.call('SET', KEYS[1], string.format('%.0f', tat), 'PX', math.ceil((tat - now) / 1000))
  end
  return {1, math.floor((60000000 - (tat - now)) / interval + 0.000001), 0, math.ceil(tat / 1000)}`;

interface GcraRedis extends Redis {
  gcra(key: string, limit: number, consume: 0 | 1): Promise<[number, number, number, number]>;
}

/** Token buckets in Redis, shared by every process of the API. */
export class RateLimiter {
  readonly #redis: GcraRedis;
  /** Why there is no connection; undefined while there is one. */
  #disconnected: unknown;
  #failures = 0;
  #brokenUntil = 0;

  constructor(url: string) {
    this.#redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1_000,
      retryStrategy: (attempt) => Math.min(50 * attempt, 500),
      scripts: { gcra: { numberOfKeys: 1, lua: GCRA } },
    }) as GcraRedis;
    // Responses and their log lines show outages; without a listener ioredis would print each one.
    this.#redis.on("error", (error) => this.#disconnected = error);
    this.#redis.on("ready", () => this.#disconnected = undefined);
  }

  /** Connects to Redis, for at most a second. Requests are refused until it succeeds. */
  async start(): Promise<void> {
    const connecting = this.#redis.connect().catch(() => {});
    await Promise.race([connecting, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  }

  /**
   * Consumes one request of the bucket.
   * @param limit requests a minute, at least 1
   * @throws ApiError 503 `rate_limiter_unavailable` within 200 ms when Redis does not reply
   */
  consume(bucket: string, limit: number): Promise<Bucket> {
    return this.#run(bucket, limit, 1);
  }

  /** Reads the bucket without consuming. @throws as {@link consume} */
  peek(bucket: string, limit: number): Promise<Bucket> {
    return this.#run(bucket, limit, 0);
  }

  /** Disconnects without a QUIT, to which a hanging Redis would never reply. */
  close(): void {
    this.#redis.disconnect();
  }

  async #run(bucket: string, limit: number, consume: 0 | 1): Promise<Bucket> {
    if (this.#failures >= FAILURES_TO_BREAK) {
      if (Date.now() < this.#brokenUntil) throw unavailable();
      this.#brokenUntil = Date.now() + BREAK_MS;
    }
    try {
      const [allowed, remaining, waitMs, resetMs] = await withReplyDeadline(
        this.#redis.gcra(`rate:${bucket}`, limit, consume),
      );
      this.#failures = 0;
      return {
        allowed: allowed === 1,
        limit,
        remaining,
        reset: Math.ceil(resetMs / 1000),
        retryAfter: Math.ceil(waitMs / 1000),
      };
    } catch (error) {
      this.#failures++;
      this.#brokenUntil = Date.now() + BREAK_MS;
      throw unavailable(
        this.#disconnected ??
          (isConnectionLost(error) ? new Error("The connection to Redis was lost") : error),
      );
    }
  }
}

/** The error of a command whose connection ended meanwhile; ioredis words it as advice about its own settings. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && error.name === "MaxRetriesPerRequestError";
}

function unavailable(cause?: unknown): ApiError {
  return new ApiError(
    "rate_limiter_unavailable",
    "The rate limiter does not answer; try again in a second.",
    { headers: { "Retry-After": "1" }, cause },
  );
}

/**
 * Rejects after {@link REPLY_CHECKS} checks without a reply. Time in which this process was busy with something else does not count,
 * since the reply may be in the socket already: a check that comes late is still one check.
 */
function withReplyDeadline<T>(reply: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let checks = 0;
    let timer = setTimeout(function check() {
      if (++checks < REPLY_CHECKS) timer = setTimeout(check, REPLY_CHECK_MS);
      else reject(new Error(`Redis did not answer within ${REPLY_CHECKS * REPLY_CHECK_MS} ms`));
    }, REPLY_CHECK_MS);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
