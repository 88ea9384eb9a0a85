import { newId } from "#shared/ids.ts";
import { noticeStart } from "#temporal/webhook-operations.ts";
import type { Database, Transaction } from "../database.ts";
import { enqueue, type OutboxRow } from "../outbox/outbox.ts";

/** A subscription whose attempts have all failed for so long is disabled. */
const DAYS = 5;
const DAY_MS = 86_400_000;

/**
 * Disables a subscription that asked for no more (410), or whose attempts have all failed for five days; holds its deliveries, and has the
 * organization's users told.
 *
 * @param failingSince when the first of the failures was, null where this is the first.
 * @returns what Temporal must be told, or null when there is no reason to disable it, or it is gone.
 */
export async function disableFailing(
  database: Database,
  webhookId: string,
  failingSince: Date | null,
  gone: boolean,
): Promise<OutboxRow[] | null> {
  const hopeless = failingSince !== null && Date.now() - failingSince.getTime() >= DAYS * DAY_MS;
  if (!gone && !hopeless) return null;
  const reason = gone
    ? "The endpoint answered 410: it wants no more."
    : `Every attempt has failed for ${DAYS} days, since ${failingSince?.toISOString()}.`;
  return await database.transaction(async (tx) => {
    const { rows: [row] } = await tx.sql<{ organization_id: string; enabled: boolean }>(
      "SELECT organization_id, enabled FROM webhooks WHERE id = $1 FOR UPDATE",
      [webhookId],
    );
    if (row === undefined) return null;
    if (!row.enabled) return [];
    await tx.sql(
      "UPDATE webhooks SET enabled = false, disabled_reason = $2, updated_at = now() WHERE id = $1",
      [webhookId, reason],
    );
    await holdPending(tx, webhookId);
    const { organization_id } = row;
    return [
      await enqueue(tx, organization_id, noticeStart({ id: webhookId, organization_id }, newId())),
    ];
  });
}

/** Holds all pending deliveries of a subscription, in the transaction that disables it. */
export async function holdPending(tx: Transaction, webhookId: string): Promise<void> {
  await tx.sql(
    "UPDATE deliveries SET held = true, next_retry_at = NULL WHERE webhook_id = $1 AND status = 'pending' AND NOT held",
    [webhookId],
  );
}

/** A disabled subscription, as its organization's users are told of it. */
export interface DisabledWebhook {
  id: string;
  organization_id: string;
  url: string;
  description: string | null;
  disabled_reason: string | null;
}

/** Null when the subscription is enabled or gone. */
export async function disabledWebhook(database: Database, id: string): Promise<DisabledWebhook | null> {
  const [row] = await database.query<DisabledWebhook>(
    "SELECT id, organization_id, url, description, disabled_reason FROM webhooks WHERE id = $1 AND NOT enabled",
    [id],
  );
  return row ?? null;
}
