import { Redis } from "ioredis";
import { type ApiError, unavailable } from "#shared/errors.ts";
import { HTTP } from "#shared/metrics.ts";

/** A reply is checked for 5 times, 25 ms apart, before Redis counts as out of reach. */
const REPLY_CHECKS = 5;
const REPLY_CHECK_MS = 25;
/** After this many failures in a row the breaker refuses requests for `BREAK_MS` without a call to Redis; then one request tries again. */
const FAILURES_TO_BREAK = 3;
const BREAK_MS = 250;

/** Runs a Lua script. Where the number of its keys is not fixed, that is the first argument; then come the keys. */
export type Script<Reply> = (...args: readonly (string | number)[]) => Promise<Reply>;

/** The API's connection to Redis: each command has a deadline, and a breaker refuses commands at once while Redis is out of reach. */
export class RedisConnection {
  readonly #redis: Redis;
  /** Why there is no connection; undefined while there is one. */
  #disconnected: unknown;
  #failures = 0;
  #brokenUntil = 0;

  /** @param url with the password, if there is one */
  constructor(url: string) {
    this.#redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1_000,
      retryStrategy: (attempt) => Math.min(50 * attempt, 500),
    });
    // Responses and their log lines show outages; without a listener ioredis would print each one.
    this.#redis.on("error", (error) => this.#disconnected = error);
    this.#redis.on("ready", () => this.#disconnected = undefined);
  }

  /** Connects to Redis, for at most a second. Requests are refused until it succeeds. */
  async start(): Promise<void> {
    const connecting = this.#redis.connect().catch(() => {});
    await Promise.race([connecting, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  }

  /** Makes a Lua script a command. @returns a function that runs it, within {@link run} */
  script<Reply>(name: string, lua: string, numberOfKeys?: number): Script<Reply> {
    this.#redis.defineCommand(name, numberOfKeys === undefined ? { lua } : { lua, numberOfKeys });
    // A command of this name is typed as any other that takes a script's arguments.
    return (...args) => this.run((redis) => (redis[name as "eval"] as Script<Reply>).apply(redis, [...args]));
  }

  /** Runs a command. @throws ApiError 503 `rate_limiter_unavailable` within 200 ms when Redis does not reply */
  async run<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply> {
    if (this.#failures >= FAILURES_TO_BREAK) {
      if (Date.now() < this.#brokenUntil) throw outOfReach();
      this.#brokenUntil = Date.now() + BREAK_MS;
    }
    try {
      const reply = await withReplyDeadline(command(this.#redis));
      this.#failures = 0;
      return reply;
    } catch (error) {
      this.#failures++;
      this.#brokenUntil = Date.now() + BREAK_MS;
      throw outOfReach(
        this.#disconnected ??
          (isConnectionLost(error) ? new Error("The connection to Redis was lost") : error),
      );
    }
  }

  /** Disconnects without a QUIT, to which a hanging Redis would never reply. */
  close(): void {
    this.#redis.disconnect();
  }
}

/** The error of a command whose connection ended meanwhile; ioredis words it as advice about its own settings. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && error.name === "MaxRetriesPerRequestError";
}

function outOfReach(cause?: unknown): ApiError {
  HTTP.redisErrors.inc();
  const message = "The rate limiter does not answer; try again in a second.";
  return unavailable(message, 1, cause, "rate_limiter_unavailable");
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
