import type { EndedStatus, EventType, ParkedReason } from "#shared/webhooks/events.ts";
import {
  signalling,
  workflowIdOf,
  type WorkflowSignal,
  type WorkflowSignalWithStart,
  type WorkflowStart,
} from "./command.ts";

/** The contract of the workflow that delivers one event to one endpoint. */

export interface WebhookDeliveryInput {
  readonly delivery_id: string;
  /** The subscription; null for a callback. */
  readonly webhook_id: string | null;
}

/**
 * The signals of a delivery: one attempt now (with an optional retry id), the end of a pause, the end of an attempt that was left in flight,
 * and the end of the delivery. A signal only wakes the workflow; what it has to do stands in Postgres.
 */
export type DeliverySignal = "retryNow" | "wake" | "attemptEnded" | "cancel";

/** Prefixes of retry ids that the workflow makes itself: for a `retryNow` without an argument, and for a run after a reset. */
export const ANONYMOUS_RETRIES = { signal: "signal/", reset: "reset/" } as const;

/** Input of one step: an attempt, or whatever else the delivery's row calls for. */
export interface StepRequest {
  readonly delivery_id: string;
  /** Retries by hand that signals have requested since the last step; each id is consumed once. */
  readonly retry_ids: readonly string[];
  /** In a run's first step the activity can skip reading the delivery's state. */
  readonly is_first: boolean;
}

/** The workflow's next step. A `reason` is a status or an error's code, never an address. */
export type NextStep =
  | { readonly kind: "ended"; readonly status: EndedStatus; readonly reason: string }
  /** Until the release that follows the enabling of the subscription. */
  | { readonly kind: "held"; readonly reason: string }
  /** Until the endpoint has a place for it, or answers again. */
  | {
    readonly kind: "parked";
    readonly reason: ParkedReason;
    /** ISO 8601; null where the endpoint is up. */
    readonly down_since: string | null;
    /** The delivery that goes on by its schedule meanwhile. */
    readonly probe_id: string | null;
  }
  /** Until the outcome of an attempt in flight, or `delay` milliseconds, after which the outcome stays unknown. */
  | { readonly kind: "in_flight"; readonly delay: number }
  | {
    readonly kind: "wait";
    /** Milliseconds. */
    readonly delay: number;
    /** ISO 8601. */
    readonly at: string;
    /** The number of the next scheduled attempt. */
    readonly attempt: number;
    readonly max_attempts: number;
    /** Of the last failure; empty where no attempt was made before. */
    readonly reason: string;
  };

/** The part of a delivery that Temporal sees. */
export interface DeliveryToStart {
  readonly id: string;
  readonly organization_id: string;
  /** As customers see it. */
  readonly event_id: string;
  readonly event_type: EventType;
  readonly simulation_id: string | null;
  /** Null for a callback. */
  readonly webhook_id: string | null;
}

/** Starts a delivery. It carries ids alone; the URL, the body and the secret stay in Postgres. */
export function deliveryStart(delivery: DeliveryToStart): WorkflowStart {
  const { id, organization_id, event_id, event_type, simulation_id, webhook_id } = delivery;
  const receiver = webhook_id === null ? "the simulation's callback" : `subscription ${webhook_id}`;
  return {
    kind: "start",
    workflow_type: "webhookDelivery",
    workflow_id: workflowIdOf("webhookDelivery", id),
    task_queue: "deliveries",
    // The backlog of one endpoint does not delay the deliveries to others.
    fairness_key: webhook_id ?? organization_id,
    // Temporal gives the local activity of a killed worker to another one after this long.
    task_timeout_seconds: 5,
    input: { delivery_id: id, webhook_id } satisfies WebhookDeliveryInput,
    summary: `${event_type} to ${receiver}`,
    details: [
      `**Organization** \`${organization_id}\`, **event** \`${event_id}\``,
      "Failed means that its attempts are used up: a reset to the **first** workflow task sends once more.",
      "While it waits, signal `retryNow` sends at once and `cancel` ends it.",
      "While its endpoint is down, the oldest due delivery goes on by its schedule; the others wait without attempts.",
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
  return signalling(deliveryStart(delivery), "retryNow" satisfies DeliverySignal, [retryId]);
}

/** Continues a delivery that is no longer held or parked, in the running workflow or a new one. */
export function deliveryWake(delivery: DeliveryToStart): WorkflowSignalWithStart {
  return signalling(deliveryStart(delivery), "wake" satisfies DeliverySignal);
}

/** Tells a delivery's run, where there is one, of what stands in Postgres: the end of its attempt, or of the delivery. */
export function deliverySignal(deliveryId: string, signal: "attemptEnded" | "cancel"): WorkflowSignal {
  return {
    kind: "signal",
    workflow_id: workflowIdOf("webhookDelivery", deliveryId),
    signal,
    signal_args: [],
  };
}
