import { newApiKey, type Scope } from "#shared/api-key.ts";
import { sha256 } from "#shared/crypto.ts";
import { newId } from "#shared/ids.ts";
import type { Database, Transaction } from "../database.ts";
import { type ApiKeyRow, ApiKeys, type OrganizationRow } from "../entities/entities.ts";

/** A key with its organization's plan and limits, as authentication needs them. */
export interface AuthenticatedKey extends
  Pick<
    OrganizationRow,
    | "plan_tier"
    | "agent_count_ceiling"
    | "requests_per_minute"
    | "simulations_per_month"
    | "agent_runs_per_month"
    | "reading_ceiling_usd"
  > {
  key_id: string;
  organization_id: string;
  organization_name: string;
  scopes: Scope[];
  last_used_at: Date | null;
}

// Runs once a request, before the organization is known: it probes two unique indexes and never scans.
const FIND_KEY_BY_SECRET = {
  name: "find_key_by_secret",
  text: `
    SELECT k.id AS key_id, k.organization_id, o.name AS organization_name, k.scopes, k.last_used_at, o.plan_tier, o.agent_count_ceiling,
      o.requests_per_minute, o.simulations_per_month, o.agent_runs_per_month, o.reading_ceiling_usd
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE (k.secret_hash = $1 OR (k.previous_secret_hash = $1 AND k.previous_valid_until > now()))
      AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
};

/** The active key with this secret, or null. `database` must see every organization's keys. */
export async function authenticateApiKey(
  database: Database,
  secret: string,
): Promise<AuthenticatedKey | null> {
  const [row] = await database.query<AuthenticatedKey>(FIND_KEY_BY_SECRET, [sha256(secret)]);
  return row ?? null;
}

/** Records when keys were last used, in one statement. */
export async function touchApiKeys(database: Database, ids: readonly string[], at: Date): Promise<void> {
  await database.query("UPDATE api_keys SET last_used_at = $2 WHERE id = ANY($1::uuid[])", [ids, at]);
}

/** Inserts a key. Returns its row, and its secret, which is shown once and never stored: only its hash is. */
export async function insertApiKey(
  tx: Transaction,
  key: { organization_id: string; name: string; scopes: Scope[]; expires_at: Date | null },
): Promise<{ row: ApiKeyRow; secret: string }> {
  const id = newId();
  const secret = newApiKey();
  await tx.manager.insert(ApiKeys, { id, ...key, prefix: secret.slice(0, 8), secret_hash: sha256(secret) });
  return { row: await tx.manager.findOneByOrFail(ApiKeys, { id }), secret };
}

/** Revokes a key. False where there is none, or it was revoked before. */
export async function revokeApiKey(tx: Transaction, id: string): Promise<boolean> {
  const { count } = await tx.sql(
    "UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL",
    [id],
  );
  return count === 1;
}
