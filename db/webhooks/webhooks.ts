import { DELIVERY_SIGNALS, deliveryWorkflowId } from "#temporal/webhook-delivery.ts";
import type { OrganizationTransaction } from "../database.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../paginate.ts";
import { relayNotBefore } from "../outbox/outbox.ts";

/** Subscriptions that an organization can have. */
export const MOST_WEBHOOKS = 20;

export interface WebhookRow {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  /** Encrypted. */
  custom_headers: string;
  enabled: boolean;
  disabled_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS =
  "id, url, events, description, custom_headers, enabled, disabled_reason, created_at, updated_at";

export type NewWebhook =
  & Pick<
    WebhookRow,
    "id" | "url" | "events" | "description" | "custom_headers" | "enabled"
  >
  & {
    /** Encrypted. */
    readonly secret: string;
  };

/** Null when the organization has {@link MOST_WEBHOOKS} already, however many are being created at once. */
export async function insertWebhook(
  tx: OrganizationTransaction,
  webhook: NewWebhook,
): Promise<WebhookRow | null> {
  await tx.sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`webhooks ${tx.organizationId}`]);
  const { rows: [row] } = await tx.sql<WebhookRow>(
    `INSERT INTO webhooks (id, organization_id, url, events, description, custom_headers, enabled, secret)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8
     WHERE (SELECT count(*) FROM webhooks WHERE organization_id = $2) < ${MOST_WEBHOOKS}
     RETURNING ${COLUMNS}`,
    [
      webhook.id,
      tx.organizationId,
      webhook.url,
      webhook.events,
      webhook.description,
      webhook.custom_headers,
      webhook.enabled,
      webhook.secret,
    ],
  );
  return row ?? null;
}

export async function findWebhook(tx: OrganizationTransaction, id: string): Promise<WebhookRow | null> {
  const { rows: [row] } = await tx.sql<WebhookRow>(
    `SELECT ${COLUMNS} FROM webhooks WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** As {@link findWebhook}; nobody changes it until the transaction ends. */
export async function lockWebhook(tx: OrganizationTransaction, id: string): Promise<WebhookRow | null> {
  const { rows: [row] } = await tx.sql<WebhookRow>(
    `SELECT ${COLUMNS} FROM webhooks WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

export function pageOfWebhooks(tx: OrganizationTransaction, page: PageRequest): Promise<Page<WebhookRow>> {
  return paginateNewestFirst(tx, `SELECT ${COLUMNS} FROM webhooks`, [[
    "organization_id =",
    tx.organizationId,
  ]], page);
}

/** Writes all that a customer can change. A subscription that is enabled or gets another URL begins with a clean record. */
export async function updateWebhook(
  tx: OrganizationTransaction,
  webhook: Pick<
    WebhookRow,
    "id" | "url" | "events" | "description" | "custom_headers" | "enabled" | "disabled_reason"
  >,
): Promise<WebhookRow> {
  const { rows: [row] } = await tx.sql<WebhookRow>(
    `UPDATE webhooks SET url = $3, events = $4, description = $5, custom_headers = $6, enabled = $7, disabled_reason = $8,
       failing_since = CASE WHEN url = $3 AND enabled = $7 THEN failing_since END, updated_at = now()
     WHERE organization_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [
      tx.organizationId,
      webhook.id,
      webhook.url,
      webhook.events,
      webhook.description,
      webhook.custom_headers,
      webhook.enabled,
      webhook.disabled_reason,
    ],
  );
  if (row === undefined) throw new Error(`Webhook ${webhook.id} is not locked by this transaction`);
  return row;
}

/** From the commit on the old secret signs nothing more. False where there is no such subscription. @param secret encrypted. */
export async function replaceSecret(
  tx: OrganizationTransaction,
  id: string,
  secret: string,
): Promise<WebhookRow | null> {
  const { rows: [row] } = await tx.sql<WebhookRow>(
    `UPDATE webhooks SET secret = $3, updated_at = now() WHERE organization_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [tx.organizationId, id, secret],
  );
  return row ?? null;
}

/**
 * Deletes a subscription for good; cancels its pending deliveries and has the runs that wait for them ended by the relay, which takes
 * thousands in its stride. False where there is no such subscription.
 */
export async function deleteWebhook(tx: OrganizationTransaction, id: string): Promise<boolean> {
  const { count } = await tx.sql("DELETE FROM webhooks WHERE organization_id = $1 AND id = $2", [
    tx.organizationId,
    id,
  ]);
  if (count === 0) return false;
  await tx.sql(
    `WITH cancelled AS (
       UPDATE deliveries SET held = false, next_retry_at = NULL,
         status = CASE status WHEN 'pending' THEN 'cancelled' ELSE status END,
         completed_at = CASE status WHEN 'pending' THEN now() ELSE completed_at END,
         error_message = CASE status WHEN 'pending' THEN 'The subscription was deleted.' ELSE error_message END
       WHERE webhook_id = $1 AND (status = 'pending' OR held) RETURNING id, organization_id
     )
     INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
     SELECT organization_id, $2 || id, jsonb_build_object('kind', 'signal', 'workflow_id', $2 || id, 'signal', $3::text, 'signal_args', '[]'::jsonb), $4
     FROM cancelled`,
    [id, deliveryWorkflowId(""), DELIVERY_SIGNALS.cancel, relayNotBefore()],
  );
  return true;
}
