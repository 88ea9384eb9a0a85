import type { Buffer } from "node:buffer";
import { newApiKey } from "#shared/api-key.ts";
import { sameBytes, sha256 } from "#shared/crypto.ts";
import { newId } from "#shared/ids.ts";
import type { Database, OrganizationTransaction, Transaction } from "../postgres/database.ts";
import { type ApiKeyRow, ApiKeys, PLAN_COLUMNS, type PlanColumns } from "./organizations.ts";
import { newestFirstOwn } from "../postgres/paginate.ts";
import { run, value } from "../postgres/queries.ts";

/** The most keys of an organization that work. */
export const MAX_API_KEYS = 100;
/** How many revoked keys an organization's list keeps; creating a key deletes the ones revoked before them. */
const MAX_REVOKED_KEYS = 400;

/** A key with its organization's plan and limits. */
type KeyRow = PlanColumns & Omit<NewApiKey, "name"> & { key_id: string; last_used_at: Date | null };

/** A key as authentication needs it, with the SHA-256 of the secret that was presented. */
export type AuthenticatedKey = KeyRow & { presented_hash: Buffer };

// A key works until it is revoked or expires. No process keeps a key: each request reads its row, so revocation and rotation take effect
// with the next request at every process.
const ACTIVE = "revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())";

// Runs once a request, before the organization is known: it probes two unique indexes and never scans.
const FIND_KEY_BY_SECRET = {
  name: "find_key_by_secret",
  text: `
    SELECT k.id AS key_id, k.organization_id, k.scopes, k.last_used_at,
      k.expires_at, ${PLAN_COLUMNS}
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE (k.secret_hash = $1 OR (k.previous_secret_hash = $1 AND k.previous_valid_until > now()))
      AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) AND o.deletion_requested_at IS NULL`,
};

/** The active key with this secret, or null. `database` must see every organization's keys. */
export async function authenticateApiKey(
  database: Database,
  secret: string,
): Promise<AuthenticatedKey | null> {
  const hash = sha256(secret);
  const row = await database.first<KeyRow>(FIND_KEY_BY_SECRET, [hash]);
  return row === null ? null : Object.assign(row, { presented_hash: hash });
}

/** Records when keys were last used, in one statement. */
export const touchApiKeys = run<[ids: readonly string[], at: Date]>(
  "UPDATE api_keys SET last_used_at = $2 WHERE id = ANY($1::uuid[])",
);

export type NewApiKey = Readonly<Pick<ApiKeyRow, "organization_id" | "name" | "scopes" | "expires_at">>;

/** Inserts a key. Returns its row, and its secret, which is shown once and never stored: only its hash is. */
export async function insertApiKey(
  tx: Transaction,
  key: NewApiKey,
): Promise<{ row: ApiKeyRow; secret: string }> {
  const id = newId();
  const secret = newApiKey();
  await tx.manager.insert(ApiKeys, { id, ...key, prefix: secret.slice(0, 8), secret_hash: sha256(secret) });
  return { row: await tx.manager.findOneByOrFail(ApiKeys, { id }), secret };
}

/**
 * As {@link insertApiKey}; null when {@link MAX_API_KEYS} of the organization work already. A lock makes simultaneous inserts count each
 * other.
 */
export async function insertApiKeyWithinBound(
  tx: Transaction,
  key: NewApiKey,
): Promise<{ row: ApiKeyRow; secret: string } | null> {
  await tx.sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`api_keys ${key.organization_id}`]);
  const active = await tx.count(`SELECT FROM api_keys WHERE organization_id = $1 AND ${ACTIVE}`, [
    key.organization_id,
  ]);
  if (active >= MAX_API_KEYS) return null;
  await tx.sql(
    `DELETE FROM api_keys WHERE organization_id = $1 AND id IN (
       SELECT id FROM api_keys WHERE organization_id = $1 AND NOT (${ACTIVE})
       ORDER BY coalesce(revoked_at, expires_at) DESC, id DESC OFFSET ${MAX_REVOKED_KEYS})`,
    [key.organization_id],
  );
  return await insertApiKey(tx, key);
}

/** A page of the organization's keys, newest first. */
export const pageOfApiKeys = newestFirstOwn<ApiKeyRow>("SELECT * FROM api_keys");

/**
 * Revokes a key, and with it the secret before a rotation; one of this organization alone, where it is not null. Gives the key's
 * organization; null where there is no such key, or it was revoked before.
 */
export const revokeApiKey = value<string, [id: string, organizationId: string | null]>(
  `UPDATE api_keys SET revoked_at = now()
   WHERE id = $1 AND revoked_at IS NULL AND ($2::uuid IS NULL OR organization_id = $2) RETURNING organization_id`,
);

export interface Rotation {
  readonly keyId: string;
  /** The hash of the secret that the caller presented; null where a person rotates the key. */
  readonly presentedHash: Uint8Array | null;
  /** When the request arrived. */
  readonly receivedAt: Date;
  /** How long the replaced secret works on. */
  readonly graceSeconds: number;
}

/**
 * `gone`: no such active key. `replaced`: the presented secret works no longer. `superseded`: another rotation replaced the secret while
 * this one was on its way, and its caller holds the secret that this one would end.
 */
export type RotationResult =
  | { readonly kind: "rotated"; readonly row: ApiKeyRow; readonly secret: string }
  | { readonly kind: "gone" | "replaced" | "superseded" };

/** Gives a key a new secret. Of simultaneous rotations one succeeds: the row's lock orders them, and the others see what it did. */
export async function rotateApiKey(
  tx: OrganizationTransaction,
  { keyId, presentedHash, receivedAt, graceSeconds }: Rotation,
): Promise<RotationResult> {
  const key = await tx.first<ApiKeyRow>(
    `SELECT * FROM api_keys WHERE organization_id = $1 AND id = $2 AND ${ACTIVE} FOR UPDATE`,
    [tx.organizationId, keyId],
  );
  if (key === null) return { kind: "gone" };
  if (presentedHash === null) {
    if (key.rotated_at !== null && key.rotated_at >= receivedAt) return { kind: "superseded" };
  } else if (!sameBytes(presentedHash, key.secret_hash)) {
    const stillWorks = key.previous_secret_hash !== null &&
      sameBytes(presentedHash, key.previous_secret_hash) &&
      key.previous_valid_until !== null && key.previous_valid_until > new Date();
    return { kind: stillWorks ? "superseded" : "replaced" };
  }
  const secret = newApiKey();
  const values = [tx.organizationId, keyId, secret.slice(0, 8), sha256(secret), new Date(), graceSeconds];
  return { kind: "rotated", row: await tx.one<ApiKeyRow>(REPLACE_SECRET, values), secret };
}

// Without a grace period the old hash goes at once, whatever the clocks say.
const REPLACE_SECRET = `
  UPDATE api_keys SET prefix = $3, secret_hash = $4, rotated_at = $5,
    previous_secret_hash = CASE WHEN $6 > 0 THEN secret_hash END,
    previous_valid_until = CASE WHEN $6 > 0 THEN now() + make_interval(secs => $6) END
  WHERE organization_id = $1 AND id = $2 RETURNING *`;
