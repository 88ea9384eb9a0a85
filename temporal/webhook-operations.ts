import type { DeliveryStatus } from "#shared/webhooks/events.ts";
import type { WorkflowSignalWithStart, WorkflowStart } from "./command.ts";

/** Lets the held deliveries of a subscription go on, a few a second. */
export const RELEASE_WORKFLOW = "webhookRelease";
/** Tells an organization's users that a subscription was disabled. */
export const NOTICE_WORKFLOW = "webhookDisabledNotice";
/** Retries every delivery that matches an operator's filters. */
export const RETRY_ALL_WORKFLOW = "deliveriesRetry";

export interface WebhookInput {
  readonly webhook_id: string;
}

interface Subscription {
  readonly id: string;
  readonly organization_id: string;
}

/** Asks for a release; one that is under way looks once more before it ends. */
export function releaseStart({ id, organization_id }: Subscription): WorkflowSignalWithStart {
  const input: WebhookInput = { webhook_id: id };
  return {
    kind: "signal_with_start",
    signal: "enabled",
    signal_args: [],
    workflow_type: RELEASE_WORKFLOW,
    workflow_id: `release/${id}`,
    task_queue: "deliveries",
    input: { ...input },
    summary: `release what subscription ${id} held`,
    details: "Ends by itself when nothing is held, or when the subscription is disabled or deleted again.",
    search_attributes: { OrganizationId: organization_id, WebhookId: id, Stage: "releasing" },
  };
}

/** @param noticeId one for each time that a subscription is disabled. */
export function noticeStart({ id, organization_id }: Subscription, noticeId: string): WorkflowStart {
  const input: WebhookInput = { webhook_id: id };
  return {
    kind: "start",
    workflow_type: NOTICE_WORKFLOW,
    workflow_id: `webhook-disabled/${noticeId}`,
    task_queue: "deliveries",
    input: { ...input },
    summary: `tell users that subscription ${id} was disabled`,
    details: "Sends mail to the organization's users; waits while mail cannot be sent.",
    search_attributes: { OrganizationId: organization_id, WebhookId: id, Stage: "telling" },
  };
}

/** Which deliveries an operator means; times in ISO 8601. */
export interface DeliveryFilters {
  readonly status?: DeliveryStatus;
  readonly organization_id?: string;
  readonly webhook_id?: string;
  readonly created_before?: string;
  readonly created_after?: string;
}

/** A filter's moment. A leap second, which the format allows and a Date does not, counts as the second before. */
export function instant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text.replace(/:60(?=[.Zz+-])/, ":59"));
}

export interface RetryAllInput {
  readonly job_id: string;
  readonly filters: DeliveryFilters;
  /** Deliveries that matched when the job was asked for. */
  readonly matched: number;
  /** Deliveries made later are not meant. ISO 8601. */
  readonly asked_at: string;
  /** How far an earlier run of the job has come. */
  readonly progress?: { readonly after: string; readonly done: number };
}

/** @param organizationId of the operator who asked. */
export function retryAllStart(input: RetryAllInput, organizationId: string): WorkflowStart {
  return {
    kind: "start",
    workflow_type: RETRY_ALL_WORKFLOW,
    workflow_id: `deliveries-retry/${input.job_id}`,
    task_queue: "deliveries",
    input: {
      job_id: input.job_id,
      filters: { ...input.filters },
      matched: input.matched,
      asked_at: input.asked_at,
    },
    summary: `retry ${input.matched} deliveries`,
    details: "Asks each matching delivery for one attempt. Cancelling it leaves the rest as they are.",
    search_attributes: { OrganizationId: organizationId, Stage: "retrying" },
  };
}
