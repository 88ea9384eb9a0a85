import Type from "typebox";
import { pageOfDeliveries } from "#db/deliveries/deliveries.ts";
import { findWebhook } from "#db/webhooks/webhooks.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import { deliveryResource } from "../webhooks/serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, PageMeta, pageQuery, strictObject } from "../http/fields.ts";
import { Delivery } from "../webhooks/schema.ts";
import { deliveryFilters, ownFilters } from "./list.ts";
import { webhookNotFound } from "../webhooks/read.ts";

export const listWebhookDeliveries = defineRoute({
  method: "GET",
  path: "/v1/webhooks/{webhook_id}/deliveries",
  operationId: "listWebhookDeliveries",
  summary: "List a subscription's deliveries, newest first",
  tag: "Webhooks",
  access: { scope: "webhooks:read" },
  params: strictObject({ webhook_id: Id }),
  query: strictObject({ ...pageQuery, ...deliveryFilters }),
  responses: { 200: { description: "A page", data: Type.Array(Delivery), meta: PageMeta } },
  errors: ["not_found"],
  read: async ({ params: { webhook_id }, query, identity, services }) => {
    const page = await services.tenantDatabase.withOrganization(identity.organizationId, async (tx) => {
      if (await findWebhook(tx, webhook_id) === null) throw webhookNotFound();
      return await pageOfDeliveries(tx, { ...ownFilters(query), webhook_id }, pageRequest(query, services));
    });
    return pageResult(page, (row) => deliveryResource(row, services.config), services);
  },
});
