import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { SESSION_COOKIE } from "#api/http/identity.ts";
import { createSessionStore, type SessionStore, type SignInMethod } from "#api/accounts/sessions.ts";
import { RedisConnection } from "#api/http/redis.ts";
import { insertUser } from "#db/accounts/users.ts";
import { insertOrganization } from "#db/organizations/organizations.ts";
import { normalizeEmail } from "#shared/accounts.ts";
import type { PlanTier } from "#shared/plans.ts";
import { type Caller, callerWith, type Reply } from "./caller.ts";
import { eventually } from "./times.ts";
import { connectAs, stack } from "./stack.ts";

export type Person = Awaited<ReturnType<typeof signIn>>;

export interface SignInOptions {
  readonly email?: string;
  readonly name?: string;
  /** An organization that exists; a new one by default. */
  readonly organizationId?: string;
  readonly planTier?: PlanTier;
  readonly method?: SignInMethod;
  /** A PHC string; without one the person has no password. */
  readonly passwordHash?: string | null;
  readonly baseUrl?: string;
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
}

/** Makes a person with an address that has been verified, and opens a session of theirs, without the limits that sign-ups have. */
export async function signIn(options: SignInOptions = {}) {
  const { baseUrl = stack().baseUrl, databaseUrl = stack().databaseUrl } = options;
  const { email = newEmail(), method = "magic_link" } = options;
  const database = await connectAs("owner", { url: databaseUrl, pool: 1 });
  try {
    const user = await database.transaction(async (tx) =>
      await insertUser(tx, {
        organization_id: options.organizationId ?? (await insertOrganization(tx, {
          name: `Organization ${randomUUID()}`,
          plan_tier: options.planTier ?? "studio",
        })).id,
        email,
        email_normalized: normalizeEmail(email) ?? email,
        name: options.name ?? "Ada Lovelace",
        password_hash: options.passwordHash ?? null,
        email_verified: true,
      })
    );
    const generation = user.session_generation;
    const token = await withSessions(
      async (sessions) =>
        (await sessions.open({ user_id: user.id, generation, method, user_agent: "test" })).token,
      options.redisUrl,
    );
    return {
      userId: user.id,
      organizationId: user.organization_id,
      email,
      /** `<id>.<secret>`, as in the cookie. */
      token,
      /** Calls the API with the session's cookie, as a browser on the service's own pages does. */
      call: callerWithCookie(token, baseUrl),
    };
  } finally {
    await database.close();
  }
}

/** Runs `work` with the sessions of the stack, or of another Redis. */
export async function withSessions<T>(
  work: (sessions: SessionStore) => Promise<T>,
  redisUrl = stack().redisUrl,
): Promise<T> {
  const redis = new RedisConnection(redisUrl);
  await redis.start();
  try {
    return await work(createSessionStore(redis));
  } finally {
    redis.close();
  }
}

/** Calls an API with a session's cookie. */
export function callerWithCookie(token: string, baseUrl = stack().baseUrl): Caller {
  return callerWith(null, baseUrl, () => ({ Cookie: `${SESSION_COOKIE}=${token}` }));
}

export function newEmail(): string {
  return `person-${randomUUID()}@example.com`;
}

let lastAddress = 0;

/** An address of a client that no other spec of this run has, for `X-Forwarded-For`: limits by network count apart. */
export function newAddress(): string {
  lastAddress++;
  return `2001:db8:${process.pid.toString(16)}:${lastAddress.toString(16)}::1`;
}

/** Calls an API behind one proxy as clients without credentials, each from an address of its own unless `headers` name one. */
export function anonymousCaller(baseUrl: string): Caller {
  return callerWith(null, baseUrl, () => ({ "X-Forwarded-For": newAddress() }));
}

/** The session's token in a response's Set-Cookie. @throws Error where it sets none */
export function tokenSetBy({ headers }: Pick<Reply, "headers">): string {
  const [, token] = new RegExp(`^${SESSION_COOKIE}=([^;]+);`).exec(headers.get("Set-Cookie") ?? "") ?? [];
  if (token === undefined) throw new Error("The response sets no session");
  return token;
}

/** A message as the mailer of `dev` writes it. */
export interface WrittenMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Waits for the n-th mail to an address in a folder of mails, the stack's by default. */
export function writtenMailTo(address: string, n = 1, folder = stack().mailDir): Promise<WrittenMail> {
  return eventually(`mail ${n} to ${address}`, () => Promise.resolve(writtenMails(folder, address)[n - 1]));
}

/** The mails to an address in a folder, the oldest first. */
export function writtenMails(folder: string, address: string): WrittenMail[] {
  return readdirSync(folder).filter((name) => name.endsWith(".json")).sort().flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    if (!text.trimEnd().endsWith("}")) return []; // Not written to its end yet.
    const mail = JSON.parse(text) as WrittenMail;
    return mail.to === address ? [mail] : [];
  });
}
