import type { EventType } from "./webhook-events.ts";
import type { WorkflowSignalWithStart, WorkflowStart } from "./workflow-message.ts";

export const WEBHOOK_DELIVERY_WORKFLOW = "webhookDelivery";

export interface WebhookDeliveryInput {
  readonly delivery_id: string;
}

/** The signals that a delivery understands. */
export const DELIVERY_SIGNALS = { retryNow: "retryNow", release: "release", cancel: "cancel" } as const;

/**
 * How the ids begin of attempts that nobody named: a `retryNow` without an argument, a run that was reset. One attempt answers all of them
 * that wait, so that a reset does not repeat the signals that Temporal applies again.
 */
export const ANONYMOUS_RETRIES = { signal: "signal/", reset: "reset/" } as const;

export function isAnonymousRetry(retryId: string): boolean {
  return Object.values(ANONYMOUS_RETRIES).some((prefix) => retryId.startsWith(prefix));
}

export function deliveryWorkflowId(deliveryId: string): string {
  return `delivery/${deliveryId}`;
}

/** What Temporal is told of a delivery. */
export interface DeliveryToStart {
  readonly id: string;
  readonly organization_id: string;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly simulation_id: string | null;
  /** Null for a callback. */
  readonly webhook_id: string | null;
}

/** How Temporal is asked to carry a delivery: ids alone; the URL, the body and the secret stay in Postgres. */
export function deliveryStart(delivery: DeliveryToStart): WorkflowStart {
  const { id, organization_id, event_id, event_type, simulation_id, webhook_id } = delivery;
  const input: WebhookDeliveryInput = { delivery_id: id };
  const target = webhook_id === null ? "the simulation's callback" : `subscription ${webhook_id}`;
  return {
    kind: "start",
    workflow_type: WEBHOOK_DELIVERY_WORKFLOW,
    workflow_id: deliveryWorkflowId(id),
    task_queue: "deliveries",
    // A target whose deliveries pile up does not stand in the way of another's.
    fairness_key: webhook_id ?? organization_id,
    // A worker that was killed in a short step is noticed after this long.
    task_timeout_seconds: 5,
    input: { ...input },
    summary: `${event_type} to ${target}`,
    details: [
      `**Event** \`${event_id}\`, **organization** \`${organization_id}\``,
      "Signal `retryNow` sends once more while this run waits, `cancel` ends it. A Failed run used up its attempts: reset it to its " +
      "**first** workflow task and it sends once more, with what is current of the subscription.",
    ].join("\n\n"),
    search_attributes: {
      OrganizationId: organization_id,
      ...(simulation_id === null ? {} : { SimulationId: simulation_id }),
      ...(webhook_id === null ? {} : { WebhookId: webhook_id }),
    },
  };
}

/** Asks for one more attempt, whatever the delivery's state. @param retryId consumed once, however often Temporal is told. */
export function deliveryRetry(delivery: DeliveryToStart, retryId: string): WorkflowSignalWithStart {
  return {
    ...deliveryStart(delivery),
    kind: "signal_with_start",
    signal: DELIVERY_SIGNALS.retryNow,
    signal_args: [retryId],
  };
}

/** Lets a held delivery go on. */
export function deliveryRelease(delivery: DeliveryToStart): WorkflowSignalWithStart {
  return {
    ...deliveryStart(delivery),
    kind: "signal_with_start",
    signal: DELIVERY_SIGNALS.release,
    signal_args: [],
  };
}
