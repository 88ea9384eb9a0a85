import type { WorkflowCommand } from "#temporal/command.ts";
import type { Transaction } from "../postgres/database.ts";
import { filterTime, type Page, type PageRequest, paginateNewestFirst } from "../postgres/paginate.ts";
import type { CommandRow } from "#temporal/outbox-dispatcher.ts";
import { RELAY_NOT_BEFORE } from "./outbox.ts";

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

/** A count beyond this is no longer exact: it costs a scan of the index. */
const MAX_COUNT = 10_000;

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
export async function countSetAside(tx: Pick<Transaction, "one">): Promise<number> {
  return (await tx.one<{ count: number }>(COUNT_SET_ASIDE)).count;
}

const RETURNED =
  `set_aside_at = NULL, error = NULL, attempts = 0, refusals = 0, refused_since = NULL, next_attempt_at = ${RELAY_NOT_BEFORE}`;

const RETURN_TO_RELAY = `
  UPDATE outbox SET ${RETURNED} WHERE set_aside_at IS NOT NULL AND lpad(to_hex(id), 32, '0')::uuid = $1
  RETURNING id, command, organization_id, workflow_id`;

interface ReturnedRow extends CommandRow {
  readonly organization_id: string | null;
  readonly workflow_id: string;
}

/** Puts a row back among those to execute. Null when there is none of that id. */
export async function returnToRelay(tx: Transaction, id: string): Promise<ReturnedRow | null> {
  const row = await tx.first<ReturnedRow>(RETURN_TO_RELAY, [id]);
  if (row !== null) tx.dispatch(row);
  return row;
}

/** Which commands an operator brings back. Times are ISO 8601; both ends are left out. */
export interface SetAsideFilters {
  readonly organization_id?: string | undefined;
  readonly kind?: WorkflowCommand["kind"] | undefined;
  /** Part of the reason, as it is written. */
  readonly error?: string | undefined;
  readonly set_aside_after?: string | undefined;
  readonly set_aside_before?: string | undefined;
}

/** The most rows that one request brings back. */
export const MAX_RETURNED = 10_000;

const RETURN_MATCHING = `
  WITH matching AS (
    SELECT id FROM outbox
    WHERE set_aside_at IS NOT NULL AND ($1::uuid IS NULL OR organization_id = $1) AND ($2::text IS NULL OR command->>'kind' = $2)
      AND ($3::text IS NULL OR position($3 IN error) > 0)
      AND ($4::timestamptz IS NULL OR set_aside_at > $4) AND ($5::timestamptz IS NULL OR set_aside_at < $5)
    ORDER BY set_aside_at DESC, lpad(to_hex(id), 32, '0')::uuid DESC LIMIT ${MAX_RETURNED} + 1 FOR UPDATE SKIP LOCKED
  ), returned AS (
    UPDATE outbox SET ${RETURNED} WHERE id IN (SELECT id FROM matching LIMIT ${MAX_RETURNED})
  )
  SELECT least(count(*), ${MAX_RETURNED})::integer AS matched, count(*) > ${MAX_RETURNED} AS more FROM matching`;

/** Puts the rows that match back among those to execute, at most {@link MAX_RETURNED}; the relays execute them in batches. */
export async function returnMatching(
  tx: Transaction,
  { organization_id, kind, error, set_aside_after, set_aside_before }: SetAsideFilters,
): Promise<{ readonly matched: number; readonly more: boolean }> {
  return await tx.one<{ matched: number; more: boolean }>(RETURN_MATCHING, [
    organization_id ?? null,
    kind ?? null,
    error ?? null,
    filterTime(set_aside_after) ?? null,
    filterTime(set_aside_before) ?? null,
  ]);
}
