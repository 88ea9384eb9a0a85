import { findDelivery } from "#db/deliveries/deliveries.ts";
import { ApiError } from "#shared/errors.ts";
import { deliveryResource } from "../webhooks/serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { Delivery } from "../webhooks/schema.ts";

export const showDelivery = defineRoute({
  method: "GET",
  path: "/v1/deliveries/{delivery_id}",
  operationId: "showDelivery",
  summary: "Show a delivery and its attempts",
  tag: "Webhooks",
  access: { scope: "webhooks:read" },
  params: strictObject({ delivery_id: Id }),
  responses: { 200: { description: "The delivery", data: Delivery } },
  errors: ["not_found"],
  read: async ({ params, identity, services }) => {
    const row = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => findDelivery(tx, params.delivery_id),
    );
    if (row === null) throw deliveryNotFound();
    return { status: 200, data: deliveryResource(row, services.config) };
  },
});

/** The same for a missing delivery and for another organization's. */
export function deliveryNotFound(): ApiError {
  return new ApiError("not_found", "There is no such delivery.");
}
