import type { DeliveryToStart } from "#temporal/webhook-delivery.ts";
import type { Database } from "../database.ts";
import { TO_START, withEventId } from "./retries.ts";

/** Those of the ids whose delivery is pending. */
export async function filterPendingDeliveries(database: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM deliveries WHERE id = ANY($1::uuid[]) AND status = 'pending'",
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Deliveries whose next attempt is overdue by so many minutes and that the outbox does not hold; at most 100, the oldest first. */
export async function overdueDeliveries(database: Database, minutes: number): Promise<DeliveryToStart[]> {
  const rows = await database.query<DeliveryToStart>(
    `SELECT ${TO_START} FROM deliveries d
     WHERE d.status = 'pending' AND NOT d.held AND d.next_retry_at < now() - make_interval(mins => $1)
       AND NOT EXISTS (SELECT FROM outbox WHERE outbox.workflow_id = 'delivery/' || d.id)
     ORDER BY d.next_retry_at LIMIT 100`,
    [minutes],
  );
  return rows.map(withEventId);
}
