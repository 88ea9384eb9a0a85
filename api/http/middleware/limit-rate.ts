import type { Middleware } from "koa";
import { networkOf } from "#shared/addresses.ts";
import { ApiError } from "#shared/errors.ts";
import { HTTP } from "#shared/metrics.ts";
import { bucketOf } from "../identity.ts";
import type { Bucket } from "../rate-limiter.ts";
import type { Call, RequestState } from "../request-context.ts";
import type { SystemServices } from "../services.ts";
import { identify } from "./authenticate.ts";
import { checkMaintenance, heedsMaintenance } from "./check-maintenance.ts";

/**
 * Refuses the request during a maintenance, else charges it to its caller's bucket, which the organization's plan or contract sizes; without
 * valid credentials to its network's. A caller never pays for its neighbours, nor they for the caller.
 *
 * @throws ApiError 503 during a maintenance, 429 when the bucket was empty already
 */
export async function limitRate(call: Call): Promise<void> {
  const { ctx, identity, services: { config, limiter } } = call;
  const heeds = heedsMaintenance(call);
  const bucket = await orNull(
    identity === null
      ? limiter.consume(`ip:${networkOf(ctx.ip)}`, config.anonymousRequestsPerMinute, heeds)
      : limiter.consume(bucketOf(identity), identity.limits.requests_per_minute, heeds),
    call,
  );
  if (bucket === null) return;
  if (heeds) await checkMaintenance(call, bucket.maintenance);
  if (identity !== null) {
    call.bucket = bucket;
    ctx.set(rateLimitHeaders(bucket));
  }
  if (bucket.allowed) return;
  HTTP.rateLimited.inc({ bucket: identity?.kind ?? "network" });
  throw rateLimitError(bucket);
}

/** Null in place of a limiter that is out of reach, for a route that answers without it. */
async function orNull<T>(bucket: Promise<T>, { ctx }: Call): Promise<T | null> {
  try {
    return await bucket;
  } catch (error) {
    if (ctx.state.route?.answersAlways === true) return null;
    throw error;
  }
}

/** Charges a request that no route's pipeline charges: to the docs, to an upload URL, to a path or method that nothing has. */
export function limitUnrouted(services: SystemServices): Middleware<RequestState> {
  return async (ctx, next) => {
    const call: Call = { ctx, services, identity: null, credentialsFault: null, bucket: null };
    ctx.state.call = call;
    await identify(call);
    await limitRate(call);
    await next();
  };
}

function rateLimitHeaders({ limit, remaining, reset }: Bucket): Record<string, string> {
  return {
    "X-RateLimit-Limit": `${limit}`,
    "X-RateLimit-Remaining": `${remaining}`,
    "X-RateLimit-Reset": `${reset}`,
  };
}

/** The 429 of an empty bucket. */
function rateLimitError(bucket: Bucket): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `More than ${bucket.limit} requests a minute; the next one passes in ${bucket.retryAfter} s.`,
    { headers: { ...rateLimitHeaders(bucket), "Retry-After": `${bucket.retryAfter}` } },
  );
}
