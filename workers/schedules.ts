import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ScheduleAlreadyRunning } from "@temporalio/client";
import { DATA_RETENTION_SCHEDULE, RECONCILER_SCHEDULE } from "#temporal/scheduled-workflows.ts";
import type { RelayDependencies } from "./outbox-relay.ts";

const SCHEDULES = [DATA_RETENTION_SCHEDULE, RECONCILER_SCHEDULE];
const RETRY_MS = 10_000;
/** How often a worker looks whether they are still there: a Temporal that was set up anew or restored may lack them. */
const WATCH_MS = 60_000;

/**
 * Creates or updates the schedules as this release defines them, and creates them again where Temporal has lost them. Every worker does so,
 * until the signal aborts.
 */
export async function createSchedules(
  { client, log, signal }: Pick<RelayDependencies, "client" | "log" | "signal">,
): Promise<void> {
  let updated = false;
  while (!signal.aborted) {
    let pause = WATCH_MS;
    try {
      for (const schedule of SCHEDULES) await ensure(client, schedule, !updated);
      updated = true;
    } catch (error) {
      pause = RETRY_MS;
      log.warn({ err: error }, "The schedules are not created yet; the worker tries again");
    }
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}

/** Creates a schedule; one that is there is updated to this release's, if asked for, and stays paused where an operator has paused it. */
async function ensure(
  { schedule }: Client,
  options: (typeof SCHEDULES)[number],
  update: boolean,
): Promise<void> {
  try {
    await schedule.create(options);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    if (!update) return;
    const { scheduleId, spec, policies, action } = options;
    await schedule.getHandle(scheduleId).update(({ state }) => ({ spec, policies, action, state }));
  }
}
