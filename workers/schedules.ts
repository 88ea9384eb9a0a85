import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import type { Logger } from "#shared/log.ts";
import { createOrUpdateSchedule } from "#temporal/data-retention.ts";

const RETRY_MS = 10_000;

export interface ScheduleDependencies {
  readonly client: Client;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Schedules the data retention as this release defines it. Every worker does so when it starts, and retries until it succeeds or the
 * signal aborts.
 */
export async function scheduleDataRetention({ client, log, signal }: ScheduleDependencies): Promise<void> {
  while (!signal.aborted) {
    try {
      return await createOrUpdateSchedule(client);
    } catch (error) {
      log.warn({ err: error }, "The data retention is not scheduled yet; the worker tries again");
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}
