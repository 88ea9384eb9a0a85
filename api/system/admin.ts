import Type from "typebox";
import { beginMaintenance, endMaintenance, findMaintenance } from "#db/maintenance.ts";
import { pageOfAudit } from "#db/organizations/audit-log.ts";
import { defineRoute, FOR_OPERATORS } from "../http/define-route.ts";
import { Id, integer, namedObject, nullable, number, periodQuery, text, Timestamp } from "../http/fields.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { endpointsDown } from "#db/deliveries/endpoints.ts";
import { readFigures } from "#db/queue-metrics.ts";
import { HTTP } from "#shared/metrics.ts";

const DAY_SECONDS = 86_400;

const RetryAfterSeconds = integer("The Retry-After of every refused request", {
  minimum: 1,
  maximum: 7 * DAY_SECONDS,
});

export const adminSetMaintenance = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "PUT /v1/admin/maintenance",
  body: namedObject("BeginMaintenance", { retry_after_seconds: RetryAfterSeconds }),
  responses: {
    200: {
      description: "The maintenance",
      data: namedObject("Maintenance", { retry_after_seconds: RetryAfterSeconds, since: Timestamp }),
    },
  },
  write: async ({ body }, tx) => {
    const { since } = await beginMaintenance(tx, body.retry_after_seconds);
    await tx.record("maintenance.begin", "maintenance", body);
    return { data: { ...body, since } };
  },
  // Should Redis be lost in between, the response is a 503 and the operator sends it again.
  afterCommit: async ({ body, services }, stored) => {
    await services.limiter.copyMaintenance(body.retry_after_seconds);
    return stored;
  },
});

export const adminShowMaintenance = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "GET /v1/admin/maintenance",
  responses: {
    200: {
      description: "The maintenance",
      data: namedObject("MaintenanceState", {
        active: Type.Boolean(),
        retry_after_seconds: nullable(RetryAfterSeconds),
        since: nullable(Timestamp),
      }),
    },
  },
  read: async ({ services }) => {
    const current = await findMaintenance(services.systemDatabase);
    const data = { active: current !== null, retry_after_seconds: null, since: null, ...current };
    return { data };
  },
});

export const adminEndMaintenance = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "DELETE /v1/admin/maintenance",
  responses: { 204: { description: "Ended" } },
  write: async (_, tx) => {
    await endMaintenance(tx);
    await tx.record("maintenance.end", "maintenance", {});
  },
  afterCommit: async ({ services }, stored) => {
    await services.limiter.copyMaintenance(0);
    return stored;
  },
});

const AuditEntry = namedObject("AuditEntry", {
  id: Id,
  actor_key_id: nullable(Id),
  actor_user_id: nullable(Id),
  actor_command: nullable(text("The task that an operator ran on the command line, such as `methodology`")),
  action: text("Such as `organization.update`"),
  subject: text("The changed thing, such as an organization's id"),
  details: Type.Object({}, { description: "What was changed" }),
  request_id: nullable(text("Null for a command")),
  organization_id: nullable(Id),
  by_operator: Type.Boolean(),
  created_at: Timestamp,
});

export const adminListAudit = defineRoute({
  ...FOR_OPERATORS,
  ...listOf(AuditEntry, {
    action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    subject: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    organization_id: Type.Optional(Id),
    ...periodQuery,
  }),
  endpoint: "GET /v1/admin/audit",
  read: (request) =>
    answerRows(request, pageOfAudit, (row) => ({ ...row, organization_id: row.of_organization })),
});

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
    const sum = (least: number) =>
      values.reduce((total, { value, labels }) => Number(labels.status) >= least ? total + value : total, 0);
    return {
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
