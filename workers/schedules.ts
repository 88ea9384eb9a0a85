import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ScheduleAlreadyRunning } from "@temporalio/client";
import type { Logger } from "#shared/log.ts";
import { DATA_RETENTION_SCHEDULE, RECONCILER_SCHEDULE } from "#temporal/scheduled-workflows.ts";

const SCHEDULES = [DATA_RETENTION_SCHEDULE, RECONCILER_SCHEDULE];
const RETRY_MS = 10_000;

export interface ScheduleDependencies {
  readonly client: Client;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Creates or updates the schedules as this release defines them. Every worker does so when it starts, and retries until it succeeds or the
 * signal aborts.
 */
export async function createSchedules({ client, log, signal }: ScheduleDependencies): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const schedule of SCHEDULES) await createOrUpdate(client, schedule);
      return;
    } catch (error) {
      log.warn({ err: error }, "The schedules are not created yet; the worker tries again");
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

/** Creates a schedule, or updates it to this release's; a schedule that an operator has paused stays paused. */
async function createOrUpdate({ schedule }: Client, options: (typeof SCHEDULES)[number]): Promise<void> {
  try {
    await schedule.create(options);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { scheduleId, spec, policies, action } = options;
    await schedule.getHandle(scheduleId).update(({ state }) => ({ spec, policies, action, state }));
  }
}
