import { setTimeout as sleep } from "node:timers/promises";
import { startProbes } from "#db/deliveries/endpoints.ts";
import type { Database } from "#db/postgres/database.ts";
import type { Logger } from "#shared/log.ts";
import type { OutboxDispatcher } from "#temporal/outbox-dispatcher.ts";

/**
 * The most probes that a process starts at once, and the time between. However many endpoints are dead, and however soon their deliveries use
 * up their schedules, the starts of a process's probes stay at six a second; one dead endpoint waits half a second for its next probe.
 */
const PROBES_AT_ONCE = 3;
const PAUSE_MS = 500;

export interface ProbesDependencies {
  /** Sees every organization. */
  readonly database: Database;
  /** Executes the commands that wake the probes. */
  readonly dispatcher: OutboxDispatcher;
  readonly log: Logger;
  /** Ends the loop. */
  readonly signal: AbortSignal;
}

/**
 * Starts the probes of endpoints that are down, until the signal aborts. Several processes share the endpoints.
 * What a process claims and loses when it dies, the reconciler finds.
 */
export async function runProbes({ database, dispatcher, log, signal }: ProbesDependencies): Promise<void> {
  let isReachable = true;
  while (!signal.aborted) {
    try {
      for (const row of await startProbes(database, PROBES_AT_ONCE)) dispatcher.dispatch(row);
      isReachable = true;
    } catch (error) {
      if (isReachable) {
        log.warn({ err: error }, "The probes of endpoints cannot be started; the worker tries again");
      }
      isReachable = false;
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}
