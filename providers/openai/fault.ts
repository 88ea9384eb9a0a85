/** A class of failed calls that the client treats alike. */
export type Fault = keyof typeof FAULTS;

export interface FaultRule {
  /** Calls of one request that may end this way; 1 where another call would end the same way. */
  readonly attempts: number;
  /** The pause after the n-th such call is uniform on 0 to `min(capMs, baseMs · 2^(n − 1))`: full jitter. */
  readonly baseMs: number;
  readonly capMs: number;
  /** The HTTP statuses that mean it, and the values of a body's `error.code` or `error.type`. */
  readonly signs: readonly (number | string)[];
  /** The server has more calls than it can take: the client lowers its concurrency. */
  readonly overload: boolean;
  /** Counts towards opening the circuit breaker. */
  readonly tripsBreaker: boolean;
  /** Completes "The model server is unavailable: …" for customers. Only operators see what the server said. */
  readonly reason: string;
}

const transient = (
  attempts: number,
  [baseMs, capMs]: readonly [number, number],
  signs: FaultRule["signs"],
  { overload = false, tripsBreaker = false }: { overload?: boolean; tripsBreaker?: boolean },
  reason: string,
): FaultRule => ({ attempts, baseMs, capMs, signs, overload, tripsBreaker, reason });
const permanent = (signs: FaultRule["signs"], reason: string) => transient(1, [0, 0], signs, {}, reason);

const DOWN = { tripsBreaker: true };
const OVERLOADED = { overload: true, tripsBreaker: true };

// Full jitter: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
export const FAULTS = {
  rate_limited: transient(8, [1_000, 60_000], [429], { overload: true }, "it limits how often we may call"),
  overloaded: transient(6, [1_000, 30_000], [409, 425, 503, 529], OVERLOADED, "it is overloaded"),
  server_error: transient(5, [500, 20_000], [], DOWN, "it answers with errors"),
  timeout: transient(3, [500, 20_000], [408, 504], OVERLOADED, "it does not answer in time"),
  connection: transient(5, [500, 20_000], [], DOWN, "it cannot be reached"),
  unreadable_body: transient(4, [200, 5_000], [], DOWN, "its answers break off"),
  quota_exhausted: permanent(
    ["insufficient_quota", "billing_hard_limit_reached"],
    "our quota there is used up",
  ),
  unauthorized: permanent([401, 403, "invalid_api_key"], "it refuses our key"),
  not_found: permanent([404, 405, "model_not_found"], "it has no such model or address"),
  /** This request alone: every request would meet one of the others. */
  rejected: permanent(["content_filter", "content_policy_violation"], "it rejected the request"),
} as const satisfies Readonly<Record<string, FaultRule>>;

const RULES = Object.entries(FAULTS) as [Fault, FaultRule][];

/** Classifies a failed call by the body's error codes, which are more specific, then by the HTTP status. */
export function faultOf(status: number, codes: readonly string[]): Fault {
  for (const sign of [...codes, status]) {
    const [fault] = RULES.find(([, { signs }]) => signs.includes(sign)) ?? [];
    if (fault !== undefined) return fault;
  }
  if (status >= 500) return "server_error";
  // The client never follows a redirect, which would send the key to another server.
  if (status >= 300 && status < 400) return "not_found";
  return "rejected";
}

/**
 * Milliseconds to pause after the n-th call of a request that ended with the fault.
 * @param random uniform on [0, 1).
 */
export function backOffMs(fault: Fault, nth: number, random: () => number): number {
  const { baseMs, capMs } = FAULTS[fault];
  return random() * Math.min(capMs, baseMs * 2 ** (nth - 1));
}
