import type { Database, OrganizationTransaction } from "../database.ts";
import { WEBHOOK_COLUMNS, type WebhookRow } from "./webhooks.ts";

/** Replaces a subscription's secret; from the commit on the old one signs nothing. @param secret encrypted. */
export async function replaceSecret(
  tx: OrganizationTransaction,
  id: string,
  secret: string,
): Promise<WebhookRow | null> {
  const { rows: [row] } = await tx.sql<WebhookRow>(
    `UPDATE webhooks SET secret = $3, updated_at = now() WHERE organization_id = $1 AND id = $2 RETURNING ${WEBHOOK_COLUMNS}`,
    [tx.organizationId, id, secret],
  );
  return row ?? null;
}

/** Replaces the organization's callback secret; from the commit on the old one signs nothing. @param secret encrypted. */
export async function replaceCallbackSecret(tx: OrganizationTransaction, secret: string): Promise<void> {
  await tx.sql(
    `INSERT INTO callback_secrets (organization_id, secret) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET secret = excluded.secret, updated_at = now()`,
    [tx.organizationId, secret],
  );
}

/**
 * The organization's callback secret, encrypted.
 *
 * @param newSecret encrypted; stored where the organization has none.
 */
export async function getOrCreateCallbackSecret(
  database: Database,
  organizationId: string,
  newSecret: string,
): Promise<string> {
  await database.query(
    "INSERT INTO callback_secrets (organization_id, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [organizationId, newSecret],
  );
  const [row] = await database.query<{ secret: string }>(
    "SELECT secret FROM callback_secrets WHERE organization_id = $1",
    [organizationId],
  );
  if (row === undefined) throw new Error(`Organization ${organizationId} has no callback secret`);
  return row.secret;
}
