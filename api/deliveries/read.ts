import Type, { type Static, type TObject } from "typebox";
import { findDelivery, pageOfAttempts } from "#db/deliveries/deliveries.ts";
import { type OwnFilters, pageOfDeliveries } from "#db/deliveries/list.ts";
import type { PageRequest } from "#db/postgres/paginate.ts";
import { DELIVERY_STATUSES } from "#shared/webhooks/events.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { EventId, Id, multiEnum, periodQuery, SimulationId } from "../http/fields.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { Attempt, Delivery, EventTypeName, ListedDelivery } from "./schema.ts";
import { attemptResource, deliveryResource, foundDelivery } from "./serialize.ts";

/** Filters of the lists of deliveries. */
export const deliveryFilters = {
  status: Type.Optional(multiEnum(DELIVERY_STATUSES)),
  event_type: Type.Optional(EventTypeName),
  simulation_id: Type.Optional(SimulationId),
  event_id: Type.Optional(EventId),
  ...periodQuery,
};

export const listDeliveries = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(ListedDelivery, { ...deliveryFilters, webhook_id: Type.Optional(Id) }),
  endpoint: "GET /v1/deliveries",
  read: (request) =>
    answerRows(
      request,
      (tx, page) => pageOfDeliveries(tx, filtersOf(request.query), page),
      (row) => deliveryResource(row, request.services.config),
    ),
});

export const showDelivery = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  endpoint: "GET /v1/deliveries/{delivery_id}",
  responses: { 200: { description: "The delivery", data: Delivery } },
  read: async ({ params, inTransaction, services }) => {
    const row = foundDelivery(await inTransaction((tx) => findDelivery(tx, params.delivery_id)));
    return { status: 200, data: deliveryResource(row, services.config) };
  },
});

export const listDeliveryAttempts = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(Attempt),
  endpoint: "GET /v1/deliveries/{delivery_id}/attempts",
  read: (request) =>
    answerRows(
      request,
      async (tx, page: PageRequest<number>) =>
        foundDelivery(await pageOfAttempts(tx, request.params.delivery_id, page)),
      attemptResource,
    ),
});

/** What a list of deliveries is narrowed by. */
export function filtersOf(
  { status, ...filters }: Static<TObject<typeof deliveryFilters>> & { readonly webhook_id?: string },
): OwnFilters {
  return { ...filters, statuses: status };
}
