import { deleteWebhook } from "#db/webhooks/webhooks.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { DeletedWebhook } from "./schema.ts";
import { webhookNotFound } from "./read.ts";

export const removeWebhook = defineRoute({
  method: "DELETE",
  path: "/v1/webhooks/{webhook_id}",
  operationId: "deleteWebhook",
  summary: "Delete a subscription for good",
  description:
    "Its pending deliveries are cancelled; what was delivered stays listed under `/v1/deliveries`.",
  tag: "Webhooks",
  access: { scope: "webhooks:write" },
  params: strictObject({ webhook_id: Id }),
  responses: { 200: { description: "Deleted", data: DeletedWebhook } },
  errors: ["not_found"],
  write: async ({ params: { webhook_id } }, tx) => {
    if (!await deleteWebhook(tx, webhook_id)) throw webhookNotFound();
    return { status: 200, data: { id: webhook_id, deleted: true } };
  },
});
