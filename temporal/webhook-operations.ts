import type { DeliveryStatus, EventType } from "#shared/webhooks/events.ts";
import {
  operationStart,
  signalling,
  workflowIdOf,
  type WorkflowSignalWithStart,
  type WorkflowStart,
} from "./command.ts";

export interface WebhookInput {
  readonly webhook_id: string;
}

export interface Subscription {
  readonly id: string;
  readonly organization_id: string;
}

/** Sent each time that the subscription changes; a running job then looks at its state once more before it ends. */
export const CHANGED_SIGNAL = "changed";

/** Holds, releases or cancels the deliveries of a subscription by its present state, in the running workflow or a new one. */
export function settleStart({ id, organization_id }: Subscription): WorkflowSignalWithStart {
  const start = operationStart({
    workflow_type: "settleSubscription",
    workflow_id: workflowIdOf("settleSubscription", id),
    input: { webhook_id: id } satisfies WebhookInput,
    summary: `settle the deliveries of subscription ${id}`,
    details:
      "Holds them while the subscription is disabled, releases them (at most 10 a second) when it is enabled, cancels them when it is deleted.",
    search_attributes: { OrganizationId: organization_id, WebhookId: id, Stage: "settling" },
  });
  return signalling(start, CHANGED_SIGNAL);
}

/** Notifies an organization's users by mail that a subscription was disabled. @param notificationId a new one each time that the service disables a subscription. */
export function disabledNotificationStart(
  { id, organization_id }: Subscription,
  notificationId: string,
): WorkflowStart {
  return operationStart({
    workflow_type: "notifyWebhookDisabled",
    workflow_id: `webhook-disabled/${notificationId}`,
    input: { webhook_id: id } satisfies WebhookInput,
    summary: `notify users that subscription ${id} was disabled`,
    details: "Sends mail to the organization's users; retries for as long as mail cannot be sent.",
    search_attributes: { OrganizationId: organization_id, WebhookId: id, Stage: "notifying" },
  });
}

export interface RecoverMissedInput extends WebhookInput {
  /** ISO 8601. */
  readonly since: string;
  /** Of the run before, when the workflow continued as new. */
  readonly progress?: RecoverMissedProgress;
}

/** Deliveries that were made, and the position of the last event that was looked at; null at the end. */
export interface RecoverMissedProgress {
  readonly held: number;
  readonly after: string | null;
}

/** Gives a subscription what it missed. @param recoveryId a new one for each request. */
export function recoverMissedStart(
  { id, organization_id }: Subscription,
  since: Date,
  recoveryId: string,
): WorkflowStart {
  return operationStart({
    workflow_type: "recoverMissed",
    workflow_id: `webhook-recovery/${recoveryId}`,
    input: { webhook_id: id, since: since.toISOString() },
    summary: `recover what subscription ${id} missed`,
    details:
      "Makes a held delivery of each event that the subscription has none of; the job that settles it sends them.",
    search_attributes: { OrganizationId: organization_id, WebhookId: id, Stage: "recovering" },
  });
}

/** Sent with one more job, which the run carries out after those that it has. */
export const RETRY_ALSO_SIGNAL = "retryAlso";

/** Filters of an operator or, with its organization's id, of a customer; times in ISO 8601. */
export interface DeliveryFilters {
  readonly status?: DeliveryStatus;
  readonly organization_id?: string;
  readonly webhook_id?: string;
  readonly event_type?: EventType;
  readonly created_before?: string;
  readonly created_after?: string;
}

export interface RetryDeliveriesInput {
  readonly job_id: string;
  readonly filters: DeliveryFilters;
  /** Deliveries that matched at the request, as far as they were counted. */
  readonly matched: number;
  /** Whether older ones were not counted; absent in a run of an earlier release. */
  readonly more?: boolean;
  /** When the newest of them was created: later deliveries do not match. ISO 8601. */
  readonly requested_at: string;
  /** Of the run before, when the workflow continued as new. */
  readonly progress?: { readonly after: string; readonly done: number };
  /** The other jobs, when the workflow continued as new. */
  readonly waiting?: readonly RetryDeliveriesInput[];
  /** The ids of jobs that were ended, when the workflow continued as new. */
  readonly failed?: readonly string[];
}

export interface RetryBatchInput extends Pick<RetryDeliveriesInput, "job_id" | "filters" | "requested_at"> {
  /** Where the batch before ended; null for the first batch. */
  readonly after: string | null;
}

/** `after` is null when no delivery is left. */
export interface RetryBatchResult {
  readonly retried: number;
  readonly after: string | null;
}

/** Retries every delivery that matches filters. @param organizationId of who asks for it. */
export function retryDeliveriesStart(input: RetryDeliveriesInput, organizationId: string): WorkflowStart {
  const { job_id, filters, matched, more = false, requested_at } = input;
  return operationStart({
    workflow_type: "retryDeliveries",
    workflow_id: `deliveries-retry/${job_id}`,
    input: { job_id, filters: { ...filters }, matched, more, requested_at },
    summary: `retry ${matched}${more ? " or more" : ""} deliveries`,
    details:
      "Requests one attempt of each matching delivery. Cancelling this run leaves the rest as they are.",
    search_attributes: { OrganizationId: organizationId, Stage: "retrying" },
  });
}

/**
 * Starts a customer's job, or has the run that is open carry it out after those before: so all jobs of an organization together keep the pace
 * of one. An operator's job is a run of its own.
 */
export function retryOwnDeliveriesStart(
  job: RetryDeliveriesInput,
  organizationId: string,
): WorkflowSignalWithStart {
  const start = retryDeliveriesStart(job, organizationId);
  const workflow_id = `deliveries-retry/${organizationId}`;
  return signalling({ ...start, workflow_id }, RETRY_ALSO_SIGNAL, [start.input]);
}
