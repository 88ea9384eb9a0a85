import type { EventType } from "#shared/webhooks/events.ts";
import { shortName, type WorkflowSignalWithStart, type WorkflowStart } from "./command.ts";

export const WEBHOOK_DELIVERY_WORKFLOW = "webhookDelivery";

export interface WebhookDeliveryInput {
  readonly delivery_id: string;
  /** The subscription; null for a callback. */
  readonly webhook_id: string | null;
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
  readonly organization_name: string;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly simulation_id: string | null;
  /** Null for a callback. */
  readonly webhook_id: string | null;
}

/** How Temporal is asked to carry a delivery: ids and the organization's name; the URL, the body and the secret stay in Postgres. */
export function deliveryStart(delivery: DeliveryToStart): WorkflowStart {
  const { id, organization_id, event_id, event_type, simulation_id, webhook_id } = delivery;
  const name = shortName(delivery.organization_name);
  const input: WebhookDeliveryInput = { delivery_id: id, webhook_id };
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
    summary: `${event_type} to ${target}, ${name}`,
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
