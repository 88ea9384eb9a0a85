import Type from "typebox";
import { pageOfDeliveries } from "#db/deliveries/deliveries.ts";
import {
  findCallbackSecret,
  findWebhook,
  MAX_COUNTED,
  pageOfWebhooks,
  statsOfWebhooks,
  type WebhookRow,
} from "#db/webhooks/webhooks.ts";
import { foundOr } from "#shared/errors.ts";
import { WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { deliveryFilters, filtersOf } from "../deliveries/deliveries.ts";
import { deliveryResource, ListedDelivery } from "../deliveries/schema.ts";
import { defineRoute, type RouteRequest, withScope } from "../http/define-route.ts";
import { boolean, Id, integer, listFilters, namedObject, Timestamp } from "../http/fields.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { CallbackSecretState, MASK, Webhook } from "./schema.ts";

/** A subscription without its secret; its custom headers' values are masked. */
export function webhookResource(row: WebhookRow, secrets: WebhookSecrets) {
  const names = Object.keys(secrets.openHeaders(row.id, row.custom_headers));
  return { ...row, custom_headers: Object.fromEntries(names.map((name) => [name, MASK])) };
}

export const foundWebhook = foundOr("There is no such webhook subscription.");

/** Fails before anything is counted. @throws ApiError 404 without the subscription */
export async function assertWebhook(
  { params: { webhook_id }, inTransaction }: RouteRequest<{ readonly webhook_id: string }>,
): Promise<void> {
  foundWebhook(await inTransaction((tx) => findWebhook(tx, webhook_id)));
}

export const listWebhooks = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(Webhook, { enabled: Type.Optional(Type.Boolean()), metadata: listFilters.metadata }),
  endpoint: "GET /v1/webhooks",
  read: (request) => {
    const secrets = new WebhookSecrets(request.services.config.keyring);
    return answerRows(
      request,
      (tx, page) => pageOfWebhooks(tx, request.query, page),
      (row) => webhookResource(row, secrets),
    );
  },
});

export const showWebhook = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  endpoint: "GET /v1/webhooks/{webhook_id}",
  responses: { 200: { description: "The subscription", data: Webhook } },
  read: async ({ params, inTransaction, services }) => {
    const row = foundWebhook(await inTransaction((tx) => findWebhook(tx, params.webhook_id)));
    return { status: 200, data: webhookResource(row, new WebhookSecrets(services.config.keyring)) };
  },
});

export const showCallbackSecret = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  endpoint: "GET /v1/callback-secret",
  responses: { 200: { description: "Whether there is one", data: CallbackSecretState } },
  read: async ({ inTransaction }) => {
    const secret = await inTransaction(findCallbackSecret);
    return { status: 200, data: { exists: secret !== null, updated_at: secret?.updated_at } };
  },
});

export const listWebhookDeliveries = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(ListedDelivery, deliveryFilters),
  endpoint: "GET /v1/webhooks/{webhook_id}/deliveries",
  read: (request) => {
    const { params: { webhook_id }, query, services } = request;
    return answerRows(request, async (tx, page) => {
      foundWebhook(await findWebhook(tx, webhook_id));
      return await pageOfDeliveries(tx, { ...filtersOf(query), webhook_id }, page);
    }, (row) => deliveryResource(row, services.config));
  },
});

const WebhookHour = namedObject("WebhookHour", {
  webhook_id: Id,
  at: Type.String({ ...Timestamp, description: "The hour's beginning, UTC" }),
  succeeded: integer("Deliveries of the hour that succeeded"),
  failed: integer(
    "Those that failed, and pending ones whose attempts so far failed; those without an attempt are in neither",
  ),
  is_partial: boolean(
    `Older deliveries are not counted: of each state and type the newest ${MAX_COUNTED} are`,
  ),
});

export const listWebhookStats = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  endpoint: "GET /v1/webhook-stats",
  responses: { 200: { description: "The hours of all subscriptions", data: Type.Array(WebhookHour) } },
  read: async ({ inTransaction }) => ({ status: 200, data: await inTransaction(statsOfWebhooks) }),
});
