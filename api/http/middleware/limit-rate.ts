import { ApiError } from "#shared/errors.ts";
import type { RequestContext } from "../request-context.ts";
import type { Bucket } from "../rate-limiter.ts";

/** One bucket a key, sized by the organization's plan or contract. */
export async function limitRate(call: RequestContext): Promise<void> {
  const { ctx, identity, services: { limiter } } = call;
  if (identity === null) return;
  const bucket = await limiter.take(`key:${identity.keyId}`, identity.limits.requests_per_minute);
  call.bucket = bucket;
  ctx.set(rateLimitHeaders(bucket));
  if (!bucket.allowed) throw refuse(bucket);
}

function rateLimitHeaders({ limit, remaining, reset }: Bucket): Record<string, string> {
  return {
    "X-RateLimit-Limit": `${limit}`,
    "X-RateLimit-Remaining": `${remaining}`,
    "X-RateLimit-Reset": `${reset}`,
  };
}

/** The 429 of an empty bucket. */
export function refuse(bucket: Bucket): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `More than ${bucket.limit} requests a minute; the next one passes in ${bucket.retryAfter} s.`,
    { headers: { ...rateLimitHeaders(bucket), "Retry-After": `${bucket.retryAfter}` } },
  );
}
