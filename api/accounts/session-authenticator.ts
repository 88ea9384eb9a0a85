import type { ParameterizedContext } from "koa";
import { findSessionUser } from "#db/accounts/users.ts";
import type { Database } from "#db/postgres/database.ts";
import { contractOf } from "#db/organizations/organizations.ts";
import { SCOPES } from "#shared/api-key.ts";
import { ApiError } from "#shared/errors.ts";
import { limitsOf } from "#shared/plans.ts";
import { type Authenticator, sessionCookie, type SessionIdentity, sessionTokenOf } from "../http/identity.ts";
import type { SessionStore } from "./sessions.ts";

interface SessionAuthenticatorDependencies {
  readonly sessions: SessionStore;
  /** Must see every organization's users: a request names no organization. */
  readonly database: Database;
  readonly baseUrl: string;
  /** Normalised addresses of the people who operate the service. */
  readonly operatorEmails: ReadonlySet<string>;
}

/** Identifies callers by their key where an Authorization header is sent, else by their session's cookie. */
export function createAuthenticator(
  byKey: Authenticator,
  dependencies: SessionAuthenticatorDependencies,
): Authenticator {
  return async (ctx) => {
    if (ctx.get("Authorization") !== "") return await byKey(ctx);
    const token = sessionTokenOf(ctx);
    return token === null ? null : await identifyPerson(ctx, token, dependencies);
  };
}

/** @throws ApiError 401 for a cookie of no session; 503 within 200 ms when Redis does not reply */
async function identifyPerson(
  ctx: ParameterizedContext,
  token: string,
  { sessions, database, baseUrl, operatorEmails }: SessionAuthenticatorDependencies,
): Promise<SessionIdentity> {
  const session = await sessions.find(token);
  const user = session && await findSessionUser(database, session.userId, session.generation);
  if (session === null || user === null) {
    throw new ApiError("not_authenticated", "The session has ended; sign in again.");
  }
  const extended = await sessions.refresh(session);
  if (extended !== null) {
    ctx.set({ "Set-Cookie": sessionCookie(token, baseUrl), "Cache-Control": "no-store" });
  }
  // Whoever signs up with an operator's address and a password of their own has proved nothing.
  const hasProvedAddress = user.email_verified && (session.method === "magic_link" || user.password_proven);
  return {
    kind: "session",
    userId: user.user_id,
    sessionId: session.id,
    organizationId: user.organization_id,
    scopes: SCOPES,
    planTier: user.plan_tier,
    limits: limitsOf(user.plan_tier, contractOf(user)),
    isOperator: hasProvedAddress && operatorEmails.has(user.email_normalized),
    isUnproved: user.founding === "unproved",
    expiresAt: extended ?? session.expiresAt,
  };
}
