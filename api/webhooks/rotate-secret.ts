import { replaceSecret } from "#db/webhooks/webhooks.ts";
import { newWebhookSecret, WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { webhookResource } from "./serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { WebhookWithSecret } from "./schema.ts";
import { webhookNotFound } from "./read.ts";

export const rotateWebhookSecret = defineRoute({
  method: "POST",
  path: "/v1/webhooks/{webhook_id}/rotate-secret",
  operationId: "rotateWebhookSecret",
  summary: "Give a subscription a new secret",
  description: "The old secret is invalid at once, for pending retries too.",
  tag: "Webhooks",
  access: { scope: "webhooks:write" },
  params: strictObject({ webhook_id: Id }),
  responses: { 201: { description: "The new secret", data: WebhookWithSecret } },
  errors: ["not_found"],
  write: async ({ params: { webhook_id }, services }, tx) => {
    const secrets = new WebhookSecrets(services.config.keyring);
    const secret = newWebhookSecret();
    const row = await replaceSecret(tx, webhook_id, secrets.sealSecret(webhook_id, secret));
    if (row === null) throw webhookNotFound();
    return { status: 201, data: { ...webhookResource(row, secrets), secret } };
  },
});
