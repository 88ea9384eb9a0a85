import { type Client, ScheduleAlreadyRunning, type ScheduleOptions } from "@temporalio/client";

/** Purges rows and objects that are older than their kind's term. */
export const DATA_RETENTION_WORKFLOW = "dataRetention";

/** The schedule that starts the workflow; each run's id is the workflow's name and its start time. */
export const DATA_RETENTION_SCHEDULE = "data-retention";

/** The kinds with a term; each term is a setting of the workers. */
export const PURGED_KINDS = ["idempotency_keys", "deliveries", "uploads"] as const;
export type PurgedKind = (typeof PURGED_KINDS)[number];

export interface DataRetentionInput {
  readonly kinds: readonly PurgedKind[];
}

/** How many of each kind a run purged. */
export type DataRetentionResult = Readonly<Partial<Record<PurgedKind, number>>>;

export interface PurgeInput {
  readonly kind: PurgedKind;
}

export interface PurgeResult {
  readonly purged: number;
}

const INPUT: DataRetentionInput = { kinds: PURGED_KINDS };

/** Starts the workflow hourly, so that nothing outlives its term by more than that. A run never overlaps the next one. */
const SCHEDULE = {
  scheduleId: DATA_RETENTION_SCHEDULE,
  spec: { intervals: [{ every: "1h" }] },
  policies: { overlap: "SKIP", catchupWindow: "1h" },
  action: {
    type: "startWorkflow",
    workflowType: DATA_RETENTION_WORKFLOW,
    workflowId: DATA_RETENTION_WORKFLOW,
    // The least busy queue.
    taskQueue: "training",
    args: [INPUT],
    staticSummary: `purge what is older than its term: ${PURGED_KINDS.join(", ")}`,
  },
} satisfies ScheduleOptions;

/** Creates the schedule, or updates it to this release's; a schedule that an operator has paused stays paused. */
export async function createOrUpdateSchedule({ schedule }: Client): Promise<void> {
  try {
    await schedule.create(SCHEDULE);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { spec, policies, action } = SCHEDULE;
    await schedule.getHandle(DATA_RETENTION_SCHEDULE).update(({ state }) => ({
      spec,
      policies,
      action,
      state,
    }));
  }
}
