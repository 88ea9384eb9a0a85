import { setTimeout as sleep } from "node:timers/promises";
import {
  CALLBACKS_AT_ONCE,
  fillShare,
  organizationsWithRoom,
  startProbes,
} from "#db/deliveries/endpoints.ts";
import type { Dependencies } from "#activities/dependencies.ts";
import type { RelayDependencies } from "./outbox-relay.ts";

/**
 * The most probes that a process starts at once, and the time between. However many endpoints are dead, and however soon their deliveries use
 * up their schedules, the starts of a process's probes stay at six a second; one dead endpoint waits half a second for its next probe.
 */
const PROBES_AT_ONCE = 3;
const PAUSE_MS = 500;

type ParkedDeliveriesDependencies =
  & Pick<RelayDependencies, "database" | "log" | "signal">
  & Pick<Dependencies, "attemptsPerOrganization">;

/** How often an organization is given callbacks in a row, in turn with the others, while it has room: 200 a second are more than a worker sends. */
const ROUNDS = 5;

/**
 * Wakes what no end of an attempt wakes, until the signal aborts: the probes of endpoints that are down, and callbacks that wait for their
 * organization's share. Several processes share them. What a process claims and loses when it dies, the reconciler finds.
 */
export async function wakeParked(dependencies: ParkedDeliveriesDependencies): Promise<void> {
  await Promise.all([
    untilAborted(dependencies, () => startProbes(dependencies.database, PROBES_AT_ONCE)),
    untilAborted(dependencies, () => fillShares(dependencies)),
  ]);
}

/** @throws the first organization's error after all had their turns: one whose rows are locked holds up no other. */
async function fillShares(
  { database, attemptsPerOrganization: share }: ParkedDeliveriesDependencies,
): Promise<void> {
  let failure: unknown = null;
  let waiting = await organizationsWithRoom(database, share);
  for (let round = 0; round < ROUNDS && waiting.length > 0; round++) {
    const more: string[] = [];
    for (const organization of waiting) {
      try {
        if (await fillShare(database, organization, share) === CALLBACKS_AT_ONCE) more.push(organization);
      } catch (error) {
        failure ??= error;
      }
    }
    waiting = more;
  }
  if (failure !== null) throw failure;
}

async function untilAborted(
  { log, signal }: ParkedDeliveriesDependencies,
  work: () => Promise<void>,
): Promise<void> {
  let isReachable = true;
  while (!signal.aborted) {
    try {
      await work();
      isReachable = true;
    } catch (error) {
      if (isReachable) log.warn({ err: error }, "Parked deliveries cannot be woken; the worker tries again");
      isReachable = false;
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}
