import { findWebhook, type WebhookRow } from "#db/webhooks/webhooks.ts";
import { foundOr } from "#shared/errors.ts";
import type { WebhookSecrets } from "#shared/webhooks/secrets.ts";
import type { RouteRequest } from "../http/define-route.ts";
import { resourceOf } from "../http/json.ts";
import { MASK, Webhook } from "./schema.ts";

/** A subscription without its secret; its custom headers' values are masked. */
export function webhookResource(row: WebhookRow, secrets: WebhookSecrets) {
  const names = Object.keys(secrets.openHeaders(row.id, row.custom_headers));
  return resourceOf(Webhook, row, { custom_headers: Object.fromEntries(names.map((name) => [name, MASK])) });
}

export const foundWebhook = foundOr("There is no such webhook subscription.");

/** Fails before anything is counted. @throws ApiError 404 without the subscription */
export async function assertWebhook(
  { params: { webhook_id }, inTransaction }: RouteRequest<{ readonly webhook_id: string }>,
): Promise<void> {
  foundWebhook(await inTransaction((tx) => findWebhook(tx, webhook_id)));
}
