import { eventId } from "#shared/ids.ts";
import { deliveryRelease, deliveryRetry, type DeliveryToStart } from "#temporal/webhook-delivery.ts";
import { type DeliveryFilters, instant } from "#temporal/webhook-operations.ts";
import type { Database, Transaction } from "../database.ts";
import { enqueue, type OutboxRow } from "../outbox/outbox.ts";

/** Columns of a {@link DeliveryToStart}, but for its event's id, which is a bare UUID in the table. */
export const TO_START =
  `d.id, d.organization_id, (SELECT name FROM organizations o WHERE o.id = d.organization_id) AS organization_name,
  d.event_id, d.event_type, d.simulation_id, d.webhook_id`;

/**
 * Lets the oldest held deliveries of an enabled subscription go on, at most so many. Those of a retry by hand are held too, whatever their
 * status.
 */
export async function releaseHeld(
  database: Database,
  webhookId: string,
  limit: number,
): Promise<OutboxRow[]> {
  return await database.transaction(async (tx) => {
    const { rows } = await tx.sql<DeliveryToStart>(
      `UPDATE deliveries d SET held = false, next_retry_at = CASE status WHEN 'pending' THEN now() END
       WHERE id IN (
         SELECT id FROM deliveries
         WHERE webhook_id = $1 AND held AND EXISTS (SELECT FROM webhooks WHERE id = $1 AND enabled)
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
       ) RETURNING ${TO_START}`,
      [webhookId, limit],
    );
    const outbox: OutboxRow[] = [];
    for (const row of rows) {
      outbox.push(await enqueue(tx, row.organization_id, deliveryRelease(withEventId(row))));
    }
    return outbox;
  });
}

/** Asks for one attempt of a delivery that is there, under an id that is used once. */
export async function enqueueRetry(
  tx: Transaction,
  deliveryId: string,
  retryId: string,
): Promise<OutboxRow> {
  const { rows: [row] } = await tx.sql<DeliveryToStart>(
    `SELECT ${TO_START} FROM deliveries d WHERE d.id = $1`,
    [deliveryId],
  );
  if (row === undefined) throw new Error(`Cannot retry delivery ${deliveryId}: it is not there`);
  return await enqueueRetryOf(tx, row, retryId);
}

function enqueueRetryOf(tx: Transaction, delivery: DeliveryToStart, retryId: string): Promise<OutboxRow> {
  return enqueue(tx, delivery.organization_id, deliveryRetry(withEventId(delivery), retryId));
}

/** With its event's id as everybody but the table writes it. */
export function withEventId(delivery: DeliveryToStart): DeliveryToStart {
  return { ...delivery, event_id: eventId(delivery.event_id) };
}

/** Deliveries whose target is still there: a deleted subscription gets nothing more. */
const RETRYABLE = "(d.webhook_id IS NULL OR EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id))";
const MATCHES =
  `d.created_at <= $1 AND ($2::text IS NULL OR d.status = $2) AND ($3::uuid IS NULL OR d.organization_id = $3)
  AND ($4::uuid IS NULL OR d.webhook_id = $4) AND ($5::timestamptz IS NULL OR d.created_at < $5)
  AND ($6::timestamptz IS NULL OR d.created_at > $6) AND ${RETRYABLE}`;

function filterValues(filters: DeliveryFilters, askedAt: Date): unknown[] {
  const { status, organization_id, webhook_id, created_before, created_after } = filters;
  return [
    askedAt,
    status ?? null,
    organization_id ?? null,
    webhook_id ?? null,
    instant(created_before) ?? null,
    instant(created_after) ?? null,
  ];
}

/** How many deliveries made until `askedAt` match and can be retried. */
export async function countRetryable(
  tx: Transaction,
  filters: DeliveryFilters,
  askedAt: Date,
): Promise<number> {
  const { rows: [row] } = await tx.sql<{ count: string }>(
    `SELECT count(*) FROM deliveries d WHERE ${MATCHES}`,
    filterValues(filters, askedAt),
  );
  return Number(row?.count ?? 0);
}

/** Asks for one attempt of each of the next deliveries that match, after the one with this id. */
export async function retryMatching(
  database: Database,
  { filters, askedAt, after, limit, retryId }: {
    readonly filters: DeliveryFilters;
    readonly askedAt: Date;
    readonly after: string | null;
    readonly limit: number;
    /** The same for all of them, and on every run of the job: each delivery uses it once. */
    readonly retryId: string;
  },
): Promise<{ outbox: OutboxRow[]; after: string | null }> {
  return await database.transaction(async (tx) => {
    const { rows } = await tx.sql<DeliveryToStart>(
      `SELECT ${TO_START} FROM deliveries d WHERE ${MATCHES} AND ($7::uuid IS NULL OR d.id > $7) ORDER BY d.id LIMIT $8`,
      [...filterValues(filters, askedAt), after, limit],
    );
    const outbox: OutboxRow[] = [];
    for (const row of rows) outbox.push(await enqueueRetryOf(tx, row, retryId));
    return { outbox, after: rows.length < limit ? null : rows.at(-1)?.id ?? null };
  });
}
