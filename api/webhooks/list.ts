import Type from "typebox";
import { pageOfWebhooks } from "#db/webhooks/webhooks.ts";
import { WebhookSecrets } from "#shared/webhooks/secrets.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import { webhookResource } from "./serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { PageMeta, pageQuery, strictObject } from "../http/fields.ts";
import { Webhook } from "./schema.ts";

export const listWebhooks = defineRoute({
  method: "GET",
  path: "/v1/webhooks",
  operationId: "listWebhooks",
  summary: "List subscriptions, newest first",
  tag: "Webhooks",
  access: { scope: "webhooks:read" },
  query: strictObject(pageQuery),
  responses: { 200: { description: "A page", data: Type.Array(Webhook), meta: PageMeta } },
  read: async ({ query, identity, services }) => {
    const page = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => pageOfWebhooks(tx, pageRequest(query, services)),
    );
    const secrets = new WebhookSecrets(services.config.keyring);
    return pageResult(page, (row) => webhookResource(row, secrets), services);
  },
});
