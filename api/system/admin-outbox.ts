import Type from "typebox";
import { MAX_REFUSALS, MIN_REFUSED_MINUTES } from "#db/outbox/outbox.ts";
import {
  countSetAside,
  MAX_RETURNED,
  pageOfSetAside,
  returnMatching,
  returnToRelay,
  type SetAsideCommand,
} from "#db/outbox/set-aside.ts";
import { type Config, temporalUiUrl } from "#shared/config.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, FOR_OPERATORS } from "../http/define-route.ts";
import {
  boolean,
  Id,
  integer,
  named,
  namedObject,
  nullable,
  oneOf,
  PageMeta,
  TemporalUiUrl,
  text,
  Timestamp,
} from "../http/fields.ts";
import { answerPage, listOf } from "../http/pagination.ts";

const Kind = oneOf(["start", "signal_with_start", "signal", "cancel"]);

const Command = namedObject("OutboxCommand", {
  id: Id,
  organization_id: nullable(Id),
  workflow_id: text("The Temporal workflow that the command concerns"),
  kind: Kind,
  attempts: Type.Integer(),
  error: text("Why Temporal refuses it"),
  set_aside_at: Timestamp,
  temporal_ui_url: TemporalUiUrl,
});

export const adminListOutbox = defineRoute({
  ...FOR_OPERATORS,
  ...listOf(
    Command,
    {},
    namedObject("OutboxMeta", { ...PageMeta.properties, total: Type.Integer() }),
  ),
  endpoint: "GET /v1/admin/outbox",
  description:
    `A command whose content Temporal has refused ${MAX_REFUSALS} times, over ${MIN_REFUSED_MINUTES} minutes or more, is set aside. ` +
    "`meta.total` counts them, up to 10,000. Commands that wait for Temporal to be reachable, or to get its search attributes back, are " +
    "not among them.",
  read: async (request) => {
    const { config } = request.services;
    return await request.inTransaction(async (tx) => {
      const result = await answerPage(
        request,
        (page) => pageOfSetAside(tx, page),
        (row) => commandResource(row, config),
      );
      return { ...result, meta: { ...result.meta, total: await countSetAside(tx) } };
    });
  },
});

export const adminRetryCommand = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "POST /v1/admin/outbox/{id}/retry",
  responses: {
    202: {
      description: "Accepted",
      data: namedObject("RetriedCommand", { id: Id, workflow_id: Type.String() }),
    },
  },
  write: async ({ params }, tx) => {
    const row = await returnToRelay(tx, params.id);
    if (row === null) throw new ApiError("not_found", "No command of this id is set aside.");
    await tx.record("command.retry", row.workflow_id, { organization_id: row.organization_id });
    return { status: 202, data: { id: params.id, workflow_id: row.workflow_id } };
  },
});

export const adminRetryCommands = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "POST /v1/admin/outbox/retry",
  description:
    `Wants at least one filter. Brings back at most ${MAX_RETURNED} commands, the latest first; \`more\` says that others match. From then ` +
    "on they wait in the outbox like any other, and the workers' relays execute them in batches.",
  body: named(
    "RetryCommands",
    Type.Object({
      organization_id: Type.Optional(Id),
      kind: Type.Optional(Kind),
      error: Type.Optional(
        text("Part of the reason, as the list shows it", { minLength: 1, maxLength: 500 }),
      ),
      set_aside_after: Type.Optional(Timestamp),
      set_aside_before: Type.Optional(Timestamp),
    }, { additionalProperties: false, minProperties: 1 }),
  ),
  responses: {
    202: {
      description: "Accepted",
      data: namedObject("RetriedCommands", {
        matched: integer("Commands that this request brought back"),
        more: boolean("Whether others match; the same request brings back the next ones"),
      }),
    },
  },
  write: async ({ body }, tx) => {
    const { matched, more } = await returnMatching(tx, body);
    await tx.record("command.retry_all", "outbox", { filters: { ...body }, matched, more });
    return { status: 202, data: { matched, more } };
  },
});

function commandResource(row: SetAsideCommand, config: Config) {
  return { ...row, set_aside_at: row.created_at, temporal_ui_url: temporalUiUrl(config, row.workflow_id) };
}
