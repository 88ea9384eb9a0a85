import { newId } from "#shared/ids.ts";
import { disabledNotificationStart } from "#temporal/webhook-operations.ts";
import type { Database } from "../postgres/database.ts";
import { first } from "../postgres/queries.ts";
import { holdPending } from "../deliveries/subscription-state.ts";
import { recordOwnChange } from "../organizations/audit-log.ts";
import { enqueue } from "../outbox/outbox.ts";
import type { WebhookRow } from "./webhooks.ts";

/**
 * Disables a subscription, holds its pending deliveries, and has the organization's users notified.
 * @param reason for customers.
 * @returns false where it was deleted.
 */
export async function disableWebhook(
  database: Database,
  webhookId: string,
  reason: string,
): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const webhook = await tx.first<{ organization_id: string; enabled: boolean }>(
      "SELECT organization_id, enabled FROM webhooks WHERE id = $1 FOR UPDATE",
      [webhookId],
    );
    if (webhook === null) return false;
    if (!webhook.enabled) return true;
    await tx.sql(
      "UPDATE webhooks SET enabled = false, disabled_reason = $2, updated_at = now() WHERE id = $1",
      [webhookId, reason],
    );
    const subscription = { id: webhookId, organization_id: webhook.organization_id };
    await recordOwnChange(tx, subscription.organization_id, {
      actor_command: "deliveries",
      action: "webhook.disable",
      subject: webhookId,
      request_id: null,
    });
    await holdPending(tx, subscription);
    await enqueue(tx, subscription.organization_id, disabledNotificationStart(subscription, newId()));
    return true;
  });
}

/** A disabled subscription, as the notification of its organization's users shows it. */
export interface DisabledWebhook extends Pick<WebhookRow, "id" | "url" | "description" | "disabled_reason"> {
  organization_id: string;
}

/** Null when the subscription is enabled again or deleted. */
export const disabledWebhook = first<DisabledWebhook, [id: string]>(
  "SELECT id, organization_id, url, description, disabled_reason FROM webhooks WHERE id = $1 AND NOT enabled",
);
