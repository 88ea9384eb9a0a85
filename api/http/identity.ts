import type { ParameterizedContext } from "koa";
import { SESSION_SECONDS } from "#shared/accounts.ts";
import type { Scope } from "#shared/api-key.ts";
import { isDevelopment } from "#shared/config.ts";
import type { Limits, PlanTier } from "#shared/plans.ts";

/** Who calls: an API key, or a person by a session. Either acts for one organization. */
export type Identity = KeyIdentity | SessionIdentity;

interface Member {
  readonly organizationId: string;
  readonly scopes: readonly Scope[];
  readonly planTier: PlanTier;
  readonly limits: Limits;
  readonly isOperator: boolean;
  /** Whether the address that the organization was founded with is unproved. */
  readonly isUnproved: boolean;
}

export interface KeyIdentity extends Member {
  readonly kind: "key";
  readonly keyId: string;
  /** SHA-256 of the secret that the request carried: during a rotation's grace period a key has two. */
  readonly secretHash: Uint8Array;
  /** Null for a key that does not expire. */
  readonly expiresAt: Date | null;
}

export interface SessionIdentity extends Member {
  readonly kind: "session";
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/**
 * Identifies who sends a request by the credentials that it carries; null where it carries none.
 *
 * @throws ApiError 401 `invalid_credentials` or `not_authenticated` for credentials that are not valid; 503 without Redis
 */
export type Authenticator = (ctx: ParameterizedContext) => Promise<Identity | null>;

/** The person of a session. @throws Error for a key, which the access of people's routes refuses */
export function personOf(identity: Identity): SessionIdentity {
  if (identity.kind !== "session") throw new Error("A key is no person");
  return identity;
}

/** The rate limiter's bucket: one a key; one a person, however many sessions that person has. */
export function bucketOf(identity: Identity): string {
  return identity.kind === "key" ? `key:${identity.keyId}` : `user:${identity.userId}`;
}

/** The columns of the audit log that name who changed something: a key or a person, never both. */
export function actorOf(
  identity: Identity,
): { readonly actor_key_id: string | null; readonly actor_user_id: string | null } {
  return identity.kind === "key"
    ? { actor_key_id: identity.keyId, actor_user_id: null }
    : { actor_key_id: null, actor_user_id: identity.userId };
}

export const SESSION_COOKIE = "service_session";

/** The token in a request's cookie; null without one. */
export function sessionTokenOf(ctx: ParameterizedContext): string | null {
  return ctx.cookies.get(SESSION_COOKIE) || null;
}

/** The Set-Cookie of a session. Only `dev`, which serves plain HTTP on loopback, leaves Secure out. */
export function sessionCookie(token: string, baseUrl: string, maxAge = SESSION_SECONDS): string {
  const secure = isDevelopment(baseUrl) ? "" : "; Secure";
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
  return `${SESSION_COOKIE}=${token}; ${attributes}`;
}

/** The Set-Cookie that makes a browser forget its session. */
export function clearedCookie(baseUrl: string): string {
  return sessionCookie("", baseUrl, 0);
}
