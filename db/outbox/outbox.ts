import { traceparent } from "#shared/tracing.ts";
import type { WorkflowCommand } from "#temporal/command.ts";
import type { CommandRow } from "#temporal/outbox-dispatcher.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import { rows, run } from "../postgres/queries.ts";
import { filterTime, type Page, type PageRequest, paginateNewestFirst } from "../postgres/paginate.ts";

/**
 * SQL: the time from which on the relay may claim a row that is written now. It leaves the row to the process that wrote it for three seconds,
 * by Postgres' clock: the process's own may be wrong.
 */
export const RELAY_NOT_BEFORE = "clock_timestamp() + interval '3 seconds'";

/** The command with the span that writes it, so that its trace goes on wherever the command is executed. */
export function traced<Command extends WorkflowCommand>(command: Command): Command {
  const present = traceparent();
  return present === undefined ? command : { ...command, traceparent: present };
}

const ENQUEUE_COMMAND = {
  name: "outbox_enqueue",
  text: `
    INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at) VALUES ($1, $2, $3, ${RELAY_NOT_BEFORE}) RETURNING id`,
};

/**
 * Stores a command in the transaction of the row that it concerns, and has it executed right after the commit.
 *
 * @param organizationId null for a command of no organization, such as that of a buyer who has none yet
 * @returns the row's id
 */
export async function enqueue(
  tx: Transaction,
  organizationId: string | null,
  untraced: WorkflowCommand,
): Promise<string> {
  const command = traced(untraced);
  const values = [organizationId, command.workflow_id, command];
  const { id } = await tx.one<{ id: string }>(ENQUEUE_COMMAND, values);
  tx.dispatch({ id, command });
  return id;
}

/** Deletes the rows of executed commands. */
export const dequeue = run<[ids: readonly string[]]>({
  name: "outbox_dequeue",
  text: "DELETE FROM outbox WHERE id = ANY($1::bigint[])",
});

/** A row that a relay has claimed for one attempt. */
export interface ClaimedRow extends CommandRow {
  /** This one included. */
  readonly attempts: number;
}

/** Organizations take turns among so many of the oldest due rows: reading them costs less than the calls to Temporal that follow. */
const ROWS_IN_TURN = 5_000;

/**
 * Claims the oldest due rows for one attempt, at most `limit`, of each organization as many. The claim moves the next attempt into the future,
 * so the relay calls Temporal outside the transaction and a dead relay's claim expires. SKIP LOCKED divides the rows among several relays. The
 * wait doubles up to a minute.
 */
export const claimDue = rows<ClaimedRow, [limit: number]>({
  name: "outbox_claim",
  text: `
    WITH due AS (
      SELECT id, organization_id, next_attempt_at FROM outbox WHERE next_attempt_at <= now() AND set_aside_at IS NULL
      ORDER BY next_attempt_at LIMIT ${ROWS_IN_TURN}
    ), turns AS (
      SELECT id, row_number() OVER (PARTITION BY organization_id ORDER BY next_attempt_at, id) AS turn FROM due
    ), claimed AS MATERIALIZED (
      SELECT o.id FROM turns JOIN outbox o USING (id) WHERE o.next_attempt_at <= now() AND o.set_aside_at IS NULL
      ORDER BY turns.turn, o.next_attempt_at LIMIT $1 FOR UPDATE OF o SKIP LOCKED
    )
    UPDATE outbox SET attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => least(60, 2 ^ least(attempts, 6)) + 2)
    FROM claimed WHERE outbox.id = claimed.id
    RETURNING outbox.id, command, attempts`,
});

/**
 * A command is set aside once Temporal has refused it so often, over at least so long: by then every process of a rolling release is
 * replaced. Attempts that fail while the server is away, or is wrong for all, do not count.
 */
export const MAX_REFUSALS = 10;
export const MIN_REFUSED_MINUTES = 30;
/** The longest text of an error, in characters. */
const MAX_ERROR = 500;

export interface RefusedCommand {
  readonly id: string;
  readonly error: string;
}

const COUNT_REFUSALS = {
  name: "outbox_count_refusals",
  text: `
    WITH counted AS (
      UPDATE outbox SET refusals = refusals + 1, refused_since = coalesce(refused_since, now()),
        set_aside_at = judged.set_aside_at, error = CASE WHEN judged.set_aside_at IS NOT NULL THEN refused.error END
      FROM unnest($1::bigint[], $2::text[]) AS refused (id, error),
        LATERAL (
          SELECT CASE WHEN o.refusals + 1 >= ${MAX_REFUSALS} AND o.refused_since <= now() - interval '${MIN_REFUSED_MINUTES} minutes'
            THEN now() END AS set_aside_at
          FROM outbox o WHERE o.id = refused.id
        ) AS judged
      WHERE outbox.id = refused.id AND outbox.set_aside_at IS NULL
      RETURNING outbox.set_aside_at
    )
    SELECT count(*)::integer AS set_aside FROM counted WHERE set_aside_at IS NOT NULL`,
};

/**
 * Counts one more refusal of each command, and sets aside those that were refused for too long: no relay claims them any more, and the
 * reconciler starts nothing in their place.
 *
 * @returns how many it set aside.
 */
export async function countRefusals(
  database: Database,
  refused: readonly RefusedCommand[],
): Promise<number> {
  const { set_aside } = await database.one<{ set_aside: number }>(COUNT_REFUSALS, [
    refused.map(({ id }) => id),
    refused.map(({ error }) => error.slice(0, MAX_ERROR)),
  ]);
  return set_aside;
}

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
interface SetAsideFilters {
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
