import { replaceCallbackSecret } from "#db/webhooks/webhooks.ts";
import { newWebhookSecret, WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { defineRoute } from "../http/define-route.ts";
import { CallbackSecret } from "./schema.ts";

export const rotateCallbackSecret = defineRoute({
  method: "POST",
  path: "/v1/callback-secret",
  operationId: "rotateCallbackSecret",
  summary: "Get a new secret for deliveries to callback URLs",
  description: "The old one is invalid at once, for pending retries too.",
  tag: "Webhooks",
  access: { scope: "webhooks:write" },
  responses: { 201: { description: "The secret", data: CallbackSecret } },
  write: async ({ services }, tx) => {
    const secret = newWebhookSecret();
    const secrets = new WebhookSecrets(services.config.keyring);
    await replaceCallbackSecret(tx, secrets.sealCallbackSecret(tx.organizationId, secret));
    return { status: 201, data: { secret } };
  },
});
