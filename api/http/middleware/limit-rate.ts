import { ApiError } from "#shared/errors.ts";
import type { Bucket } from "../rate-limiter.ts";
import type { RequestContext } from "../request-context.ts";
import type { Services } from "../services.ts";

/**
 * Refuses callers whose IP has failed to authenticate too often. Here the bucket is only peeked at, and a failed authentication is
 * charged to it: anonymous traffic never spends an organization's requests, nor the other way round.
 */
export async function limitAnonymous({ ctx, services: { config, limiter } }: RequestContext): Promise<void> {
  const bucket = await limiter.peek(bucketOfIp(ctx.ip), config.anonymousRequestsPerMinute);
  if (!bucket.allowed) throw rateLimitError(bucket);
}

/** Charges a request without a valid key to the caller's IP. @throws ApiError 429 when the bucket was empty already. */
export async function chargeAnonymous(ip: string, { config, limiter }: Services): Promise<void> {
  const bucket = await limiter.consume(bucketOfIp(ip), config.anonymousRequestsPerMinute);
  if (!bucket.allowed) throw rateLimitError(bucket);
}

/** Charges the request to the key's bucket, which the organization's plan or contract sizes. */
export async function limitRate(context: RequestContext): Promise<void> {
  const { ctx, identity, services: { limiter } } = context;
  if (identity === null) return;
  const bucket = await limiter.consume(`key:${identity.keyId}`, identity.limits.requests_per_minute);
  context.bucket = bucket;
  ctx.set(rateLimitHeaders(bucket));
  if (!bucket.allowed) throw rateLimitError(bucket);
}

function bucketOfIp(ip: string): string {
  return `ip:${ip}`;
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
