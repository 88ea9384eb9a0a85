import type { ParameterizedContext } from "koa";
import type { SimulationRow } from "#db/simulations/simulations.ts";
import type { Scope } from "#shared/api-key.ts";
import type { Limits, PlanTier } from "#shared/plans.ts";

/** Who calls: an API key, or a person by a session. Either acts for one organization. */
export type Identity = KeyIdentity | SessionIdentity;

interface Member {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly scopes: readonly Scope[];
  readonly planTier: PlanTier;
  readonly limits: Limits;
  readonly isOperator: boolean;
}

export interface KeyIdentity extends Member {
  readonly kind: "key";
  readonly keyId: string;
  /** SHA-256 of the secret that the request carried: during a rotation's grace period a key has two. */
  readonly secretHash: Uint8Array;
  /** Null for a key that does not expire. */
  readonly expiresAt: Date | null;
  /** The simulation that the request polls, read with the key; null where the organization has none of its id, absent from other requests. */
  readonly polled?: SimulationRow | null;
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

/** The rate limiter's bucket: one a key; one a person, however many sessions that person has. */
export function bucketOf(identity: Identity): string {
  return identity.kind === "key" ? `key:${identity.keyId}` : `user:${identity.userId}`;
}

/** The caller's fields in a log line. */
export function logFieldsOf(identity: Identity): Readonly<Record<string, string>> {
  const { organizationId: organization_id } = identity;
  return identity.kind === "key"
    ? { organization_id, key_id: identity.keyId }
    : { organization_id, user_id: identity.userId };
}

/** The columns of the audit log that name who changed something: a key or a person, never both. */
export function actorOf(
  identity: Identity,
): { readonly actor_key_id: string | null; readonly actor_user_id: string | null } {
  return identity.kind === "key"
    ? { actor_key_id: identity.keyId, actor_user_id: null }
    : { actor_key_id: null, actor_user_id: identity.userId };
}
