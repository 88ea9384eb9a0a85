import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ScheduleAlreadyRunning } from "@temporalio/client";
import type { Logger } from "#shared/log.ts";
import { DATA_RETENTION_SCHEDULE, DATA_RETENTION_START } from "#temporal/data-retention.ts";

const RETRY_MS = 10_000;

export interface ScheduleDependencies {
  readonly client: Client;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Creates the schedule of the data retention, or updates it to this release's. Every worker does so when it starts, and retries until it
 * succeeds or the signal aborts. A schedule that an operator has paused stays paused.
 */
export async function scheduleDataRetention({ client, log, signal }: ScheduleDependencies): Promise<void> {
  while (!signal.aborted) {
    try {
      return await createOrUpdate(client);
    } catch (error) {
      log.warn({ err: error }, "The data retention is not scheduled yet; the worker tries again");
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

async function createOrUpdate({ schedule }: Client): Promise<void> {
  try {
    await schedule.create(DATA_RETENTION_START);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { spec, policies, action } = DATA_RETENTION_START;
    await schedule.getHandle(DATA_RETENTION_SCHEDULE).update(({ state }) => ({
      spec,
      policies,
      action,
      state,
    }));
  }
}
