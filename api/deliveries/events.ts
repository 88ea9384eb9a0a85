import Type from "typebox";
import { type EventRow, findEvent, pageOfEvents } from "#db/deliveries/events.ts";
import type { OrganizationTransaction } from "#db/postgres/database.ts";
import { ApiError, fieldError } from "#shared/errors.ts";
import type { JsonObject } from "#shared/json.ts";
import { EVENT_TYPES } from "#shared/webhooks/events.ts";
import { firstPage, type PageRequest } from "#db/postgres/paginate.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { EventId, multiEnum, namedObject, SimulationId, Wait } from "../http/fields.ts";
import { answerPage, listOf } from "../http/pagination.ts";
import { exampleNamed, nameOf } from "../openapi/components.ts";
import { Event, EVENT_DESCRIPTIONS, EVENTS, EventTypeName } from "./schema.ts";

export const listEvents = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(Event, {
    type: Type.Optional(multiEnum(EVENT_TYPES)),
    simulation_id: Type.Optional(SimulationId),
    after: Type.Optional(EventId),
    wait: Type.Optional(Wait),
  }),
  endpoint: "GET /v1/events",
  read: async (request) => {
    const { query: { type, simulation_id, after, wait }, inTransaction, services, untilClosed } = request;
    const { organizationId } = request.identity;
    if (wait !== undefined && after === undefined) {
      throw fieldError("/query/wait", "needs `after`, the event to wait for a newer one than");
    }
    return await answerPage(request, (page: PageRequest<number>) =>
      services.longPolls.until({
        organizationId,
        seconds: wait,
        closed: untilClosed,
        concerns: (notice) =>
          (type === undefined || type.some((each) => each === notice.type)) &&
          (simulation_id === undefined || notice.simulation_id === simulation_id),
        read: () =>
          inTransaction(async (tx) => {
            const afterPosition = await positionOf(tx, after);
            return await pageOfEvents(tx, { types: type, simulation_id, afterPosition }, page);
          }),
        isFinal: ({ rows }) => rows.length > 0,
      }), eventResource);
  },
});

export const showEvent = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  endpoint: "GET /v1/events/{event_id}",
  responses: { 200: { description: "The event", data: Event } },
  read: async ({ params: { event_id }, inTransaction }) => {
    const row = await inTransaction((tx) => findEvent(tx, event_id));
    if (row === null) throw new ApiError("not_found", "There is no such event; events are kept for 90 days.");
    return { data: eventResource(row) };
  },
});

/** @throws ApiError 400 for an event that is not the organization's, or is kept no longer */
async function positionOf(tx: OrganizationTransaction, id: string | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const event = await findEvent(tx, id);
  if (event === null) throw fieldError("/query/after", "must be one of your events of the last 90 days");
  return event.position;
}

/** What deliveries of the event send. */
function eventResource({ body }: EventRow): JsonObject {
  return JSON.parse(body) as JsonObject;
}

const CatalogueEntry = namedObject("EventTypeEntry", {
  type: EventTypeName,
  description: Type.String(),
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description: "The JSON Schema (2020-12) of the body that is sent. Later releases may add fields.",
  }),
  example: Event,
});

/** Computed once: the catalogue is the same for everybody until the next release. */
const CATALOGUE = EVENT_TYPES.map((type, place) => ({
  place,
  type,
  description: EVENT_DESCRIPTIONS[type],
  schema: open(EVENTS[type]),
  example: exampleNamed(nameOf(EVENTS[type]) ?? "", EVENTS[type]),
}));

export const listEventTypes = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(CatalogueEntry),
  endpoint: "GET /v1/event-types",
  read: (request) =>
    answerPage(request, ({ limit, after }: PageRequest<number>) => {
      const following = CATALOGUE.filter(({ place }) => after === null || place > after);
      return Promise.resolve(firstPage(following, limit, ({ place }) => place));
    }),
});

/** A schema without `additionalProperties: false`, so that a receiver that validates by it accepts the fields of later releases. */
function open(schema: object): Record<string, unknown> {
  const text = JSON.stringify(schema, (key, value) => key === "additionalProperties" ? undefined : value);
  return JSON.parse(text) as Record<string, unknown>;
}
