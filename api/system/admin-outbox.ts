import Type from "typebox";
import { recordAudit } from "#db/organizations/audit-log.ts";
import { countSetAside, pageOfSetAside, returnToRelay, type SetAsideCommand } from "#db/outbox/set-aside.ts";
import { type Config, temporalUiUrl } from "#shared/config.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute } from "../http/define-route.ts";
import {
  Id,
  namedObject,
  nullable,
  oneOf,
  PageMeta,
  pageQuery,
  strictObject,
  TemporalUiUrl,
  Timestamp,
} from "../http/fields.ts";
import { actorOf } from "../http/identity.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";

const Command = namedObject("OutboxCommand", {
  id: Id,
  organization_id: nullable(Id),
  workflow_id: Type.String({ description: "The Temporal workflow that the command concerns" }),
  kind: oneOf(["start", "signal_with_start", "signal", "cancel"]),
  attempts: Type.Integer(),
  error: Type.String({ description: "Why Temporal refuses it" }),
  set_aside_at: Timestamp,
  temporal_ui_url: TemporalUiUrl,
});

export const adminListOutbox = defineRoute({
  method: "GET",
  path: "/v1/admin/outbox",
  operationId: "adminListOutbox",
  summary: "List the commands that Temporal refuses, the latest first",
  description:
    "A command whose content Temporal has refused ten times is set aside. `meta.total` counts them, up to 10,000. Commands that wait for " +
    "Temporal to be reachable are not among them.",
  tag: "Operators",
  fence: "operator",
  query: strictObject(pageQuery),
  responses: {
    200: {
      description: "A page",
      data: Type.Array(Command),
      meta: namedObject("OutboxMeta", { ...PageMeta.properties, total: Type.Integer() }),
    },
  },
  read: async ({ query, services }) => {
    const { page, total } = await services.systemDatabase.transaction(async (tx) => ({
      page: await pageOfSetAside(tx, pageRequest(query, services)),
      total: await countSetAside(tx),
    }));
    const result = pageResult(page, (row) => commandResource(row, services.config), services);
    return { ...result, meta: { ...result.meta, total } };
  },
});

export const adminRetryCommand = defineRoute({
  method: "POST",
  path: "/v1/admin/outbox/{id}/retry",
  operationId: "adminRetryCommand",
  summary: "Execute a command that was set aside once more",
  description: "For after its cause is gone, such as a search attribute that the namespace lacked.",
  tag: "Operators",
  fence: "operator",
  params: strictObject({ id: Id }),
  responses: {
    202: {
      description: "Accepted",
      data: namedObject("RetriedCommand", { id: Id, workflow_id: Type.String() }),
    },
  },
  errors: ["not_found"],
  write: async ({ params, identity, requestId }, tx) => {
    const row = await returnToRelay(tx, params.id);
    if (row === null) throw new ApiError("not_found", "No command of this id is set aside.");
    tx.dispatchAfterCommit(row);
    await recordAudit(tx, {
      ...actorOf(identity),
      action: "command.retry",
      subject: row.workflow_id,
      details: { organization_id: row.organization_id },
      request_id: requestId,
    });
    return { status: 202, data: { id: params.id, workflow_id: row.workflow_id } };
  },
});

function commandResource({ created_at, ...command }: SetAsideCommand, config: Config) {
  return {
    ...command,
    set_aside_at: created_at.toISOString(),
    temporal_ui_url: temporalUiUrl(config, command.workflow_id),
  };
}
