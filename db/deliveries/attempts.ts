import { type DeliveryStatus, type EventType, OUTCOME_UNKNOWN } from "#shared/webhooks/events.ts";
import type { Database } from "../database.ts";

/** Where a delivery stands, as its worker sees it. */
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
  /** When the newest attempt without an outcome began; null where there is none. */
  open_since: Date | null;
  /** Those of the retry ids asked about that an attempt with an outcome has used up. */
  used_retry_ids: string[];
}

const STATE = {
  name: "delivery_state",
  text: `
    SELECT d.id, d.organization_id, d.event_id, d.event_type, d.simulation_id, d.webhook_id, d.status, d.held, d.attempt_count,
      d.scheduled_attempts, d.next_retry_at, coalesce(w.url, d.url) AS url, d.webhook_id IS NULL OR w.id IS NOT NULL AS has_target,
      coalesce(w.enabled, true) AS enabled, a.open_since, a.used_retry_ids
    FROM deliveries d LEFT JOIN webhooks w ON w.id = d.webhook_id
    CROSS JOIN LATERAL (
      SELECT max(at) FILTER (WHERE ended_at IS NULL) AS open_since,
        coalesce(array_agg(retry_id) FILTER (
          WHERE ended_at IS NOT NULL AND retry_id = ANY($2::text[]) AND error_code IS DISTINCT FROM '${OUTCOME_UNKNOWN.code}'
        ), '{}') AS used_retry_ids
      FROM delivery_attempts WHERE delivery_id = d.id
    ) AS a
    WHERE d.id = $1`,
};

/** Null where the delivery was forgotten. */
export async function deliveryState(
  database: Database,
  id: string,
  retryIds: readonly string[],
): Promise<DeliveryState | null> {
  return (await database.query<DeliveryState>(STATE, [id, retryIds]))[0] ?? null;
}

/** What an attempt sends and to where, read when it was recorded. Secrets and headers are encrypted. */
export interface RecordedAttempt {
  number: number;
  organization_id: string;
  webhook_id: string | null;
  url: string;
  body: string;
  secret: string | null;
  custom_headers: string | null;
  callback_secret: string | null;
}

// The count guards against two attempts at once; the subscription is read in the same breath, so that a deleted or disabled one gets
// nothing and a rotated secret is not used again. Attempts that never got an outcome get their explanation here.
const RECORD = {
  name: "record_attempt",
  text: `
    WITH subject AS (
      UPDATE deliveries d SET attempt_count = attempt_count + 1,
        url = coalesce((SELECT url FROM webhooks w WHERE w.id = d.webhook_id), d.url)
      WHERE d.id = $1 AND d.attempt_count = $2 AND ($3::text IS NOT NULL OR (d.status = 'pending' AND NOT d.held))
        AND (d.webhook_id IS NULL OR EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id AND w.enabled))
      RETURNING d.id, d.organization_id, d.event_id, d.webhook_id, d.url, d.attempt_count AS number
    ), lost AS (
      UPDATE delivery_attempts a SET ended_at = now(), error_code = '${OUTCOME_UNKNOWN.code}',
        error_message = '${OUTCOME_UNKNOWN.message}'
      FROM subject WHERE a.delivery_id = subject.id AND a.ended_at IS NULL
    ), recorded AS (
      INSERT INTO delivery_attempts (delivery_id, organization_id, number, retry_id, at)
      SELECT id, organization_id, number, $3, now() FROM subject
    )
    SELECT s.number, s.organization_id, s.webhook_id, s.url, e.body, w.secret, w.custom_headers, c.secret AS callback_secret
    FROM subject s JOIN events e ON e.id = s.event_id
    LEFT JOIN webhooks w ON w.id = s.webhook_id
    LEFT JOIN callback_secrets c ON s.webhook_id IS NULL AND c.organization_id = s.organization_id`,
};

/** Records an attempt that is about to be sent; null when things have changed since the state was read. */
export async function recordAttempt(
  database: Database,
  { id, attempt_count }: Pick<DeliveryState, "id" | "attempt_count">,
  retryId: string | null,
): Promise<RecordedAttempt | null> {
  return (await database.query<RecordedAttempt>(RECORD, [id, attempt_count, retryId]))[0] ?? null;
}

