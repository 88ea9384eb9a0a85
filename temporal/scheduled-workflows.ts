import type { ScheduleOptions } from "@temporalio/client";

/** Purges rows and objects that are older than their kind's term. */
export const DATA_RETENTION_WORKFLOW = "dataRetention";

/** The kinds with a term; each term is a setting of the workers, but for the contract's own of sign-ups. */
export const PURGED_KINDS = [
  "idempotency_keys",
  "deliveries",
  "uploads",
  "audit_log",
  "payments",
  "unproved_sign_ups",
  "forecast_estimates",
] as const;
export type PurgedKind = (typeof PURGED_KINDS)[number];

export interface DataRetentionInput {
  readonly kinds: readonly PurgedKind[];
}

/**
 * Starts the workflow hourly, so that nothing outlives its term by more than that. A run never overlaps the next one; its id is the
 * workflow's name and its start time.
 */
export const DATA_RETENTION_SCHEDULE = {
  scheduleId: "data-retention",
  spec: { intervals: [{ every: "1h" }] },
  policies: { overlap: "SKIP", catchupWindow: "1h" },
  action: {
    type: "startWorkflow",
    workflowType: DATA_RETENTION_WORKFLOW,
    workflowId: DATA_RETENTION_WORKFLOW,
    taskQueue: "operations",
    args: [{ kinds: PURGED_KINDS } satisfies DataRetentionInput],
    staticSummary: `purge what is older than its term: ${PURGED_KINDS.join(", ")}`,
  },
} satisfies ScheduleOptions;

/**
 * Ends rows whose workflow closed without doing so, restarts lost workflows, and wakes deliveries that nothing else wakes. A run that an
 * operator terminates shows as failed within 60 seconds (contract, "Simulations"). One run at a time, over all workers, however many they are.
 */
export const RECONCILER_SCHEDULE = {
  scheduleId: "reconciler",
  spec: { intervals: [{ every: "20s" }] },
  policies: { overlap: "SKIP", catchupWindow: "1m" },
  action: {
    type: "startWorkflow",
    workflowType: "reconcile",
    workflowId: "reconcile",
    taskQueue: "operations",
    // While one runs no other begins: this ends one that no worker takes on, or whose history no worker can replay.
    workflowRunTimeout: "6m",
    staticSummary: "end rows whose workflow closed, restart lost workflows",
  },
} satisfies ScheduleOptions;
