import Type, { type Static } from "typebox";
import { type OwnFilters, pageOfDeliveries } from "#db/deliveries/deliveries.ts";
import { parseId } from "#shared/ids.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import { deliveryResource } from "../webhooks/serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { PageMeta, pageQuery, strictObject } from "../http/fields.ts";
import { Delivery, DeliveryStatus, EventTypeName } from "../webhooks/schema.ts";

/** Query of the lists of deliveries. */
export const deliveryFilters = {
  status: Type.Optional(DeliveryStatus),
  event_type: Type.Optional(EventTypeName),
  simulation_id: Type.Optional(
    Type.String({
      pattern: "^(sim_)?[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
      description: "A simulation's id; `sim_<uuid>` is accepted as well",
    }),
  ),
};
const Filters = Type.Object(deliveryFilters);

export function ownFilters({ status, event_type, simulation_id }: Static<typeof Filters>): OwnFilters {
  return {
    status,
    event_type,
    simulation_id: simulation_id === undefined ? undefined : parseId(simulation_id, "sim") ?? undefined,
  };
}

export const listDeliveries = defineRoute({
  method: "GET",
  path: "/v1/deliveries",
  operationId: "listDeliveries",
  summary: "List all deliveries, callbacks included, newest first",
  tag: "Webhooks",
  access: { scope: "webhooks:read" },
  query: strictObject({ ...pageQuery, ...deliveryFilters }),
  responses: { 200: { description: "A page", data: Type.Array(Delivery), meta: PageMeta } },
  read: async ({ query, identity, services }) => {
    const page = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => pageOfDeliveries(tx, ownFilters(query), pageRequest(query, services)),
    );
    return pageResult(page, (row) => deliveryResource(row, services.config), services);
  },
});
