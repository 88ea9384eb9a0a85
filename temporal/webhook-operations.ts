import type { DeliveryStatus } from "#shared/webhooks/events.ts";
import type { WorkflowSignalWithStart, WorkflowStart } from "./command.ts";

export interface WebhookInput {
  readonly webhook_id: string;
}

interface Subscription {
  readonly id: string;
  readonly organization_id: string;
}

/** Releases the held deliveries of a subscription, at most 10 a second. */
export const RELEASE_WORKFLOW = "releaseHeldDeliveries";
/** Sent each time that the subscription is enabled; a running release then looks for held deliveries once more before it ends. */
export const ENABLED_SIGNAL = "enabled";

export interface ReleaseResult {
  readonly released: number;
}

/** `more`: deliveries may still be held. */
export interface ReleaseBatchResult extends ReleaseResult {
  readonly more: boolean;
}

/** Releases what a subscription held, in the running workflow or a new one. */
export function releaseStart({ id, organization_id }: Subscription): WorkflowSignalWithStart {
  const input: WebhookInput = { webhook_id: id };
  return {
    kind: "signal_with_start",
    signal: ENABLED_SIGNAL,
    signal_args: [],
    workflow_type: RELEASE_WORKFLOW,
    workflow_id: `release/${id}`,
    task_queue: "deliveries",
    input: { ...input },
    summary: `release the held deliveries of subscription ${id}`,
    details: "Ends when no delivery is held, or when the subscription is disabled or deleted again.",
    search_attributes: { OrganizationId: organization_id, WebhookId: id, Stage: "releasing" },
  };
}

/** Notifies an organization's users by mail that a subscription was disabled. */
export const DISABLED_NOTIFICATION_WORKFLOW = "notifyWebhookDisabled";

/** @param notificationId a new one each time that the service disables a subscription. */
export function disabledNotificationStart(
  { id, organization_id }: Subscription,
  notificationId: string,
): WorkflowStart {
  const input: WebhookInput = { webhook_id: id };
  return {
    kind: "start",
    workflow_type: DISABLED_NOTIFICATION_WORKFLOW,
    workflow_id: `webhook-disabled/${notificationId}`,
    task_queue: "deliveries",
    input: { ...input },
    summary: `notify users that subscription ${id} was disabled`,
    details: "Sends mail to the organization's users; retries for as long as mail cannot be sent.",
    search_attributes: { OrganizationId: organization_id, WebhookId: id, Stage: "notifying" },
  };
}

/** Retries every delivery that matches an operator's filters. */
export const RETRY_DELIVERIES_WORKFLOW = "retryDeliveries";

/** An operator's filters; times in ISO 8601. */
export interface DeliveryFilters {
  readonly status?: DeliveryStatus;
  readonly organization_id?: string;
  readonly webhook_id?: string;
  readonly created_before?: string;
  readonly created_after?: string;
}

export interface RetryDeliveriesInput {
  readonly job_id: string;
  readonly filters: DeliveryFilters;
  /** Deliveries that matched at the request. */
  readonly matched: number;
  /** Deliveries created later do not match. ISO 8601. */
  readonly requested_at: string;
  /** Of the run before, when the workflow continued as new. */
  readonly progress?: { readonly after: string; readonly done: number };
}

export interface RetryDeliveriesResult {
  readonly retried: number;
}

/** The answer of the workflow's query `progress`. */
export interface RetryDeliveriesProgress {
  readonly done: number;
  readonly total: number;
}

export interface RetryBatchInput extends Pick<RetryDeliveriesInput, "job_id" | "filters" | "requested_at"> {
  /** The last delivery of the batch before; null for the first batch. */
  readonly after: string | null;
}

/** `after` is null when no delivery is left. */
export interface RetryBatchResult extends RetryDeliveriesResult {
  readonly after: string | null;
}

/** @param organizationId of the operator. */
export function retryDeliveriesStart(input: RetryDeliveriesInput, organizationId: string): WorkflowStart {
  const { job_id, filters, matched, requested_at } = input;
  return {
    kind: "start",
    workflow_type: RETRY_DELIVERIES_WORKFLOW,
    workflow_id: `deliveries-retry/${job_id}`,
    task_queue: "deliveries",
    input: { job_id, filters: { ...filters }, matched, requested_at },
    summary: `retry ${matched} deliveries`,
    details:
      "Requests one attempt of each matching delivery. Cancelling this run leaves the rest as they are.",
    search_attributes: { OrganizationId: organizationId, Stage: "retrying" },
  };
}
