import type { Json, JsonObject } from "#shared/json.ts";

/** One task queue a kind of work, so that a burst of one never starves another. */
export const TASK_QUEUES = ["simulations", "readings", "training", "deliveries"] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];

/** An organization's name as it fits a run's summary. */
export function shortName(name: string): string {
  return name.slice(0, 60);
}

/** A workflow's run as it is to be started. Everything in it is visible to operators: ids and counts only. */
interface Run {
  readonly workflow_type: string;
  /** `<kind>/<row id>`: a second start under the same id is harmless. */
  readonly workflow_id: string;
  readonly task_queue: TaskQueue;
  readonly input: JsonObject;
  /** Runs of one key share what the workers can do with those of the others, however many wait; at most 64 bytes. */
  readonly fairness_key?: string;
  /** After this long a workflow task is given to another worker; Temporal's own is 10 s. */
  readonly task_timeout_seconds?: number;
  /** One line for the Temporal UI, at most 200 bytes. */
  readonly summary: string;
  /** Markdown for the Temporal UI: owner, links, what to do. */
  readonly details: string;
  readonly search_attributes: {
    readonly OrganizationId: string;
    readonly SimulationId?: string;
    readonly WebhookId?: string;
    readonly Stage?: string;
  };
}

/** Asks Temporal to start a workflow, unless one ever ran under its id. */
export interface WorkflowStart extends Run {
  readonly kind: "start";
}

/**
 * Asks Temporal to signal a workflow, in a new run when none is open. Told twice it signals twice, so what the signal asks for must carry
 * its own id, or be harmless twice.
 */
export interface WorkflowSignalWithStart extends Run {
  readonly kind: "signal_with_start";
  readonly signal: string;
  readonly signal_args: readonly Json[];
}

/** Asks Temporal to signal a workflow; one that has ended does not need it any more. */
export interface WorkflowSignal {
  readonly kind: "signal";
  readonly workflow_id: string;
  readonly signal: string;
  readonly signal_args: readonly Json[];
}

/** Asks Temporal to cancel a workflow; one that has ended already counts as cancelled. */
export interface WorkflowCancel {
  readonly kind: "cancel";
  readonly workflow_id: string;
}

/** What an outbox row carries. */
export type WorkflowCommand = WorkflowStart | WorkflowSignalWithStart | WorkflowSignal | WorkflowCancel;
