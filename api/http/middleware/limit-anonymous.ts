import type { RequestContext } from "../request-context.ts";
import { refuse } from "./limit-rate.ts";

/**
 * Callers who fail to authenticate share a bucket an IP. Here it is only looked at; a failed authentication takes from it, so that
 * anonymous traffic never spends an organization's requests, nor the other way round.
 */
export async function limitAnonymous({ ctx, services: { config, limiter } }: RequestContext): Promise<void> {
  const bucket = await limiter.peek(anonymousBucket(ctx.ip), config.anonymousRequestsPerMinute);
  if (!bucket.allowed) throw refuse(bucket);
}

export function anonymousBucket(ip: string): string {
  return `ip:${ip}`;
}
