import { setTimeout as sleep } from "node:timers/promises";
import { fillShares, startProbes } from "#db/deliveries/endpoints.ts";
import type { Database } from "#db/postgres/database.ts";
import type { Logger } from "#shared/log.ts";
import type { OutboxDispatcher } from "#temporal/outbox-dispatcher.ts";

/**
 * The most probes that a process starts at once, and the time between. However many endpoints are dead, and however soon their deliveries use
 * up their schedules, the starts of a process's probes stay at six a second; one dead endpoint waits half a second for its next probe.
 */
const PROBES_AT_ONCE = 3;
const PAUSE_MS = 500;

export interface ParkedDeliveriesDependencies {
  /** Sees every organization. */
  readonly database: Database;
  /** Executes the commands that wake deliveries. */
  readonly dispatcher: OutboxDispatcher;
  /** The attempts in flight of an organization, over all workers, from which on its callbacks wait. */
  readonly attemptsPerOrganization: number;
  readonly log: Logger;
  /** Ends the loop. */
  readonly signal: AbortSignal;
}

/**
 * Wakes what no end of an attempt wakes, until the signal aborts: the probes of endpoints that are down, and callbacks that wait for their
 * organization's share. Several processes share them. What a process claims and loses when it dies, the reconciler finds.
 */
export async function wakeParked(
  { database, dispatcher, attemptsPerOrganization, log, signal }: ParkedDeliveriesDependencies,
): Promise<void> {
  let isReachable = true;
  while (!signal.aborted) {
    try {
      for (const row of await startProbes(database, PROBES_AT_ONCE)) dispatcher.dispatch(row);
      for (const row of await fillShares(database, attemptsPerOrganization)) dispatcher.dispatch(row);
      isReachable = true;
    } catch (error) {
      if (isReachable) {
        log.warn({ err: error }, "Parked deliveries cannot be woken; the worker tries again");
      }
      isReachable = false;
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}
