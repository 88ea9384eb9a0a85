import { MOST_ATTEMPTS } from "#shared/webhooks/events.ts";
import { type DeliveryToStart, deliveryWorkflowId } from "#temporal/webhook-delivery.ts";
import type { Database } from "../database.ts";
import type { Position } from "../reconciler.ts";
import { START_COLUMNS, withEventId } from "./deliveries.ts";

/** Keeps the ids of pending deliveries. */
export async function filterPendingDeliveries(database: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM deliveries WHERE id = ANY($1::uuid[]) AND status = 'pending'",
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** A delivery that nothing carries on, by the time since which it should have been. */
export interface OverdueDelivery extends DeliveryToStart {
  readonly since: Date;
  /** Whether the outbox holds a command for it. */
  readonly queued: boolean;
}

const OVERDUE = {
  name: "overdue_deliveries",
  text: `
    SELECT ${START_COLUMNS}, k.since, EXISTS (SELECT FROM outbox WHERE outbox.workflow_id = $5 || d.id) AS queued FROM (
      (SELECT id, next_retry_at AS since FROM deliveries
        WHERE status = 'pending' AND NOT held AND parked IS NULL AND next_retry_at < now() - make_interval(mins => $1)
          AND (next_retry_at, id) > ($2, $3) ORDER BY next_retry_at, id LIMIT $4)
      UNION ALL
      (SELECT id, retry_requested_at FROM deliveries
        WHERE retry_requested IS NOT NULL AND status <> 'pending' AND NOT held AND parked IS NULL AND attempt_count < ${MOST_ATTEMPTS}
          AND retry_requested_at < now() - make_interval(mins => $1) AND (retry_requested_at, id) > ($2, $3)
        ORDER BY retry_requested_at, id LIMIT $4)
      ORDER BY since, id LIMIT $4
    ) AS k JOIN deliveries d ON d.id = k.id
    ORDER BY k.since, k.id`,
};

/** Deliveries whose next attempt is overdue by `minutes`, after a position, at most `limit`. */
export async function overdueDeliveries(
  database: Database,
  minutes: number,
  { since, id }: Position,
  limit: number,
): Promise<OverdueDelivery[]> {
  const rows = await database.query<OverdueDelivery>(OVERDUE, [
    minutes,
    since,
    id,
    limit,
    deliveryWorkflowId(""),
  ]);
  return rows.map((row) => ({ ...row, ...withEventId(row) }));
}
