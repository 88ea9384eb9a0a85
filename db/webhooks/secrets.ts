import type { Database, OrganizationTransaction } from "../database.ts";

/** Keeps a new callback secret, encrypted; the one before is over. */
export async function replaceCallbackSecret(tx: OrganizationTransaction, sealed: string): Promise<void> {
  await tx.sql(
    `INSERT INTO callback_secrets (organization_id, secret) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET secret = excluded.secret, updated_at = now()`,
    [tx.organizationId, sealed],
  );
}

/** The organization's callback secret; the given one is kept where there was none. Encrypted. */
export async function callbackSecret(
  database: Database,
  organizationId: string,
  sealed: string,
): Promise<string> {
  await database.query(
    "INSERT INTO callback_secrets (organization_id, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [organizationId, sealed],
  );
  const [row] = await database.query<{ secret: string }>(
    "SELECT secret FROM callback_secrets WHERE organization_id = $1",
    [organizationId],
  );
  if (row === undefined) throw new Error(`Organization ${organizationId} has no callback secret`);
  return row.secret;
}
