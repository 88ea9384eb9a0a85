import { traceparent } from "#shared/tracing.ts";
import type { WorkflowCommand } from "#temporal/command.ts";
import type { CommandRow } from "#temporal/outbox-dispatcher.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import { rows, run } from "../postgres/queries.ts";

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
const MAX_REFUSALS = 10;
const MIN_REFUSED_MINUTES = 30;
/** The longest text of an error, in characters. */
const MAX_ERROR = 500;

export interface RefusedCommand {
  readonly id: string;
  readonly error: string;
}

const COUNT_REFUSALS = `
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
  SELECT count(*)::integer AS set_aside FROM counted WHERE set_aside_at IS NOT NULL`;

/**
 * Counts one more refusal of each command, and sets aside those that were refused for too long: no relay claims them any more, and the
 * reconciler starts nothing in their place, until an operator has brought them back (docs/runbook.md, OutboxSetAside).
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
