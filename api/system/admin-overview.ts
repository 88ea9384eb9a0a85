import Type from "typebox";
import { endpointsDown } from "#db/deliveries/endpoints.ts";
import { readFigures } from "#db/queue-metrics.ts";
import { HTTP } from "#shared/metrics.ts";
import { defineRoute, FOR_OPERATORS } from "../http/define-route.ts";
import { Id, integer, namedObject, nullable, number, text, Timestamp } from "../http/fields.ts";

const MAX_ENDPOINTS = 20;

const QUEUES = [
  "outbox",
  "due",
  "queued_simulations",
  "running_simulations",
  "readings",
  "queued_training",
] as const;

const Queue = namedObject("QueueFigures", {
  name: text("Such as `queued_simulations`; `due` are deliveries to be sent now"),
  rows: integer("Up to 10,000"),
  oldest_seconds: nullable(number("Age of the oldest; null where none waits")),
});

const Overview = namedObject("Overview", {
  taken_at: Timestamp,
  queues: Type.Array(Queue),
  set_aside: integer("Commands that Temporal refuses, up to 10,000"),
  endpoints_down: integer("Up to 10,000"),
  endpoints: Type.Array(
    namedObject("EndpointDown", {
      organization_id: Id,
      organization_name: Type.String(),
      webhook_id: nullable(Type.String({ ...Id, description: "Null for a callback" })),
      url: Type.String(),
      down_since: Timestamp,
      failures: integer("Failed attempts in a row"),
    }),
    { description: `Those that are down the longest, at most ${MAX_ENDPOINTS}` },
  ),
  requests: integer("That this process of the API answered since its start"),
  server_errors: integer("Those of them that it answered with 5xx"),
});

export const adminShowOverview = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "GET /v1/admin/overview",
  responses: { 200: { description: "The overview", data: Overview } },
  read: async ({ inTransaction, services: { systemDatabase } }) => {
    const { figures, taken_at } = await readFigures(systemDatabase);
    const endpoints = await inTransaction((tx) => endpointsDown(tx, MAX_ENDPOINTS));
    const { values } = await HTTP.requests.get();
    const answered = values.map(({ value, labels }) => ({ value, status: Number(labels.status) }));
    const sum = (least: number) =>
      answered.reduce((total, { value, status }) => status >= least ? total + value : total, 0);
    return {
      status: 200,
      data: {
        taken_at: new Date(1_000 * taken_at),
        queues: QUEUES.map((name) => ({
          name,
          rows: figures?.[name].rows ?? 0,
          oldest_seconds: figures?.[name].oldest ?? null,
        })),
        set_aside: figures?.set_aside ?? 0,
        endpoints_down: figures?.endpoints_down ?? 0,
        endpoints,
        requests: sum(0),
        server_errors: sum(500),
      },
    };
  },
});
