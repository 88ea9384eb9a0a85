import { firstPage, type Page, type PageRequest } from "#db/postgres/paginate.ts";
import { unavailable } from "#shared/errors.ts";
import type { JsonObject } from "#shared/json.ts";
import type { Logger } from "#shared/log.ts";
import type { RedisConnection } from "./redis.ts";

/** What Redis keeps of an organization (contract, "Usage, status, admin"). */
const KEPT_REQUESTS = 10_000;
const KEPT_SECONDS = 86_400;
/** How long a request may wait in this process, so that a busy one writes many at once. */
const FLUSH_MS = 25;
/** While Redis is out of reach, requests beyond this many are dropped. */
const MAX_PENDING = 5_000;

/** Adds requests to an organization's stream, in one command however many they are. ARGV: the oldest id to keep, then the requests. */
const RECORD = `
  for i = 2, #ARGV do
    redis.call('XADD', KEYS[1], 'MAXLEN', ${KEPT_REQUESTS}, '*', 'r', ARGV[i])
  end
  redis.call('XTRIM', KEYS[1], 'MINID', '~', ARGV[1])
  redis.call('EXPIRE', KEYS[1], ${KEPT_SECONDS})`;

export type RequestHistory = ReturnType<typeof createRequestHistory>;

/**
 * The requests of each organization in a stream of Redis: bounded in number by every write, in age by writes and the key's expiry. Writing
 * comes after the response and never fails it; a page of this process's history has all that this process has answered.
 */
export function createRequestHistory(redis: RedisConnection, log: Logger) {
  const write = redis.script<null>("recordRequests", RECORD, 1);
  let pending: (readonly [organizationId: string, request: string])[] = [];
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const oldestKept = () => `${Date.now() - KEPT_SECONDS * 1000}`;

  /** Writes what is pending, a command an organization. Never rejects. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const byOrganization = Map.groupBy(pending, ([organizationId]) => organizationId);
    pending = [];
    if (byOrganization.size === 0) return;
    try {
      await Promise.all(
        [...byOrganization].map(([organizationId, requests]) =>
          write(keyOf(organizationId), oldestKept(), ...requests.map(([, request]) => request))
        ),
      );
    } catch (err) {
      log.warn({ err, dropped }, "recent requests not written");
    }
    dropped = 0;
  }

  return {
    flush,

    /** Takes a request down as `GET /v1/requests` shows it, to be written within {@link FLUSH_MS}. */
    record(organizationId: string, request: JsonObject): void {
      if (pending.length >= MAX_PENDING) {
        dropped++;
        return;
      }
      pending.push([organizationId, JSON.stringify(request)]);
      timer ??= setTimeout(() => void flush(), FLUSH_MS);
    },

    /** A page of the organization's requests, newest first. @throws ApiError 503 where Redis is out of reach */
    async page(
      organizationId: string,
      { limit, after }: PageRequest<string>,
    ): Promise<Page<JsonObject, string>> {
      await flush();
      const newest = after === null ? "+" : `(${after}`;
      const key = keyOf(organizationId);
      try {
        const entries = await redis.run((connection) =>
          connection.xrevrange(key, newest, oldestKept(), "COUNT", limit + 1)
        );
        const { rows, next } = firstPage(entries, limit, ([streamId]) => streamId);
        return { rows: rows.map(([, fields]) => JSON.parse(fields[1] ?? "{}") as JsonObject), next };
      } catch (error) {
        throw unavailable("Recent requests cannot be read now; try again shortly.", 2, error);
      }
    },
  };
}

function keyOf(organizationId: string): string {
  return `requests:${organizationId}`;
}
