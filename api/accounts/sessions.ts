import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { sameBytes, sha256 } from "#shared/crypto.ts";
import { SESSION_SECONDS } from "#shared/accounts.ts";
import { isUuid, newId } from "#shared/ids.ts";
import type { RedisConnection } from "../http/redis.ts";

/** How a person signed in: only a mailed link proves that the person reads the address's mail. */
export type SignInMethod = "magic_link" | "password";

/** A session as Redis holds it. */
interface StoredSession {
  readonly user_id: string;
  /** The user's `session_generation` when the person signed in; a later one ends the session. */
  readonly generation: number;
  readonly method: SignInMethod;
  /** The browser's name at sign-in, shortened; null where it gave none. */
  readonly user_agent: string | null;
  /** Base64url of the secret's SHA-256. */
  readonly secret_hash: string;
  readonly created_at: number;
  readonly last_used_at: number;
}

export type NewSession = Pick<StoredSession, "user_id" | "generation" | "method" | "user_agent">;

export type Session = ReturnType<typeof sessionOf>;

/** A session beyond the limit ends the one that expires first. */
export const MAX_SESSIONS = 50;
const REFRESH_MS = 3_600_000;
const SESSION_MS = SESSION_SECONDS * 1000;
const MAX_USER_AGENT_LENGTH = 200;

/** ARGV: id, value, lifetime and expiry in milliseconds, time, limit. */
const OPEN = `
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[5])
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
  local excess = redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[6])
  if excess > 0 then
    for _, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, excess - 1)) do redis.call('DEL', 'session:' .. id) end
    redis.call('ZREMRANGEBYRANK', KEYS[2], 0, excess - 1)
  end
  return 1`;

/** ARGV as above. A session that was ended meanwhile stays ended. */
const REFRESH = `
  if redis.call('SET', KEYS[1], ARGV[2], 'XX', 'PX', ARGV[3]) == false then return 0 end
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
  return 1`;

const END_ALL = `
  for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do redis.call('DEL', 'session:' .. id) end
  return redis.call('DEL', KEYS[1])`;

export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * People's sessions, in Redis alone. A session's token is `<id>.<secret>`; Redis holds the SHA-256 of the secret.
 *
 * @param clock the time in milliseconds; specs give their own
 */
export function createSessionStore(connection: RedisConnection, clock: () => number = Date.now) {
  const add = connection.script<number>("openSession", OPEN, 2);
  const extend = connection.script<number>("refreshSession", REFRESH, 2);
  const endSessions = connection.script<number>("endSessions", END_ALL, 1);

  async function read(id: string): Promise<StoredSession | null> {
    const text = await connection.run((redis) => redis.get(sessionKey(id)));
    return text === null ? null : JSON.parse(text) as StoredSession;
  }

  /** Keys and arguments of the scripts that write a session. */
  function written(id: string, stored: StoredSession): (string | number)[] {
    const now = clock();
    const keys = [sessionKey(id), indexKey(stored.user_id)];
    return [...keys, id, JSON.stringify(stored), SESSION_MS, now + SESSION_MS, now];
  }

  return {
    /**
     * Opens a session of seven days.
     * @returns its token, which nothing stores
     * @throws ApiError 503 `rate_limiter_unavailable` within 200 ms when Redis does not reply, as all methods do
     */
    async open(session: NewSession): Promise<{ readonly token: string; readonly expiresAt: Date }> {
      const id = newId();
      const secret = randomBytes(32).toString("base64url");
      const now = clock();
      const stored: StoredSession = {
        ...session,
        user_agent: session.user_agent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
        secret_hash: sha256(secret).toString("base64url"),
        created_at: now,
        last_used_at: now,
      };
      await add(...written(id, stored), MAX_SESSIONS);
      return { token: `${id}.${secret}`, expiresAt: new Date(now + SESSION_MS) };
    },

    /** The session of a token; null for a token of none. */
    async find(token: string): Promise<Session | null> {
      const [id = "", secret = ""] = token.split(".", 2);
      if (!isUuid(id) || secret === "") return null;
      const stored = await read(id);
      if (stored === null) return null;
      const isOwn = sameBytes(sha256(secret), Buffer.from(stored.secret_hash, "base64url"));
      return isOwn ? sessionOf(id, stored) : null;
    },

    /**
     * Extends a session to seven days from now, once an hour at most.
     * @returns the new expiry; null where it was extended within the last hour
     */
    async refresh(session: Session): Promise<Date | null> {
      const now = clock();
      if (now - session.last_used_at.getTime() < REFRESH_MS) return null;
      const stored = await read(session.id);
      if (stored === null) return null;
      const count = await extend(...written(session.id, { ...stored, last_used_at: now }));
      return count === 1 ? new Date(now + SESSION_MS) : null;
    },

    /** A person's sessions, at most {@link MAX_SESSIONS}, in no order. */
    async list(userId: string): Promise<Session[]> {
      const ids = await connection.run((redis) => redis.zrange(indexKey(userId), 0, -1));
      if (ids.length === 0) return [];
      const texts = await connection.run((redis) => redis.mget(ids.map(sessionKey)));
      return ids.flatMap((id, i) => {
        const text = texts[i];
        return text == null ? [] : [sessionOf(id, JSON.parse(text) as StoredSession)];
      });
    },

    /** Ends one session of a person. @returns whether there was one */
    async end(userId: string, id: string): Promise<boolean> {
      const stored = await read(id);
      if (stored === null || stored.user_id !== userId) return false;
      await connection.run((redis) => redis.zrem(indexKey(userId), id));
      return await connection.run((redis) => redis.del(sessionKey(id))) === 1;
    },

    /** Ends all sessions of a person. The next `session_generation` in Postgres ends them too, even those that Redis forgot to list. */
    async endAll(userId: string): Promise<void> {
      await endSessions(indexKey(userId));
    },
  };
}

function sessionOf(id: string, { secret_hash: _, created_at, last_used_at, ...stored }: StoredSession) {
  return {
    ...stored,
    id,
    created_at: new Date(created_at),
    /** To the hour: the sliding expiry is written once an hour at most. */
    last_used_at: new Date(last_used_at),
    expires_at: new Date(last_used_at + SESSION_MS),
  };
}

const sessionKey = (id: string) => `session:${id}`;
const indexKey = (userId: string) => `sessions:${userId}`;
