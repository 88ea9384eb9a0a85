import { findMaintenance } from "#db/maintenance.ts";
import { ApiError } from "#shared/errors.ts";
import type { KnownMaintenance } from "../rate-limiter.ts";
import type { Call } from "../request-context.ts";
import type { SystemServices } from "../services.ts";

/** Paths that answer during a maintenance, whatever the method; probes never get here. Operators end it in the console. */
const EXEMPT = /^\/(?:v1\/(?:admin\/|status$)|console(?:\/|$))/;

/** Whether a maintenance refuses the request. */
export function heedsMaintenance({ ctx }: Pick<Call, "ctx">): boolean {
  return !EXEMPT.test(ctx.path);
}

/**
 * Ends the request during a maintenance. Where Redis does not know, Postgres decides: Redis may have lost its data meanwhile.
 *
 * @throws ApiError 503 `maintenance`
 */
export async function checkMaintenance({ services }: Call, known: KnownMaintenance): Promise<void> {
  const seconds = known ?? await recallMaintenance(services);
  if (seconds === 0) return;
  void confirmMaintenance(services);
  throw new ApiError("maintenance", `Planned maintenance; try again in ${seconds} s.`, {
    headers: { "Retry-After": `${seconds}` },
  });
}

/** How often a process that refuses requests asks Postgres whether the maintenance goes on. */
const CONFIRM_MS = 5_000;
const confirmed = new WeakMap<SystemServices, number>();

/** Has Redis forget a maintenance that Postgres does not know: a replica that lagged, or an old copy of Redis, may have brought it back. */
async function confirmMaintenance(services: SystemServices): Promise<void> {
  const now = performance.now();
  if (now - (confirmed.get(services) ?? -Infinity) < CONFIRM_MS) return;
  confirmed.set(services, now);
  const isOver = await findMaintenance(services.systemDatabase).then((row) => row === null, () => false);
  // One that begins just now is in Postgres already: the next request finds it there.
  if (isOver) await services.limiter.forgetMaintenance().catch(() => {});
}

const recalls = new WeakMap<SystemServices, Promise<number>>();

/** Reads the maintenance from Postgres and copies it to Redis: one read at a time, whatever the number of requests. */
function recallMaintenance(services: SystemServices): Promise<number> {
  let recall = recalls.get(services);
  if (recall === undefined) {
    recall = readMaintenance(services).finally(() => recalls.delete(services));
    recalls.set(services, recall);
  }
  return recall;
}

/** 0 where Postgres is out of reach: the request then ends by that, and the next one looks again. */
async function readMaintenance({ systemDatabase, limiter }: SystemServices): Promise<number> {
  const seconds = await findMaintenance(systemDatabase).then(
    (row) => row?.retry_after_seconds ?? 0,
    () => null,
  );
  if (seconds !== null) await limiter.copyMaintenance(seconds, true).catch(() => {});
  return seconds ?? 0;
}
