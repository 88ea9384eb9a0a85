import type { EndedStatus, EventType } from "#shared/webhooks/events.ts";
import {
  shortName,
  type WorkflowSignal,
  type WorkflowSignalWithStart,
  type WorkflowStart,
} from "./command.ts";

/** Delivers one event to one endpoint. */
export const WEBHOOK_DELIVERY_WORKFLOW = "webhookDelivery";

export function deliveryWorkflowId(deliveryId: string): string {
  return `delivery/${deliveryId}`;
}

export interface WebhookDeliveryInput {
  readonly delivery_id: string;
  /** The subscription; null for a callback. */
  readonly webhook_id: string | null;
}

/** A delivery that used up its schedule ends as a Failed workflow instead. */
export interface WebhookDeliveryResult {
  readonly status: EndedStatus;
}

/** The signals of a delivery: one attempt now (with an optional retry id), the end of a hold, the end of the delivery. */
export const DELIVERY_SIGNALS = { retryNow: "retryNow", release: "release", cancel: "cancel" } as const;

/**
 * Prefixes of retry ids that the workflow makes itself: for a `retryNow` without an argument, and for a run after a reset. One attempt
 * consumes all of them, because Temporal applies the signals of a reset run again.
 */
export const ANONYMOUS_RETRIES = { signal: "signal/", reset: "reset/" } as const;

export function isAnonymousRetry(retryId: string): boolean {
  return Object.values(ANONYMOUS_RETRIES).some((prefix) => retryId.startsWith(prefix));
}

/** Input of one step: an attempt, or whatever else the delivery's row calls for. */
export interface AttemptRequest {
  readonly delivery_id: string;
  /** Pending retries by hand; each id is consumed once. */
  readonly retry_ids: readonly string[];
  /** In a run's first step its subscription, so that the activity can skip reading the state; null later and for a callback. */
  readonly first_attempt_webhook_id: string | null;
}

/** A step that is done, with the workflow's next one. */
export interface AttemptResult {
  readonly kind: "done";
  readonly next: NextStep;
  /** Those of the request's retry ids that attempts have consumed. */
  readonly consumed_retry_ids: readonly string[];
}

/** The local activity leaves the step to the regular one. */
export interface DeferredAttempt {
  readonly kind: "deferred";
}

/** A `reason` is a status or an error's code, never an address. */
export type NextStep =
  | { readonly kind: "ended"; readonly status: EndedStatus; readonly reason: string }
  /** Until the release that follows the enabling of the subscription. */
  | { readonly kind: "held"; readonly reason: string }
  | {
    readonly kind: "wait";
    /** Milliseconds. */
    readonly delay: number;
    /** ISO 8601. */
    readonly at: string;
    /** The number of the next scheduled attempt. */
    readonly attempt: number;
    readonly max_attempts: number;
    /** Of the last failure; empty where no attempt was made in this step. */
    readonly reason: string;
  };

/** The part of a delivery that Temporal sees. */
export interface DeliveryToStart {
  readonly id: string;
  readonly organization_id: string;
  readonly organization_name: string;
  /** As customers see it. */
  readonly event_id: string;
  readonly event_type: EventType;
  readonly simulation_id: string | null;
  /** Null for a callback. */
  readonly webhook_id: string | null;
}

/** Starts a delivery. It carries ids and the organization's name; the URL, the body and the secret stay in Postgres. */
export function deliveryStart(delivery: DeliveryToStart): WorkflowStart {
  const { id, organization_id, event_id, event_type, simulation_id, webhook_id } = delivery;
  const name = shortName(delivery.organization_name);
  const input: WebhookDeliveryInput = { delivery_id: id, webhook_id };
  const receiver = webhook_id === null ? "the simulation's callback" : `subscription ${webhook_id}`;
  return {
    kind: "start",
    workflow_type: WEBHOOK_DELIVERY_WORKFLOW,
    workflow_id: deliveryWorkflowId(id),
    task_queue: "deliveries",
    // The backlog of one endpoint does not delay the deliveries to others.
    fairness_key: webhook_id ?? organization_id,
    // Temporal gives the local activity of a killed worker to another one after this long.
    task_timeout_seconds: 5,
    input: { ...input },
    summary: `${event_type} to ${receiver}, ${name}`,
    details: [
      `**Organization** ${name} (\`${organization_id}\`), **event** \`${event_id}\``,
      "Failed means that its attempts are used up: a reset to the **first** workflow task sends once more.",
      "While it waits, signal `retryNow` sends at once and `cancel` ends it.",
    ].join("\n\n"),
    search_attributes: {
      OrganizationId: organization_id,
      ...(simulation_id === null ? {} : { SimulationId: simulation_id }),
      ...(webhook_id === null ? {} : { WebhookId: webhook_id }),
    },
  };
}

/** Requests one more attempt, whatever the delivery's status. @param retryId consumed once, however often the command is executed. */
export function deliveryRetry(delivery: DeliveryToStart, retryId: string): WorkflowSignalWithStart {
  return {
    ...deliveryStart(delivery),
    kind: "signal_with_start",
    signal: DELIVERY_SIGNALS.retryNow,
    signal_args: [retryId],
  };
}

/** Continues a delivery that is no longer held. */
export function deliveryRelease(delivery: DeliveryToStart): WorkflowSignalWithStart {
  return {
    ...deliveryStart(delivery),
    kind: "signal_with_start",
    signal: DELIVERY_SIGNALS.release,
    signal_args: [],
  };
}

/** Ends the run of a delivery that is cancelled in Postgres. */
export function deliveryCancel(deliveryId: string): WorkflowSignal {
  return {
    kind: "signal",
    workflow_id: deliveryWorkflowId(deliveryId),
    signal: DELIVERY_SIGNALS.cancel,
    signal_args: [],
  };
}
