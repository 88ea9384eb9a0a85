import type { DeliveryStatus, ParkedReason } from "#shared/webhooks/events.ts";
import { first } from "../postgres/queries.ts";
import {
  ATTEMPTS_PER_ENDPOINT,
  DOWN_AFTER,
  type DownEndpoint,
  type EndpointEvidence,
  MAX_ATTEMPT,
  PROBE_WITHIN,
} from "./endpoints.ts";
import type { DeliveryState } from "./state.ts";

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
