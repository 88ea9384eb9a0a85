import { findMaintenance } from "#db/maintenance.ts";
import { ApiError } from "#shared/errors.ts";
import { lazilyOf, sharedFor } from "#shared/lazily.ts";
import type { KnownMaintenance } from "./rate-limiter.ts";
import type { RequestContext } from "./request-context.ts";
import type { SystemServices } from "./services.ts";

/**
 * Paths that answer during a maintenance, whatever the method, beside routes that always answer; probes never get here. Operators end it in the
 * console, where they sign in: the handlers of sign-in refuse everybody else, by {@link refuseUnlessOperator}.
 */
const EXEMPT =
  /^\/(?:v1\/(?:admin\/|auth\/(?:password\/login|magic-link\/(?:request|verify))$)|console(?:\/|$)|auth\/magic-link$)/;

/** Whether a maintenance refuses the request. An operator who has signed in reads and ends the own session. */
export function blockedByMaintenance({ path, state: { identity, route } }: RequestContext): boolean {
  const isOperators = identity?.isOperator === true && path.startsWith("/v1/auth/");
  return route?.answersAlways !== true && !isOperators && !EXEMPT.test(path);
}

/**
 * Ends the sign-in of an address during a maintenance, unless an operator has it.
 *
 * @param emailNormalized null where the address is not known
 * @throws ApiError 503 `maintenance`; 503 `rate_limiter_unavailable` within 200 ms when Redis does not reply
 */
export async function refuseUnlessOperator(
  services: SystemServices,
  emailNormalized: string | null,
): Promise<void> {
  if (emailNormalized !== null && services.config.operatorEmails.has(emailNormalized)) return;
  await checkMaintenance(services, await services.limiter.maintenance());
}

/**
 * Ends the request during a maintenance. Where Redis does not know, Postgres decides: Redis may have lost its data meanwhile.
 *
 * @throws ApiError 503 `maintenance`
 */
export async function checkMaintenance(services: SystemServices, known: KnownMaintenance): Promise<void> {
  const seconds = known ?? await recallMaintenance(services)();
  if (seconds === 0) return;
  void confirmMaintenance(services)();
  throw new ApiError("maintenance", `Planned maintenance; try again in ${seconds} s.`, {
    headers: { "Retry-After": `${seconds}` },
  });
}

/** How often a process that refuses requests asks Postgres whether the maintenance goes on. */
const CONFIRM_MS = 5_000;

/** Has Redis forget a maintenance that Postgres does not know: a replica that lagged, or an old copy of Redis, may have brought it back. */
const confirmMaintenance = lazilyOf(({ systemDatabase, limiter }: SystemServices) =>
  sharedFor(CONFIRM_MS, async () => {
    const isOver = await findMaintenance(systemDatabase).then((row) => row === null, () => false);
    // One that begins just now is in Postgres already: the next request finds it there.
    if (isOver) await limiter.forgetMaintenance().catch(() => {});
  })
);

/**
 * Reads the maintenance from Postgres and copies it to Redis: one read at a time, whatever the number of requests. 0 where Postgres is out
 * of reach: the request then ends by that, and the next one looks again.
 */
const recallMaintenance = lazilyOf(({ systemDatabase, limiter }: SystemServices) =>
  sharedFor(0, async () => {
    const seconds = await findMaintenance(systemDatabase).then(
      (row) => row?.retry_after_seconds ?? 0,
      () => null,
    );
    if (seconds !== null) await limiter.copyMaintenance(seconds, true).catch(() => {});
    return seconds ?? 0;
  })
);
