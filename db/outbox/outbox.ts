import { traceparent } from "#shared/tracing.ts";
import type { WorkflowCommand } from "#temporal/command.ts";
import type { Database, Transaction } from "../database.ts";

export interface OutboxRow {
  /** bigint: Postgres sends text. */
  id: string;
  command: WorkflowCommand;
}

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
 * Stores a command in the transaction of the row that it concerns. The caller dispatches the returned row after the commit.
 *
 * @param organizationId null for a command of no organization, such as that of a buyer who has none yet
 */
export async function enqueue(
  tx: Transaction,
  organizationId: string | null,
  untraced: WorkflowCommand,
): Promise<OutboxRow> {
  const command = traced(untraced);
  const { rows: [row] } = await tx.sql<{ id: string }>(ENQUEUE_COMMAND, [
    organizationId,
    command.workflow_id,
    command,
  ]);
  if (row === undefined) throw new Error("Postgres returned no outbox id");
  return { id: row.id, command };
}

const DEQUEUE_COMMANDS = { name: "outbox_dequeue", text: "DELETE FROM outbox WHERE id = ANY($1::bigint[])" };

/** Deletes the rows of executed commands. */
export async function dequeue(database: Database, ids: readonly string[]): Promise<void> {
  await database.query(DEQUEUE_COMMANDS, [ids]);
}

/** A row that a relay has claimed for one attempt. */
export interface ClaimedRow extends OutboxRow {
  /** This one included. */
  readonly attempts: number;
}

// The claim moves the next attempt into the future, so the relay calls Temporal outside the transaction and a dead relay's claim expires.
// SKIP LOCKED divides the rows among several relays. The wait doubles up to a minute.
const CLAIM_DUE_COMMANDS = {
  name: "outbox_claim",
  text: `
    UPDATE outbox SET attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => least(60, 2 ^ least(attempts, 6)) + 2)
    WHERE id IN (
      SELECT id FROM outbox WHERE next_attempt_at <= now() AND set_aside_at IS NULL
      ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, command, attempts`,
};

/** Claims the oldest due rows for one attempt, at most `limit`. */
export async function claimDue(database: Database, limit: number): Promise<ClaimedRow[]> {
  return await database.query<ClaimedRow>(CLAIM_DUE_COMMANDS, [limit]);
}
