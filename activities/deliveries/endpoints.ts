import type { DeliveryState } from "#db/deliveries/state.ts";

/**
 * The key of an endpoint. Each subscription is an endpoint of its own, even at a common host; callbacks share one by organization, host
 * and path.
 */
export function endpointKey(
  { webhook_id, organization_id, url }: Pick<DeliveryState, "webhook_id" | "organization_id" | "url">,
): string {
  if (webhook_id !== null) return webhook_id;
  const { origin, pathname } = new URL(url);
  return `${organization_id} ${origin}${pathname}`;
}

/** An endpoint that answers later than this, in milliseconds, is slow. */
const FAST_MS = 500;
/** The most endpoints that a process remembers; it drops the one with the oldest attempt first. */
const MAX_REMEMBERED = 20_000;

/**
 * The endpoints whose last attempt of this process succeeded fast. An endpoint without one counts as slow, and one failed or slow attempt
 * makes an endpoint slow.
 *
 * A wrong "fast" delays the deliveries to other endpoints; a wrong "slow" costs milliseconds.
 */
export class FastEndpoints {
  readonly #fast = new Set<string>();

  isFast(endpoint: string): boolean {
    return this.#fast.has(endpoint);
  }

  /** @param latencyMs until a 2xx arrived; null when the attempt failed, or is still in flight after a second. */
  note(endpoint: string, latencyMs: number | null): void {
    this.#fast.delete(endpoint);
    if (latencyMs === null || latencyMs > FAST_MS) return;
    this.#fast.add(endpoint);
    const [oldest] = this.#fast;
    if (this.#fast.size > MAX_REMEMBERED && oldest !== undefined) this.#fast.delete(oldest);
  }
}

/** The shortest and the longest time until an activity tries a busy endpoint again, in milliseconds. */
const BUSY_MS = { first: 500, longest: 10_000 } as const;

/** Doubles with each try; jitter of a half spreads those that wait for the same endpoint. @param attempt of the activity, from 1. */
export function busyDelay(attempt: number): number {
  const longest = Math.min(BUSY_MS.longest, BUSY_MS.first * 2 ** attempt);
  return longest * (0.5 + Math.random() / 2);
}
