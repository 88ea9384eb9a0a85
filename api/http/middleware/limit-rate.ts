import { ApiError } from "#shared/errors.ts";
import { bucketOf } from "../identity.ts";
import type { Bucket } from "../rate-limiter.ts";
import type { Call } from "../request-context.ts";
import type { Services } from "../services.ts";

/**
 * Charges the request to its caller's bucket, which the organization's plan or contract sizes; without valid credentials to its address.
 * A caller never pays for its address, nor the other way round.
 */
export async function limitRate(call: Call): Promise<void> {
  const { ctx, identity, services } = call;
  if (identity === null) return await chargeAnonymous(ctx.ip, services);
  const bucket = await services.limiter.consume(bucketOf(identity), identity.limits.requests_per_minute);
  call.bucket = bucket;
  ctx.set(rateLimitHeaders(bucket));
  if (!bucket.allowed) throw rateLimitError(bucket);
}

/** Charges a request without valid credentials to the caller's IP. @throws ApiError 429 when the bucket was empty already. */
export async function chargeAnonymous(ip: string, { config, limiter }: Services): Promise<void> {
  const bucket = await limiter.consume(`ip:${ip}`, config.anonymousRequestsPerMinute);
  if (!bucket.allowed) throw rateLimitError(bucket);
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
