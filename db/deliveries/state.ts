import {
  type EndedStatus,
  MAX_ATTEMPTS,
  OUTCOME_UNKNOWN,
  type ParkedReason,
} from "#shared/webhooks/events.ts";
import type { Database } from "../postgres/database.ts";
import { first, value } from "../postgres/queries.ts";
import type { AttemptRow, DeliveryRow } from "./deliveries.ts";
import {
  ATTEMPTS_PER_ENDPOINT,
  DOWN_AFTER,
  type DownEndpoint,
  type EndpointEvidence,
  MAX_ATTEMPT,
  PROBE_WITHIN,
  wakeNext,
} from "./endpoints.ts";

/** The state of a delivery and of its endpoint, from which a worker decides its next action. */
export interface DeliveryState
  extends
    DownEndpoint,
    Pick<DeliveryRow, "id" | "webhook_id" | "status" | "parked" | "attempt_count" | "next_retry_at"> {
  held: boolean;
  scheduled_attempts: number;
  /** The id of the retry by hand that waits. */
  retry_requested: string | null;
  /** False when its subscription was deleted. */
  has_target: boolean;
  /** False while its subscription is disabled. */
  enabled: boolean;
  /** The start of the newest attempt without an outcome; null without such an attempt. */
  open_since: Date | null;
  /** The status or the error's code of the last attempt with an outcome; empty before it. */
  reason: string;
}

/** With the time at which it was read, by Postgres' clock: a worker's own may be wrong. Null where the delivery was purged. */
export const deliveryState = first<DeliveryState & { now: Date }, [id: string]>({
  name: "delivery_state",
  text: `
    SELECT d.id, d.webhook_id, d.status, d.held, d.parked, h.down_since, h.probe_id, d.attempt_count, d.scheduled_attempts, d.next_retry_at,
      d.retry_requested, d.webhook_id IS NULL OR w.id IS NOT NULL AS has_target, coalesce(w.enabled, true) AS enabled, (
        SELECT a.at FROM delivery_attempts a WHERE a.delivery_id = d.id AND a.number = d.attempt_count AND a.ended_at IS NULL
      ) AS open_since, coalesce((
        SELECT coalesce('answered ' || a.response_status, a.error_code) FROM delivery_attempts a
        WHERE a.delivery_id = d.id AND a.ended_at IS NOT NULL ORDER BY a.number DESC LIMIT 1
      ), '') AS reason, clock_timestamp() AS now
    FROM deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
    LEFT JOIN endpoint_health h ON h.endpoint_id = d.endpoint_id AND h.down_since IS NOT NULL
    WHERE d.id = $1`,
});

/** SQL: no attempt of the delivery has consumed the retry by hand; one of unknown outcome consumes none. */
export const notConsumed = (delivery: string, retryId: string) => `
  NOT EXISTS (
    SELECT FROM delivery_attempts a WHERE a.delivery_id = ${delivery} AND a.retry_id = ${retryId} AND a.ended_at IS NOT NULL
      AND a.error_code IS DISTINCT FROM '${OUTCOME_UNKNOWN.code}'
  )`;

const REQUEST_RETRY = `
  UPDATE deliveries d SET retry_requested = requested.id, retry_requested_at = now()
  FROM (
    SELECT given.id FROM unnest($2::text[]) WITH ORDINALITY AS given (id, position)
    WHERE ${notConsumed("$1", "given.id")}
    ORDER BY given.position LIMIT 1
  ) AS requested
  WHERE d.id = $1 AND d.retry_requested IS NULL AND d.attempt_count < ${MAX_ATTEMPTS}`;

/**
 * Requests an attempt by hand, unless one waits already, for the first of these ids that no attempt has consumed. An attempt of unknown
 * outcome consumes none.
 */
export async function requestRetry(
  database: Database,
  id: string,
  retryIds: readonly string[],
): Promise<void> {
  if (retryIds.length > 0) await database.query(REQUEST_RETRY, [id, retryIds]);
}

/** Whether a subscription is enabled, until the transaction ends; null where it was deleted. */
export const lockEnabled = value<boolean, [webhookId: string]>(
  "SELECT enabled FROM webhooks WHERE id = $1 FOR SHARE",
);

/**
 * Holds a delivery whose subscription is disabled, until its release. Locks the subscription against a simultaneous enabling, whose
 * release would miss a delivery that is held a moment later.
 *
 * @returns false when the subscription is enabled or deleted by now.
 */
export async function holdDelivery(database: Database, id: string, webhookId: string): Promise<boolean> {
  return await database.transaction(async (tx) => {
    if (await lockEnabled(tx, webhookId) !== false) return false;
    await tx.sql(
      "UPDATE deliveries SET held = true, next_retry_at = NULL, parked = NULL, woken_at = NULL WHERE id = $1 AND NOT held",
      [id],
    );
    return true;
  });
}

/** Ends a pending delivery with the status and the reason of these parameters; takes every wait from any. */
export const endPending = (status: string, reason: string) => `
  held = false, next_retry_at = NULL, parked = NULL, woken_at = NULL, retry_requested = NULL, retry_requested_at = NULL,
  status = CASE status WHEN 'pending' THEN ${status} ELSE status END,
  completed_at = CASE status WHEN 'pending' THEN now() ELSE completed_at END,
  error_message = CASE status WHEN 'pending' THEN ${reason} ELSE error_message END`;

