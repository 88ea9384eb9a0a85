import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ScheduleAlreadyRunning, type ScheduleOptions } from "@temporalio/client";
import type { Logger } from "#shared/log.ts";
import { DATA_RETENTION_WORKFLOW, type DataRetentionInput, PURGED_KINDS } from "#temporal/names.ts";

const RETRY_MS = 10_000;
export const DATA_RETENTION_SCHEDULE = "data-retention";

const INPUT: DataRetentionInput = { kinds: PURGED_KINDS };

/** Hourly, so that nothing outlives its term by more than that. A run of the hour before that goes on is not overtaken. */
const SCHEDULE = {
  scheduleId: DATA_RETENTION_SCHEDULE,
  spec: { intervals: [{ every: "1h" }] },
  policies: { overlap: "SKIP", catchupWindow: "1h" },
  action: {
    type: "startWorkflow",
    workflowType: DATA_RETENTION_WORKFLOW,
    workflowId: DATA_RETENTION_WORKFLOW,
    // The queue that is seldom busy.
    taskQueue: "training",
    args: [INPUT],
    staticSummary: `forget what was kept for its term: ${PURGED_KINDS.join(", ")}`,
  },
} satisfies ScheduleOptions;

export interface ScheduleDependencies {
  readonly client: Client;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Sees to it that forgetting is scheduled as this release wants it. Every worker does so when it starts; an operator's pause stays. */
export async function scheduleDataRetention({ client, log, signal }: ScheduleDependencies): Promise<void> {
  while (!signal.aborted) {
    try {
      return await createOrUpdate(client);
    } catch (error) {
      log.warn({ err: error }, "Forgetting is not scheduled yet; the worker tries again");
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

async function createOrUpdate({ schedule }: Client): Promise<void> {
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
