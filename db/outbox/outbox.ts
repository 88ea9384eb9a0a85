import type { WorkflowCommand } from "#temporal/command.ts";
import type { Database, Transaction } from "../database.ts";

export interface OutboxRow {
  /** bigint: Postgres sends text. */
  id: string;
  command: WorkflowCommand;
}

/** How long the process that wrote a row has to deliver it itself before the relay takes it up. */
const RELAY_DELAY_MS = 3_000;

/** Adds what Temporal must be told to the transaction of the row it concerns. */
export async function enqueue(
  tx: Transaction,
  organizationId: string,
  command: WorkflowCommand,
): Promise<OutboxRow> {
  const { rows: [row] } = await tx.sql<{ id: string }>({
    name: "outbox_enqueue",
    text:
      `INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at) VALUES ($1, $2, $3, $4) RETURNING id`,
  }, [organizationId, command.workflow_id, command, relayNotBefore()]);
  if (row === undefined) throw new Error("Postgres returned no outbox id");
  return { id: row.id, command };
}

/** When the relay may take up a row that is written now. */
export function relayNotBefore(): Date {
  return new Date(Date.now() + RELAY_DELAY_MS);
}

/** Forgets what Temporal has taken. */
export async function dequeue(database: Database, ids: readonly string[]): Promise<void> {
  await database.query({ name: "outbox_dequeue", text: "DELETE FROM outbox WHERE id = ANY($1::bigint[])" }, [
    ids,
  ]);
}

// Claims by pushing the next attempt into the future, so Temporal is called outside the transaction; SKIP LOCKED lets several
// relays share the work. Should the relay die, its claim runs out by itself. The wait doubles up to a minute.
const CLAIM = `
  UPDATE outbox SET attempts = attempts + 1,
    next_attempt_at = now() + make_interval(secs => least(60, 2 ^ least(attempts, 6)) + 2)
  WHERE id IN (
    SELECT id FROM outbox WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED
  )
  RETURNING id, command`;

/** Claims at most `limit` rows that are due. */
export async function claimDue(database: Database, limit: number): Promise<OutboxRow[]> {
  return await database.query<OutboxRow>({ name: "outbox_claim", text: CLAIM }, [limit]);
}