/** What came of an attempt, and what follows by the schedule. */
export interface AttemptOutcome {
  readonly delivery_id: string;
  readonly number: number;
  readonly succeeded: boolean;
  readonly response_status: number | null;
  readonly latency_ms: number;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly response_excerpt: string | null;
  /** False for an attempt by hand: its failure leaves the schedule as it was. */
  readonly scheduled: boolean;
  /** When the schedule goes on after a failure; null when it is used up. */
  readonly next_retry_at: Date | null;
}

/** The delivery after an attempt. */
export interface AttemptedDelivery {
  status: DeliveryStatus;
  held: boolean;
  next_retry_at: Date | null;
  webhook_id: string | null;
  /** Of the subscription, before this attempt; null while its attempts succeed. */
  failing_since: Date | null;
}

// One statement: the attempt, what it does to the delivery, and since when the subscription has been failing. The subscription's row
// changes only when it begins or ceases to fail, so a healthy one costs no write.
const END = {
  name: "end_attempt",
  text: `
    WITH attempt AS (
      UPDATE delivery_attempts SET ended_at = now(), response_status = $4, latency_ms = $5, error_code = $6, error_message = $7,
        response_excerpt = $8
      WHERE delivery_id = $1 AND number = $2
    ), delivery AS (
      UPDATE deliveries d SET response_status = $4, latency_ms = $5, error_message = $7,
        scheduled_attempts = d.scheduled_attempts + $9::boolean::integer,
        status = CASE WHEN $3 THEN 'succeeded' WHEN d.status = 'pending' AND $9 AND $10::timestamptz IS NULL THEN 'failed' ELSE d.status END,
        completed_at = CASE WHEN $3 OR (d.status = 'pending' AND $9 AND $10 IS NULL) THEN now() ELSE d.completed_at END,
        held = d.held AND NOT $3,
        next_retry_at = CASE WHEN $3 OR d.held OR d.status <> 'pending' THEN NULL WHEN $9 THEN $10 ELSE d.next_retry_at END
      WHERE d.id = $1 RETURNING d.status, d.held, d.next_retry_at, d.webhook_id
    ), recovered AS (
      UPDATE webhooks w SET failing_since = NULL FROM delivery
      WHERE w.id = delivery.webhook_id AND $3 AND w.failing_since IS NOT NULL
    ), failing AS (
      UPDATE webhooks w SET failing_since = now() FROM delivery
      WHERE w.id = delivery.webhook_id AND NOT $3 AND w.failing_since IS NULL
    )
    SELECT delivery.*, w.failing_since FROM delivery LEFT JOIN webhooks w ON w.id = delivery.webhook_id`,
};

/** Writes an attempt's outcome and what follows from it; null where the delivery was forgotten. */
export async function endAttempt(
  database: Database,
  outcome: AttemptOutcome,
): Promise<AttemptedDelivery | null> {
  const rows = await database.query<AttemptedDelivery>(END, [
    outcome.delivery_id,
    outcome.number,
    outcome.succeeded,
    outcome.response_status,
    outcome.latency_ms,
    outcome.error_code,
    outcome.error_message,
    outcome.response_excerpt,
    outcome.scheduled,
    outcome.next_retry_at,
  ]);
  return rows[0] ?? null;
}

/**
 * Holds a delivery whose subscription is disabled, until it is released. Locks the subscription against being enabled meanwhile: the
 * release that follows would not see a delivery held a moment later. False when the subscription is enabled, or gone, by now.
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

/** Cancels a pending delivery, and lets go of a held one. The status that it has then; null where it was forgotten. */
export async function cancelDelivery(
  database: Database,
  id: string,
  reason: string,
): Promise<DeliveryStatus | null> {
  const rows = await database.query<{ status: DeliveryStatus }>({
    name: "cancel_delivery",
    text: `
      UPDATE deliveries SET held = false, next_retry_at = NULL,
        status = CASE status WHEN 'pending' THEN 'cancelled' ELSE status END,
        completed_at = CASE status WHEN 'pending' THEN now() ELSE completed_at END,
        error_message = CASE status WHEN 'pending' THEN $2 ELSE error_message END
      WHERE id = $1 RETURNING status`,
  }, [id, reason]);
  return rows[0]?.status ?? null;
}
