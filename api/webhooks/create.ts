import { insertWebhook, MAX_WEBHOOKS } from "#db/webhooks/webhooks.ts";
import { newId } from "#shared/ids.ts";
import { newWebhookSecret, WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { defineRoute, NO_STORE, withScope } from "../http/define-route.ts";
import { checkTarget } from "../http/validator.ts";
import { limitReached } from "../organizations/serialize.ts";
import { checkHeaders, CreateWebhook, WebhookWithSecret } from "./schema.ts";
import { webhookResource } from "./read.ts";

export const createWebhook = defineRoute({
  ...withScope("Webhooks", "webhooks:write"),
  endpoint: "POST /v1/webhooks",
  description:
    `\`secret\` is shown here and never again. An organization has at most ${MAX_WEBHOOKS} subscriptions.`,
  headers: NO_STORE,
  idempotencyKey: "required",
  body: CreateWebhook,
  responses: { 201: { description: "Created", data: WebhookWithSecret, headers: ["Location"] } },
  errors: ["limit_reached"],
  write: async ({ body, services: { config } }, tx) => {
    const headers = body.custom_headers ?? {};
    checkTarget(body.url, "/url", config);
    checkHeaders(headers);
    const id = newId();
    const secret = newWebhookSecret();
    const secrets = new WebhookSecrets(config.keyring);
    const row = await insertWebhook(tx, {
      id,
      url: body.url,
      events: body.events,
      description: body.description ?? null,
      custom_headers: secrets.sealHeaders(id, headers),
      enabled: body.enabled ?? true,
      metadata: body.metadata ?? {},
      secret: secrets.sealSecret(id, secret),
    });
    if (row === null) {
      throw limitReached(
        MAX_WEBHOOKS,
        `At most ${MAX_WEBHOOKS} subscriptions are allowed; delete one first.`,
      );
    }
    await tx.record("webhook.create", id);
    return {
      status: 201,
      data: { ...webhookResource(row, secrets), secret },
      headers: { Location: `${config.baseUrl}/v1/webhooks/${id}` },
    };
  },
});
