import type { Next } from "koa";
import { ApiError } from "#shared/errors.ts";
import type { Access } from "./define-route.ts";
import { bucketOf, type Identity } from "./identity.ts";
import type { RequestContext, RequestMiddleware, RoutedContext } from "./request-context.ts";
import { blockedByMaintenance, checkMaintenance } from "./maintenance.ts";
import { networkOf } from "#shared/addresses.ts";
import { HTTP } from "#shared/metrics.ts";
import { hourly, type RateLimiter, rateLimitError, rateLimitHeaders } from "./rate-limiter.ts";

/**
 * Identifies the caller, who pays for the request. That credentials are not valid ends a request only once it is charged, in
 * {@link checkAccess}. What everybody may call is answered without the database too: its address then pays.
 *
 * @throws ApiError 503 of a maintenance, in which the database may be away, before the database's own error
 */
export async function identify(ctx: RequestContext, next: Next): Promise<void> {
  const { services, state } = ctx;
  try {
    // A route that answers without Redis and Postgres looks no caller up in them: no cookie and no key may make a probe fail, or wait.
    if (state.route?.answersAlways !== true) state.identity = await services.authenticate(ctx);
  } catch (error) {
    // Without Redis the limiter cannot charge the caller either: waiting for it once more would double the time until the 503.
    if (error instanceof ApiError && error.status < 500) state.credentialsFault = error;
    else if (error instanceof ApiError) throw error;
    else if (state.route !== undefined && state.route.routeScope !== "public") {
      if (blockedByMaintenance(ctx)) {
        await checkMaintenance(services, await services.limiter.maintenance().catch(() => 0));
      }
      throw error;
    }
  }
  await next();
}

/** Checks that the route's scope and access let the caller in. */
export async function checkAccess({ state }: RoutedContext, next: Next): Promise<void> {
  const { route, identity, credentialsFault } = state;
  if (route.routeScope === "public") return await next();
  if (identity === null) throw credentialsFault ?? noCredentials(route.access);
  if (route.routeScope === "organization") checkMember(identity, route.access);
  else if (!identity.isOperator) throw new ApiError("forbidden_operator_only");
  await next();
}

