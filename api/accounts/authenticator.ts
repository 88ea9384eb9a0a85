import type { ParameterizedContext } from "koa";
import { findSessionUser } from "#db/accounts/users.ts";
import { authenticateApiKey } from "#db/organizations/api-keys.ts";
import { limitsOfOrganization, type PlanColumns } from "#db/organizations/organizations.ts";
import type { Database } from "#db/postgres/database.ts";
import { isWellFormedApiKey, SCOPES } from "#shared/api-key.ts";
import type { Config } from "#shared/config.ts";
import { ApiError } from "#shared/errors.ts";
import { type Authenticator, type Identity, sessionCookie, sessionTokenOf } from "../http/identity.ts";
import { invalidApiKey, type KeyUsage } from "../organizations/api-keys.ts";
import type { SessionStore } from "./sessions.ts";

/**
 * Identifies callers by their key where an Authorization header is sent, else by their session's cookie.
 *
 * @param database must see every organization's people and keys: a request names no organization
 */
export function createAuthenticator(
  { sessions, database, keyUsage, config }: {
    readonly sessions: SessionStore;
    readonly database: Database;
    readonly keyUsage: KeyUsage;
    readonly config: Pick<Config, "baseUrl" | "operatorEmails" | "operatorKeyIds">;
  },
): Authenticator {
  /** @throws ApiError 401 for what is no active key */
  async function identifyKey(header: string): Promise<Identity> {
    const [, secret] = /^bearer +(\S+)$/i.exec(header) ?? [];
    if (secret === undefined) {
      throw invalidApiKey("The Authorization header must be the word Bearer and an API key: Bearer sk_…");
    }
    if (!isWellFormedApiKey(secret)) {
      throw invalidApiKey("The API key is mistyped or cut: it is none of this service.");
    }
    const key = await authenticateApiKey(database, secret);
    if (key === null) throw invalidApiKey();
    keyUsage.note(key.key_id, key.last_used_at);
    return {
      kind: "key",
      keyId: key.key_id,
      secretHash: key.presented_hash,
      scopes: key.scopes,
      isOperator: config.operatorKeyIds.has(key.key_id),
      expiresAt: key.expires_at,
      ...membershipOf(key),
    };
  }

  /** @throws ApiError 401 for a cookie of no session; 503 within 200 ms when Redis does not reply */
  async function identifyPerson(ctx: ParameterizedContext, token: string): Promise<Identity> {
    const session = await sessions.find(token);
    const user = session && await findSessionUser(database, session.user_id, session.generation);
    if (session === null || user === null) {
      throw new ApiError("not_authenticated", "The session has ended; sign in again.");
    }
    const extended = await sessions.refresh(session);
    if (extended !== null) {
      ctx.set({ "Set-Cookie": sessionCookie(token, config.baseUrl), "Cache-Control": "no-store" });
    }
    // Whoever signs up with an operator's address and a password of their own has proved nothing.
    const hasProvedAddress = user.email_verified && (session.method === "magic_link" || user.password_proven);
    return {
      kind: "session",
      userId: user.user_id,
      sessionId: session.id,
      scopes: SCOPES,
      isOperator: hasProvedAddress && config.operatorEmails.has(user.email_normalized),
      expiresAt: extended ?? session.expires_at,
      ...membershipOf(user),
    };
  }

  return async (ctx) => {
    const header = ctx.get("Authorization");
    if (header !== "") return await identifyKey(header);
    const token = sessionTokenOf(ctx);
    return token === null ? null : await identifyPerson(ctx, token);
  };
}

/** The organization that a caller acts for. */
function membershipOf(row: PlanColumns & { readonly organization_id: string }) {
  return {
    organizationId: row.organization_id,
    planTier: row.plan_tier,
    limits: limitsOfOrganization(row),
    isUnproved: row.founding === "unproved",
  };
}
