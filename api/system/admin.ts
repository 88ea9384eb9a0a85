import Type from "typebox";
import { beginMaintenance, endMaintenance, findMaintenance } from "#db/maintenance.ts";
import { pageOfAudit } from "#db/organizations/audit-log.ts";
import { defineRoute, FOR_OPERATORS } from "../http/define-route.ts";
import { Id, integer, namedObject, nullable, periodQuery, text, Timestamp } from "../http/fields.ts";
import { answerRows, listOf } from "../http/pagination.ts";

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
    const since = await beginMaintenance(tx, body.retry_after_seconds);
    await tx.record("maintenance.begin", "maintenance", body);
    return { status: 200, data: { ...body, since } };
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
    return { status: 200, data: { active: current !== null, ...current } };
  },
});

export const adminEndMaintenance = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "DELETE /v1/admin/maintenance",
  responses: { 204: { description: "Ended" } },
  write: async (_, tx) => {
    await endMaintenance(tx);
    await tx.record("maintenance.end", "maintenance", {});
    return { status: 204 };
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
    answerRows(
      request,
      (tx, page) => pageOfAudit(tx, request.query, page),
      (row) => ({ ...row, organization_id: row.of_organization }),
    ),
});
