import Type, { type Static } from "typebox";
import { findDelivery, pageOfAttempts } from "#db/deliveries/deliveries.ts";
import { type OwnFilters, pageOfDeliveries } from "#db/deliveries/list.ts";
import { DELIVERY_STATUSES } from "#shared/webhooks/events.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import {
  EventId,
  Id,
  multiEnum,
  PageMeta,
  pageQuery,
  periodQuery,
  SimulationId,
  strictObject,
} from "../http/fields.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import { Attempt, Delivery, EventTypeName, ListedDelivery } from "./schema.ts";
import { attemptResource, deliveryResource, foundDelivery, listedDeliveryResource } from "./serialize.ts";

const filterFields = {
  status: Type.Optional(multiEnum(DELIVERY_STATUSES)),
  event_type: Type.Optional(EventTypeName),
  simulation_id: Type.Optional(SimulationId),
  event_id: Type.Optional(EventId),
  ...periodQuery,
};
/** Query of the lists of deliveries. */
export const ListQuery = strictObject({ ...pageQuery, ...filterFields });
const ListAllQuery = strictObject({ ...pageQuery, ...filterFields, webhook_id: Type.Optional(Id) });

export const listDeliveries = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  method: "GET",
  path: "/v1/deliveries",
  operationId: "listDeliveries",
  summary: "List all deliveries, callbacks included, newest first",
  query: ListAllQuery,
  responses: { 200: { description: "A page", data: Type.Array(ListedDelivery), meta: PageMeta } },
  read: async ({ query, inOrganization, services }) => {
    const page = await inOrganization((tx) =>
      pageOfDeliveries(tx, filtersOf(query), pageRequest(query, services))
    );
    return pageResult(page, (row) => listedDeliveryResource(row, services.config), services);
  },
});

export const showDelivery = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  method: "GET",
  path: "/v1/deliveries/{delivery_id}",
  operationId: "showDelivery",
  summary: "Show a delivery and its newest attempts",
  params: strictObject({ delivery_id: Id }),
  responses: { 200: { description: "The delivery", data: Delivery } },
  errors: ["not_found"],
  read: async ({ params, inOrganization, services }) => {
    const row = foundDelivery(await inOrganization((tx) => findDelivery(tx, params.delivery_id)));
    return { status: 200, data: deliveryResource(row, services.config) };
  },
});

export const listDeliveryAttempts = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  method: "GET",
  path: "/v1/deliveries/{delivery_id}/attempts",
  operationId: "listDeliveryAttempts",
  summary: "List all attempts of a delivery, newest first",
  params: strictObject({ delivery_id: Id }),
  query: strictObject(pageQuery),
  responses: { 200: { description: "A page", data: Type.Array(Attempt), meta: PageMeta } },
  errors: ["not_found"],
  read: async ({ params: { delivery_id }, query, inOrganization, services }) => {
    const pages = { cursors: services.cursors.numbered(delivery_id) };
    const page = foundDelivery(
      await inOrganization((tx) => pageOfAttempts(tx, delivery_id, pageRequest(query, pages))),
    );
    return pageResult(page, attemptResource, pages);
  },
});

/** What a list of deliveries is narrowed by. */
export function filtersOf({ status, ...filters }: Static<typeof ListAllQuery>): OwnFilters {
  return { ...filters, statuses: status };
}
