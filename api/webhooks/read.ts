import { findWebhook } from "#db/webhooks/webhooks.ts";
import { ApiError } from "#shared/errors.ts";
import { WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { webhookResource } from "./serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { Webhook } from "./schema.ts";

export const showWebhook = defineRoute({
  method: "GET",
  path: "/v1/webhooks/{webhook_id}",
  operationId: "showWebhook",
  summary: "Show a subscription, without its secret",
  tag: "Webhooks",
  access: { scope: "webhooks:read" },
  params: strictObject({ webhook_id: Id }),
  responses: { 200: { description: "The subscription", data: Webhook } },
  errors: ["not_found"],
  read: async ({ params, identity, services }) => {
    const row = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => findWebhook(tx, params.webhook_id),
    );
    if (row === null) throw webhookNotFound();
    return { status: 200, data: webhookResource(row, new WebhookSecrets(services.config.keyring)) };
  },
});

/** The same for a missing subscription and for another organization's. */
export function webhookNotFound(): ApiError {
  return new ApiError("not_found", "There is no such webhook subscription.");
}
