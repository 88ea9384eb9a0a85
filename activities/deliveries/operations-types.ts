import type { DeliveryFilters, WebhookInput } from "#temporal/webhook-operations.ts";

/** What the workflows around deliveries ask of their activities. */
export interface WebhookOperationsActivities {
  /** Releases some held deliveries, at most 10 a second; `more` while there are any. */
  releaseSome(input: WebhookInput): Promise<{ readonly released: number; readonly more: boolean }>;
  /** Asks for one attempt of each of the next deliveries that match, in the order of their ids; `after` is null when there are no more. */
  retrySome(input: RetrySome): Promise<{ readonly retried: number; readonly after: string | null }>;
  /** Tells the organization's users that a subscription was disabled; fails, to be tried again, while mail cannot be sent. */
  notifyDisabled(input: WebhookInput): Promise<void>;
}

export interface RetrySome {
  readonly job_id: string;
  readonly filters: DeliveryFilters;
  readonly asked_at: string;
  /** The delivery that the last batch ended with. */
  readonly after: string | null;
}