function noCredentials(access: Access | undefined): ApiError {
  return access === "person"
    ? new ApiError("not_authenticated", "Sign in: this needs a person's session.")
    : new ApiError("missing_authorization", "Send an API key: Authorization: Bearer sk_…", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
}

/** @throws ApiError 403; Error for a route without an access, which `defineRoute` does not compile */
function checkMember({ kind, scopes }: Identity, access: Access | undefined): void {
  if (access === undefined) throw new Error("The route does not say who may call it");
  if (access === "person" && kind !== "session") {
    throw new ApiError("forbidden", "Only a person may do this, by a session; an API key may not.");
  }
  if (typeof access === "object" && !scopes.includes(access.scope)) {
    throw new ApiError("forbidden_missing_scope", `The key lacks the scope ${access.scope}.`, {
      meta: { required_scope: access.scope },
    });
  }
}

/**
 * Refuses what another site has a browser send: browsers add the session's cookie by themselves, and an Origin that no page can forge. Under
 * `/v1/auth/` it is refused without a session too: no other site signs a browser in, or out. Elsewhere a key may come from anywhere.
 */
export async function checkOrigin(ctx: RoutedContext, next: Next): Promise<void> {
  const { state: { route, identity }, services: { config } } = ctx;
  const isSignIn = route.path.startsWith("/v1/auth/");
  if (route.method === "GET" || (identity?.kind !== "session" && !isSignIn)) return await next();
  const origin = ctx.get("Origin");
  if (origin !== "" && origin !== new URL(config.baseUrl).origin) {
    throw new ApiError("forbidden", "The request comes from another site: its Origin is not this service's.");
  }
  await next();
}

/** An organization's keys and people may make so many times the requests of one together. */
const ORGANIZATION_FACTOR = 10;

/**
 * Refuses the request during a maintenance, else charges it to its caller's bucket, which the organization's plan or contract sizes, and to its
 * organization's; without valid credentials to its network's. A caller never pays for its neighbours, nor they for the caller.
 *
 * @throws ApiError 503 during a maintenance, 429 when a bucket was empty already
 */
export async function limitRate(ctx: RequestContext): Promise<void> {
  const { state: { identity, route }, services } = ctx;
  const { config, limiter } = services;
  const blocked = blockedByMaintenance(ctx);
  const [own, limit] = identity === null
    ? [`ip:${networkOf(ctx.ip)}`, config.anonymousRequestsPerMinute]
    : [bucketOf(identity), identity.limits.requests_per_minute];
  const within = identity === null ? undefined : organizationBucket(identity);
  const bucket = await limiter.consume(own, limit, { blockedByMaintenance: blocked, within }).catch(
    (error) => {
      // A route that answers always does so without the limiter too.
      if (route?.answersAlways === true) return null;
      throw error;
    },
  );
  if (bucket === null) return;
  if (blocked) await checkMaintenance(services, bucket.maintenance);
  if (identity !== null) {
    ctx.state.bucket = bucket;
    ctx.set(rateLimitHeaders(bucket));
  }
  if (bucket.allowed) return;
  HTTP.rateLimited.inc({ bucket: bucket.isOuter ? "organization" : identity?.kind ?? "network" });
  throw rateLimitError(
    bucket,
    `More than ${bucket.limit} requests a minute${bucket.isOuter ? " of the whole organization" : ""}`,
  );
}

function organizationBucket({ organizationId, limits }: Identity) {
  return {
    bucket: `organization:${organizationId}`,
    limit: ORGANIZATION_FACTOR * limits.requests_per_minute,
  };
}

/**
 * Counts what no quota counts and much follows from, such as a test event: an organization may do it so often an hour as its bucket holds
 * requests, and half of that while it is unproved.
 *
 * @throws ApiError 429 when the hour is full
 */
export async function countHourly(limiter: RateLimiter, what: string, identity: Identity): Promise<void> {
  const { bucket, limit } = organizationBucket(identity);
  const allowed = identity.isUnproved ? limit / 2 : limit;
  await limiter.count([hourly(`${what}:${bucket}`, allowed)]);
}

/** Of an organization's requests a minute, this share may have a question matched with the methodologies while they wait. */
const MATCHING_SHARE = 1 / 2;

/** Charges a request that has a question matched to its organization's second bucket as well. @throws ApiError 429 when that was empty already */
export async function limitMatching(ctx: RoutedContext, next: Next): Promise<void> {
  const { state: { identity, route }, services: { limiter } } = ctx;
  if (route.matchesQuestion === true && identity !== null) await chargeMatching(limiter, identity, 1);
  await next();
}

/**
 * Charges that bucket with the questions of one request, all or none; a search of simulations counts as one. Keys and sessions of one
 * organization share it, so that no number of them takes the processor from its neighbours.
 *
 * @throws ApiError 429 where it has no room for all
 */
export async function chargeMatching(
  limiter: RateLimiter,
  { organizationId, limits }: Identity,
  requests: number,
): Promise<void> {
  if (requests === 0) return;
  const limit = Math.max(1, Math.floor(MATCHING_SHARE * limits.requests_per_minute));
  const bucket = await limiter.consume(`matching:${organizationId}`, limit, { requests });
  if (bucket.allowed) return;
  HTTP.rateLimited.inc({ bucket: "matching" });
  throw rateLimitError(
    bucket,
    `More than ${bucket.limit} previews, automatic routings and searches a minute`,
  );
}

/** Charges a request that no route's pipeline charges: to the docs, to an upload URL, to a path or method that nothing has. */
export const limitUnrouted: readonly RequestMiddleware[] = [identify, async (ctx, next) => {
  await limitRate(ctx);
  await next();
}];
