import { insertWebhook, MOST_WEBHOOKS } from "#db/webhooks/webhooks.ts";
import { validationError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { newWebhookSecret, WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { defineRoute, NO_STORE } from "../http/define-route.ts";
import { checkHeaders, checkTarget, CreateWebhook, WebhookWithSecret } from "./schema.ts";
import { webhookResource } from "./serialize.ts";

export const createWebhook = defineRoute({
  method: "POST",
  path: "/v1/webhooks",
  operationId: "createWebhook",
  summary: "Subscribe an endpoint to events",
  description:
    `\`secret\` is shown here and never again. An organization has at most ${MOST_WEBHOOKS} subscriptions.`,
  tag: "Webhooks",
  headers: NO_STORE,
  fence: "organization",
  access: { scope: "webhooks:write" },
  idempotencyKey: "required",
  body: CreateWebhook,
  responses: { 201: { description: "Created", data: WebhookWithSecret, headers: ["Location"] } },
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
      throw validationError([{
        field: "",
        message:
          `asks for one subscription too many: an organization has ${MOST_WEBHOOKS} at most, so delete one first`,
      }]);
    }
    return {
      status: 201,
      data: { ...webhookResource(row, secrets), secret },
      headers: { Location: `${config.baseUrl}/v1/webhooks/${id}` },
    };
  },
});
