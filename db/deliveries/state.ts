import {
  type DeliveryStatus,
  type EndedStatus,
  type EventType,
  OUTCOME_UNKNOWN,
} from "#shared/webhooks/events.ts";
import { deliveryCancel, deliveryRelease, type DeliveryToStart } from "#temporal/webhook-delivery.ts";
import type { Database, Transaction } from "../database.ts";
import { enqueue, type OutboxRow, relayNotBefore } from "../outbox/outbox.ts";
import { START_COLUMNS, withEventId } from "./deliveries.ts";

/** The state of a delivery from which a worker decides its next action. */
export interface DeliveryState {
  id: string;
  organization_id: string;
  event_id: string;
  event_type: EventType;
  simulation_id: string | null;
  webhook_id: string | null;
  status: DeliveryStatus;
  held: boolean;
  attempt_count: number;
  scheduled_attempts: number;
  next_retry_at: Date | null;
  /** The subscription's present one. */
  url: string;
  /** False when its subscription was deleted. */
  has_target: boolean;
  /** False while its subscription is disabled. */
  enabled: boolean;
  /** The start of the newest attempt without an outcome; null where there is none. */
  open_since: Date | null;
  /** Those of the given retry ids that attempts with a known outcome have consumed. */
  consumed_retry_ids: string[];
}

const READ_STATE = {
  name: "delivery_state",
  text: `
    SELECT d.id, d.organization_id, d.event_id, d.event_type, d.simulation_id, d.webhook_id, d.status, d.held, d.attempt_count,
      d.scheduled_attempts, d.next_retry_at, coalesce(w.url, d.url) AS url, d.webhook_id IS NULL OR w.id IS NOT NULL AS has_target,
      coalesce(w.enabled, true) AS enabled, a.open_since, a.consumed_retry_ids
    FROM deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
    CROSS JOIN LATERAL (
      SELECT max(at) FILTER (WHERE ended_at IS NULL) AS open_since,
        coalesce(array_agg(retry_id) FILTER (
          WHERE ended_at IS NOT NULL AND retry_id = ANY($2::text[]) AND error_code IS DISTINCT FROM '${OUTCOME_UNKNOWN.code}'
        ), '{}') AS consumed_retry_ids
      FROM delivery_attempts WHERE delivery_id = d.id
    ) AS a
    WHERE d.id = $1`,
};

/** Null where the delivery was purged. */
export async function deliveryState(
  database: Database,
  id: string,
  retryIds: readonly string[],
): Promise<DeliveryState | null> {
  return (await database.query<DeliveryState>(READ_STATE, [id, retryIds]))[0] ?? null;
}

/**
 * Holds a delivery whose subscription is disabled, until its release. Locks the subscription against a simultaneous enabling, whose
 * release would miss a delivery that is held a moment later.
 *
 * @returns false when the subscription is enabled or deleted by now.
 */
export async function holdDelivery(database: Database, id: string, webhookId: string): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const { rows: [webhook] } = await tx.sql<{ enabled: boolean }>(
      "SELECT enabled FROM webhooks WHERE id = $1 FOR SHARE",
      [webhookId],
    );
    if (webhook?.enabled !== false) return false;
    await tx.sql("UPDATE deliveries SET held = true, next_retry_at = NULL WHERE id = $1 AND NOT held", [id]);
    return true;
  });
}

const RELEASE_HELD = `
  UPDATE deliveries d SET held = false, next_retry_at = CASE status WHEN 'pending' THEN now() END
  WHERE id IN (
    SELECT id FROM deliveries
    WHERE webhook_id = $1 AND held AND EXISTS (SELECT FROM webhooks WHERE id = $1 AND enabled)
    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ) RETURNING ${START_COLUMNS}`;

/** Releases the oldest held deliveries of an enabled subscription, at most `limit`; ended ones are held for a retry by hand. */
export async function releaseHeld(
  database: Database,
  webhookId: string,
  limit: number,
): Promise<OutboxRow[]> {
  return await database.transaction(async (tx) => {
    const { rows } = await tx.sql<DeliveryToStart>(RELEASE_HELD, [webhookId, limit]);
    const outbox: OutboxRow[] = [];
    for (const row of rows) {
      outbox.push(await enqueue(tx, row.organization_id, deliveryRelease(withEventId(row))));
    }
    return outbox;
  });
}

/** Cancels a pending delivery for the reason `$2`; takes the hold from any. */
const CANCEL_PENDING = `
  held = false, next_retry_at = NULL,
  status = CASE status WHEN 'pending' THEN 'cancelled' ELSE status END,
  completed_at = CASE status WHEN 'pending' THEN now() ELSE completed_at END,
  error_message = CASE status WHEN 'pending' THEN $2 ELSE error_message END`;

const CANCEL_DELIVERY = {
  name: "cancel_delivery",
  text: `UPDATE deliveries SET ${CANCEL_PENDING} WHERE id = $1 RETURNING status`,
};

/** Cancels a delivery unless it has ended. @returns how it ended; null where it was purged. */
export async function cancelDelivery(
  database: Database,
  id: string,
  reason: string,
): Promise<EndedStatus | null> {
  const [row] = await database.query<{ status: EndedStatus }>(CANCEL_DELIVERY, [id, reason]);
  return row?.status ?? null;
}

// $3 is the command without its delivery's id, which its workflow id ends with. Postgres adds it: a subscription can have thousands of
// pending deliveries.
const CANCEL_DELIVERIES_OF_WEBHOOK = `
  WITH cancelled AS (
    UPDATE deliveries SET ${CANCEL_PENDING}
    WHERE webhook_id = $1 AND (status = 'pending' OR held) RETURNING organization_id, ($3::jsonb ->> 'workflow_id') || id AS workflow_id
  )
  INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
  SELECT organization_id, workflow_id, jsonb_set($3::jsonb, '{workflow_id}', to_jsonb(workflow_id)), $4 FROM cancelled`;

/** Cancels the pending deliveries of a deleted subscription; the relay then signals their runs. */
export async function cancelDeliveriesOf(tx: Transaction, webhookId: string, reason: string): Promise<void> {
  await tx.sql(CANCEL_DELIVERIES_OF_WEBHOOK, [webhookId, reason, deliveryCancel(""), relayNotBefore()]);
}
