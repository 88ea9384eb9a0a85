import Type from "typebox";
import { EVENT_TYPES } from "#shared/webhooks/events.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { firstPage } from "#db/postgres/paginate.ts";
import { namedObject, PageMeta } from "../http/fields.ts";
import { answerPage, listOf } from "../http/pagination.ts";
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
const CATALOGUE = EVENT_TYPES.map((type, place) => ({
  place,
  entry: {
    type,
    description: EVENT_DESCRIPTIONS[type],
    schema: open(EVENTS[type]),
    example: EVENT_EXAMPLES[type],
  },
}));

/** The catalogue is one list, so its cursors name no row. */
const NO_ROW = "00000000-0000-0000-0000-000000000001";

export const listEventTypes = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(CatalogueEntry),
  path: "/v1/event-types",
  operationId: "listEventTypes",
  summary: "List the types of events, with their schemas",
  description:
    "What a subscription can list, and what its deliveries then hold. Without `limit` all on one page.",
  responses: { 200: { description: "The catalogue", data: Type.Array(CatalogueEntry), meta: PageMeta } },
  read: ({ query, services: { cursors } }) =>
    answerPage({ query, services: { cursors: cursors.numbered(NO_ROW) } }, ({ limit, after }) => {
      const rows = CATALOGUE.filter(({ place }) => after === null || place > after);
      return Promise.resolve(firstPage(rows, limit, ({ place }) => place));
    }, ({ entry }) => entry),
});

/** A schema without `additionalProperties: false`, so that a receiver that validates by it accepts the fields of later releases. */
function open(schema: object): Record<string, unknown> {
  const text = JSON.stringify(schema, (key, value) => key === "additionalProperties" ? undefined : value);
  return JSON.parse(text) as Record<string, unknown>;
}
