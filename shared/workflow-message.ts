import type { JsonObject } from "./json.ts";

/** One task queue a kind of work, so that a burst of one never starves another. */
export const TASK_QUEUES = ["simulations", "readings", "training", "deliveries"] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];

/** The search attributes that operators filter by; registered with the namespace. */
export const SEARCH_ATTRIBUTES = {
  OrganizationId: "Keyword",
  SimulationId: "Keyword",
  WebhookId: "Keyword",
  Stage: "Keyword",
  Outcome: "Keyword",
  Progress: "Int",
  NextAttempt: "Datetime",
} as const;

/** Asks Temporal to start a workflow. Everything in it is visible to operators: ids and counts only. */
export interface WorkflowStart {
  readonly kind: "start";
  readonly workflow_type: string;
  /** `<kind>/<row id>`: a second start under the same id is harmless. */
  readonly workflow_id: string;
  readonly task_queue: TaskQueue;
  readonly input: JsonObject;
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

/** Asks Temporal to cancel a workflow; one that has ended already counts as cancelled. */
export interface WorkflowCancel {
  readonly kind: "cancel";
  readonly workflow_id: string;
}

/** What an outbox row carries. */
export type WorkflowMessage = WorkflowStart | WorkflowCancel;
