import Type from "typebox";
import { pageOfDeliveries } from "#db/stores/deliveries.ts";
import { findWebhook } from "#db/stores/webhooks.ts";
import { pageAnswer, pageRequest } from "../page.ts";
import { deliveryResource } from "../resources/webhook.ts";
import { defineRoute } from "../route.ts";
import { closed, Id, PageMeta, pageQuery } from "../schemas/fields.ts";
import { Delivery } from "../schemas/webhook.ts";
import { deliveryFilters, ownFilters } from "./deliveries-list.ts";
import { webhookNotFound } from "./webhooks-show.ts";

export const listWebhookDeliveries = defineRoute({
  method: "GET",
  path: "/v1/webhooks/{webhook_id}/deliveries",
  operationId: "listWebhookDeliveries",
  summary: "List a subscription's deliveries, newest first",
  tag: "Webhooks",
  access: { scope: "webhooks:read" },
  params: closed({ webhook_id: Id }),
  query: closed({ ...pageQuery, ...deliveryFilters }),
  responses: { 200: { description: "A page", data: Type.Array(Delivery), meta: PageMeta } },
  errors: ["not_found"],
  read: async ({ params: { webhook_id }, query, identity, services }) => {
    const page = await services.database.withOrganization(identity.organizationId, async (tx) => {
      if (await findWebhook(tx, webhook_id) === null) throw webhookNotFound();
      return await pageOfDeliveries(tx, { ...ownFilters(query), webhook_id }, pageRequest(query, services));
    });
    return pageAnswer(page, (row) => deliveryResource(row, services.config), services);
  },
});
