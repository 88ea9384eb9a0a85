import { type DeliveryStatus, OUTCOME_UNKNOWN } from "#shared/webhooks/events.ts";
import type { Database } from "../database.ts";
import type { DeliveryState } from "./state.ts";

/** The content and the destination of an attempt, read when it was recorded. Secrets and headers are encrypted. */
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

// The count guards against two attempts at once. The same statement reads the subscription, so that a deleted or disabled one gets nothing
// and a rotated secret is not used again. It also closes earlier attempts without an outcome.
const RECORD_ATTEMPT = {
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

/**
 * Records an attempt before the worker sends it.
 *
 * @param retryId null for an attempt of the schedule.
 * @returns null when the delivery has changed since the worker read its state.
 */
export async function recordAttempt(
  database: Database,
  { id, attempt_count }: Pick<DeliveryState, "id" | "attempt_count">,
  retryId: string | null,
): Promise<RecordedAttempt | null> {
  return (await database.query<RecordedAttempt>(RECORD_ATTEMPT, [id, attempt_count, retryId]))[0] ?? null;
}

/** The columns of an attempt's outcome. */
export interface AttemptOutcome {
  readonly response_status: number | null;
  readonly latency_ms: number;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly response_excerpt: string | null;
}

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
export interface DeliveryAfterAttempt {
  status: DeliveryStatus;
  held: boolean;
  next_retry_at: Date | null;
  webhook_id: string | null;
  /** Of the subscription, before this attempt; null while its attempts succeed. */
  failing_since: Date | null;
}

/** Writes `value`, unless the delivery was cancelled or a newer attempt was recorded during this attempt ($2). */
const unlessOvertaken = (column: string, value: string) =>
  `${column} = CASE WHEN d.status = 'pending' AND d.attempt_count = $2 THEN ${value} ELSE d.${column} END`;

const SUCCEEDED = [
  "scheduled_attempts = $8",
  "status = 'succeeded'",
  "completed_at = now()",
  "held = false",
  "next_retry_at = NULL",
];
const EXHAUSTED = [
  unlessOvertaken("scheduled_attempts", "$8"),
  unlessOvertaken("status", "'failed'"),
  unlessOvertaken("completed_at", "now()"),
  unlessOvertaken("next_retry_at", "NULL"),
];
// The release decides when a delivery continues that was held during the attempt.
const RETRY = [
  unlessOvertaken("scheduled_attempts", "$8"),
  unlessOvertaken("next_retry_at", "CASE WHEN d.held THEN NULL ELSE $9::timestamptz END"),
];

// The subscription's row changes only when its attempts begin or cease to fail, so a healthy one costs no write.
const CLEAR_FAILING_SINCE = `
  UPDATE webhooks w SET failing_since = NULL FROM delivery WHERE w.id = delivery.webhook_id AND w.failing_since IS NOT NULL`;
const SET_FAILING_SINCE = `
  UPDATE webhooks w SET failing_since = now() FROM delivery WHERE w.id = delivery.webhook_id AND w.failing_since IS NULL`;

/** One statement for the attempt, its delivery and its subscription. */
const endAttemptStatement = (kind: AttemptDecision["kind"], changes: readonly string[]) => {
  const assignments = ["response_status = $3", "latency_ms = $4", "error_message = $6", ...changes].join(
    ", ",
  );
  const text = `
    WITH attempt AS (
      UPDATE delivery_attempts SET ended_at = now(), response_status = $3, latency_ms = $4, error_code = $5, error_message = $6,
        response_excerpt = $7
      WHERE delivery_id = $1 AND number = $2
    ), delivery AS (
      UPDATE deliveries d SET ${assignments}
      WHERE d.id = $1 RETURNING d.status, d.held, d.next_retry_at, d.webhook_id
    ), webhook AS (${kind === "succeeded" ? CLEAR_FAILING_SINCE : SET_FAILING_SINCE})
    SELECT delivery.*, w.failing_since FROM delivery LEFT JOIN webhooks w ON w.id = delivery.webhook_id`;
  return { name: `end_attempt_${kind}`, text };
};

const END_ATTEMPT = {
  succeeded: endAttemptStatement("succeeded", SUCCEEDED),
  exhausted: endAttemptStatement("exhausted", EXHAUSTED),
  retry: endAttemptStatement("retry", RETRY),
  unchanged: endAttemptStatement("unchanged", []),
};

/** Writes an attempt's outcome and the decision that follows from it. @returns null where the delivery was purged. */
export async function endAttempt(
  database: Database,
  { deliveryId, number }: { readonly deliveryId: string; readonly number: number },
  outcome: AttemptOutcome,
  decision: AttemptDecision,
): Promise<DeliveryAfterAttempt | null> {
  const [row] = await database.query<DeliveryAfterAttempt>(END_ATTEMPT[decision.kind], [
    deliveryId,
    number,
    outcome.response_status,
    outcome.latency_ms,
    outcome.error_code,
    outcome.error_message,
    outcome.response_excerpt,
    ...("scheduledAttempts" in decision ? [decision.scheduledAttempts] : []),
    ...("at" in decision ? [decision.at] : []),
  ]);
  return row ?? null;
}
