import { deliveryRetry, type DeliveryToStart } from "#temporal/webhook-delivery.ts";
import { MOST_ATTEMPTS } from "#shared/webhooks/events.ts";
import type { DeliveryFilters } from "#temporal/webhook-operations.ts";
import type { Database, Transaction } from "../database.ts";
import { enqueue, type OutboxRow } from "../outbox/outbox.ts";
import { START_COLUMNS, withEventId } from "./deliveries.ts";
import { filterTime } from "../paginate.ts";

const REQUEST_BY_HAND = {
  name: "request_by_hand",
  text: `
    UPDATE deliveries d SET retry_requested = $2, retry_requested_at = now(), has_run = true
    WHERE d.id = ANY($1::uuid[]) AND d.retry_requested IS NULL AND d.attempt_count < ${MOST_ATTEMPTS} RETURNING ${START_COLUMNS}`,
};

/**
 * Requests one attempt of each of these deliveries, unless one waits or the delivery has had all of its attempts.
 *
 * @param retryId consumed by one attempt of each delivery, however often the command is executed.
 * @returns the commands to dispatch.
 */
export async function requestByHand(
  tx: Transaction,
  deliveryIds: readonly string[],
  retryId: string,
): Promise<OutboxRow[]> {
  const { rows } = await tx.sql<DeliveryToStart>(REQUEST_BY_HAND, [deliveryIds, retryId]);
  const outbox: OutboxRow[] = [];
  for (const row of rows) {
    outbox.push(await enqueue(tx, row.organization_id, deliveryRetry(withEventId(row), retryId)));
  }
  return outbox;
}

/** Deliveries until `$1`, where that is no null, that match the filters `$2` to `$6` and can be retried: a deleted subscription gets nothing more. */
const MATCHES_FILTERS =
  `d.attempt_count < ${MOST_ATTEMPTS} AND ($1::timestamptz IS NULL OR d.created_at <= $1) AND ($2::text IS NULL OR d.status = $2) AND ($3::uuid IS NULL OR d.organization_id = $3)
  AND ($4::uuid IS NULL OR d.webhook_id = $4) AND ($5::timestamptz IS NULL OR d.created_at < $5)
  AND ($6::timestamptz IS NULL OR d.created_at > $6)
  AND (d.webhook_id IS NULL OR EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id))`;

function filterValues(filters: DeliveryFilters, createdUntil: Date | null): unknown[] {
  const { status, organization_id, webhook_id, created_before, created_after } = filters;
  return [
    createdUntil,
    status ?? null,
    organization_id ?? null,
    webhook_id ?? null,
    filterTime(created_before) ?? null,
    filterTime(created_after) ?? null,
  ];
}

export interface Retryable {
  readonly matched: number;
  /** When the newest of them was created; null without any. No clock of a process decides which deliveries are meant. */
  readonly createdUntil: Date | null;
}

/** Counts the deliveries that match an operator's filters and can be retried now. */
export async function countRetryable(tx: Transaction, filters: DeliveryFilters): Promise<Retryable> {
  const { rows: [row] } = await tx.sql<{ count: string; newest: Date | null }>(
    `SELECT count(*), max(d.created_at) AS newest FROM deliveries d WHERE ${MATCHES_FILTERS}`,
    filterValues(filters, null),
  );
  if (row === undefined) throw new Error("Postgres returned no count");
  return { matched: Number(row.count), createdUntil: row.newest };
}

export interface RetryBatch {
  readonly filters: DeliveryFilters;
  readonly createdUntil: Date;
  /** The batch begins after this delivery, in the order of ids; null begins at the first. */
  readonly after: string | null;
  readonly limit: number;
  /** The same for all deliveries and all runs of a job: each delivery consumes it once. */
  readonly retryId: string;
}

/** Requests one attempt of each delivery of a batch. @returns how many, and the last one's id or null at the end. */
export async function retryMatching(
  database: Database,
  { filters, createdUntil, after, limit, retryId }: RetryBatch,
): Promise<{ outbox: OutboxRow[]; retried: number; after: string | null }> {
  return await database.transaction(async (tx) => {
    const { rows } = await tx.sql<{ id: string }>(
      `SELECT d.id FROM deliveries d
       WHERE ${MATCHES_FILTERS} AND ($7::uuid IS NULL OR d.id > $7) ORDER BY d.id LIMIT $8`,
      [...filterValues(filters, createdUntil), after, limit],
    );
    const outbox = await requestByHand(tx, rows.map(({ id }) => id), retryId);
    const last = rows.at(-1);
    return {
      outbox,
      retried: rows.length,
      after: rows.length < limit || last === undefined ? null : last.id,
    };
  });
}
