import type { WorkflowCommand } from "#temporal/command.ts";
import type { Database, Transaction } from "../database.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../paginate.ts";
import { type OutboxRow, RELAY_NOT_BEFORE } from "./outbox.ts";

/** A command that Temporal refuses whenever it is executed; it stays in the outbox until an operator retries it. */
export interface SetAsideCommand {
  /** The row's number in a UUID's form, as cursors and paths have ids. */
  readonly id: string;
  readonly organization_id: string | null;
  readonly workflow_id: string;
  readonly kind: WorkflowCommand["kind"];
  readonly attempts: number;
  readonly error: string;
  /** When it was set aside. */
  readonly created_at: Date;
}

/** The longest text of an error, in characters. */
const MAX_ERROR = 500;
/** A count beyond this is no longer exact: it costs a scan of the index. */
const MAX_COUNT = 10_000;

const SET_ASIDE_COMMANDS = {
  name: "outbox_set_aside",
  text: `
    UPDATE outbox SET set_aside_at = now(), error = refused.error
    FROM unnest($1::bigint[], $2::text[]) AS refused (id, error) WHERE outbox.id = refused.id`,
};

/** Sets rows aside: no relay claims them any more, and the reconciler starts nothing in their place. */
export async function setAside(
  database: Database,
  refused: readonly { readonly id: string; readonly error: string }[],
): Promise<void> {
  await database.query(SET_ASIDE_COMMANDS, [
    refused.map(({ id }) => id),
    refused.map(({ error }) => error.slice(0, MAX_ERROR)),
  ]);
}

// The index on set-aside rows has these expressions.
const SELECT_SET_ASIDE = `
  SELECT * FROM (
    SELECT lpad(to_hex(id), 32, '0')::uuid AS id, organization_id, workflow_id, command->>'kind' AS kind, attempts, error,
      set_aside_at AS created_at
    FROM outbox WHERE set_aside_at IS NOT NULL
  ) AS commands`;

/** The latest first. */
export function pageOfSetAside(tx: Transaction, page: PageRequest): Promise<Page<SetAsideCommand>> {
  return paginateNewestFirst<SetAsideCommand>(tx, SELECT_SET_ASIDE, [], page);
}

const COUNT_SET_ASIDE =
  `SELECT count(*)::integer AS count FROM (SELECT FROM outbox WHERE set_aside_at IS NOT NULL LIMIT ${MAX_COUNT}) AS counted`;

/** How many there are, up to 10,000. */
export async function countSetAside(tx: Pick<Transaction, "sql">): Promise<number> {
  const { rows: [row] } = await tx.sql<{ count: number }>(COUNT_SET_ASIDE);
  if (row === undefined) throw new Error("Postgres returned no count");
  return row.count;
}

const RETURN_TO_RELAY = `
  UPDATE outbox SET set_aside_at = NULL, error = NULL, attempts = 0, next_attempt_at = ${RELAY_NOT_BEFORE}
  WHERE set_aside_at IS NOT NULL AND lpad(to_hex(id), 32, '0')::uuid = $1
  RETURNING id, command, organization_id, workflow_id`;

/** Puts a row back among those to execute. Null when there is none of that id. */
export async function returnToRelay(
  tx: Transaction,
  id: string,
): Promise<OutboxRow & { readonly organization_id: string | null; readonly workflow_id: string } | null> {
  const { rows: [row] } = await tx.sql<OutboxRow & { organization_id: string | null; workflow_id: string }>(
    RETURN_TO_RELAY,
    [id],
  );
  return row ?? null;
}
