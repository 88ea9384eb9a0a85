import type { DeliveryStatus } from "#shared/webhooks/events.ts";

/** What the webhookDelivery workflow asks of its activities. Ids and counts only: URLs, bodies and secrets stay in Postgres. */
export interface WebhookDeliveryActivities {
  /**
   * Does what is due, where that is short: an attempt only to a target that has been answering fast, and for at most a second. `deferred`
   * where it takes {@link WebhookDeliveryActivities.attemptDelivery}.
   */
  attemptLocally(request: AttemptRequest): Promise<Attempted | { readonly kind: "deferred" }>;
  /** Does what is due: an attempt, or nothing yet. Joins an attempt that `attemptLocally` has left under way. */
  attemptDelivery(request: AttemptRequest): Promise<Attempted>;
  /** Cancels the delivery, unless it has ended. */
  cancelDelivery(input: { readonly delivery_id: string; readonly reason: string }): Promise<Attempted>;
}

export interface AttemptRequest {
  readonly delivery_id: string;
  /** Who asked for an attempt by hand; each id is used once. */
  readonly retry_ids: readonly string[];
  /** The subscription that the run has not asked anything about yet; null for a callback, and after the run's first step. */
  readonly first_attempt_webhook_id: string | null;
}

export interface Attempted {
  readonly kind: "attempted";
  /** What comes next. */
  readonly next: Next;
  /** Those of the request's retry ids that are done with. */
  readonly used: readonly string[];
}

export type Next =
  | { readonly kind: "ended"; readonly status: Exclude<DeliveryStatus, "pending">; readonly why: string }
  /** The subscription is disabled, or its release has not come to this delivery. */
  | { readonly kind: "held"; readonly why: string }
  | {
    readonly kind: "wait";
    /** Milliseconds. */
    readonly delay: number;
    /** ISO 8601. */
    readonly at: string;
    /** The attempt to come, of the schedule's so many. */
    readonly attempt: number;
    readonly of: number;
    /** Of the last attempt: a status or an error's code, never an address. */
    readonly why: string;
  };