const END_DELIVERY = `UPDATE deliveries SET ${
  endPending("$2", "$3")
} WHERE id = $1 RETURNING status, endpoint_id`;

/** Cancels a delivery, as {@link endDelivery}. */
export function cancelDelivery(database: Database, id: string, reason: string): Promise<EndedStatus | null> {
  return endDelivery(database, id, "cancelled", reason);
}

/**
 * Ends a delivery unless it has ended. Wakes those that wait for the endpoint in a transaction of its own: the endpoint's lock comes before the delivery's.
 * @returns how it ended; null where it was purged.
 */
export async function endDelivery(
  database: Database,
  id: string,
  status: EndedStatus,
  reason: string,
): Promise<EndedStatus | null> {
  const values = [id, status, reason];
  const row = await database.first<{ status: EndedStatus; endpoint_id: string }>(END_DELIVERY, values);
  if (row === null) return null;
  await database.transaction((tx) => wakeNext(tx, row.endpoint_id));
  return row.status;
}

/** The content and the destination of an attempt, read when it was recorded. Secrets and headers are encrypted. */
export interface RecordedAttempt {
  readonly outcome: "recorded";
  readonly number: number;
  readonly organization_id: string;
  readonly endpoint_id: string;
  readonly webhook_id: string | null;
  readonly event_id: string;
  readonly url: string;
  readonly body: string;
  readonly secret: string | null;
  readonly custom_headers: string | null;
  readonly callback_secret: string | null;
  /** Null while the endpoint is up. */
  readonly down_since: Date | null;
  /** When it was recorded, by Postgres' clock: a worker's own may be wrong. */
  readonly at: Date;
}

/** The delivery was parked instead: its endpoint is down or has no place for it, or its organization's share is taken. */
export interface ParkedAttempt extends DownEndpoint {
  readonly outcome: ParkedReason;
  readonly endpoint_id: string;
}

/**
 * Records an attempt before the worker sends it, or parks the delivery; a callback waits from `share` attempts in flight of its organization on.
 * `retryId` is null for an attempt of the schedule. Null when the delivery has changed since the worker read its state.
 */
export const recordAttempt = first<
  RecordedAttempt | ParkedAttempt,
  [delivery: Pick<DeliveryState, "id" | "attempt_count">, retryId: string | null, share: number]
>({
  name: "record_attempt",
  // The function is in endpoints.sql. One round trip takes the endpoint's lock, counts the places and records the attempt. It reads the
  // subscription at that moment, so that a deleted or disabled one gets nothing and a rotated secret is not used again.
  text: `SELECT r.*, d.event_id, clock_timestamp() AS at
    FROM record_attempt($1, $2, $3, ${ATTEMPTS_PER_ENDPOINT}, ${MAX_ATTEMPT}, ${PROBE_WITHIN}, $4) r
      JOIN deliveries d ON d.id = $1`,
}, ({ id, attempt_count }, retryId, share) => [id, attempt_count, retryId, share]);

/** The columns of an attempt's outcome. */
export type AttemptOutcome = Readonly<Omit<AttemptRow, "number" | "at" | "ended_at">>;

/** What follows from an attempt's outcome; `scheduledAttempts` counts the attempts of the schedule, this one included. */
export type AttemptDecision =
  /** The delivery has succeeded, whatever happened to it during the attempt. */
  | { readonly kind: "succeeded"; readonly scheduledAttempts: number }
  /** The delivery has failed: the schedule is used up. */
  | { readonly kind: "exhausted"; readonly scheduledAttempts: number }
  /** The schedule continues at a time. */
  | { readonly kind: "retry"; readonly scheduledAttempts: number; readonly at: Date }
  /** The failure of a retry by hand leaves the schedule as it was. */
  | { readonly kind: "unchanged" };

/** The delivery after an attempt. */
export interface DeliveryAfterAttempt
  extends Pick<DeliveryState, "status" | "held" | "next_retry_at" | "webhook_id"> {
  endpoint_id: string;
  /** Of the subscription, before this attempt; null while its attempts succeed. */
  failing_since: Date | null;
  /** Whether the endpoint's next delivery may have to be woken ({@link wakeNext}). */
  hand_over: boolean;
}

/** Writes an attempt's outcome and the decision that follows from it. Null where the delivery was purged. */
export const endAttempt = first<
  DeliveryAfterAttempt,
  [
    attempt: { readonly deliveryId: string; readonly number: number },
    outcome: AttemptOutcome,
    decision: AttemptDecision,
    evidence: EndpointEvidence,
  ]
>({
  name: "end_attempt",
  // The function is in endpoints.sql. It takes its locks in the order webhook, endpoint, delivery; a cancellation or a newer attempt during
  // this one wins over a failure.
  text: `SELECT * FROM end_attempt($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
    ${DOWN_AFTER.unansweredDeliveries}, ${DOWN_AFTER.failures}, ${DOWN_AFTER.failedDeliveries}, ${PROBE_WITHIN})`,
}, ({ deliveryId, number }, outcome, decision, evidence) => [
  deliveryId,
  number,
  outcome.response_status,
  outcome.latency_ms,
  outcome.error_code,
  outcome.error_message,
  outcome.response_excerpt,
  decision.kind,
  "scheduledAttempts" in decision ? decision.scheduledAttempts : null,
  "at" in decision ? decision.at : null,
  evidence,
]);
