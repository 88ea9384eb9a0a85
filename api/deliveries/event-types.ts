import Type from "typebox";
import { EVENT_TYPES } from "#shared/webhooks/events.ts";
import { defineRoute } from "../http/define-route.ts";
import { namedObject, PageMeta } from "../http/fields.ts";
import { EVENT_EXAMPLES } from "./examples.ts";
import { Event, EVENT_DESCRIPTIONS, EVENTS, EventTypeName } from "./schema.ts";

const CatalogueEntry = namedObject("EventTypeEntry", {
  type: EventTypeName,
  description: Type.String(),
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description: "The JSON Schema (2020-12) of the body that is sent. Later releases may add fields.",
  }),
  example: Event,
});

/** Computed once: the catalogue is the same for everybody until the next release. */
const CATALOGUE = EVENT_TYPES.map((type) => {
  return {
    type,
    description: EVENT_DESCRIPTIONS[type],
    schema: open(EVENTS[type]),
    example: EVENT_EXAMPLES[type],
  };
});

export const listEventTypes = defineRoute({
  method: "GET",
  path: "/v1/event-types",
  operationId: "listEventTypes",
  summary: "List the types of events, with their schemas",
  description: "What a subscription can list, and what its deliveries then hold. All on one page.",
  tag: "Webhooks",
  routeScope: "organization",
  access: { scope: "webhooks:read" },
  responses: { 200: { description: "The catalogue", data: Type.Array(CatalogueEntry), meta: PageMeta } },
  read: () => Promise.resolve({ status: 200, data: CATALOGUE, meta: { next_cursor: null, has_more: false } }),
});

/** A schema without `additionalProperties: false`, so that a receiver that validates by it accepts the fields of later releases. */
function open(schema: object): Record<string, unknown> {
  const text = JSON.stringify(schema, (key, value) => key === "additionalProperties" ? undefined : value);
  return JSON.parse(text) as Record<string, unknown>;
}
