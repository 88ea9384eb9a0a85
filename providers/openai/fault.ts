/** A class of failed calls that the client treats alike. */
export type Fault = keyof typeof FAULTS;

export interface FaultRule {
  /** Calls of one request that may end this way; 1 where another call would end the same way. */
  readonly attempts: number;
  /** The pause after the n-th such call is uniform on 0 to `min(capMs, baseMs · 2^(n − 1))`: full jitter. */
  readonly baseMs: number;
  readonly capMs: number;
  /** The server has more calls than it can take: the client lowers its concurrency. */
  readonly overload: boolean;
  /** Counts towards opening the circuit breaker. */
  readonly tripsBreaker: boolean;
  /** `server`: every request would meet the fault. `request`: this request alone does. */
  readonly scope: "server" | "request";
  /** Completes "The model server is unavailable: …" for customers. Only operators see what the server said. */
  readonly reason: string;
}

const rule = (
  attempts: number,
  [baseMs, capMs]: readonly [number, number],
  { overload = false, tripsBreaker = false, scope = "server" }: Partial<FaultRule>,
  reason: string,
): FaultRule => ({ attempts, baseMs, capMs, overload, tripsBreaker, scope, reason });

const NO_BACK_OFF = [0, 0] as const;

// Full jitter: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
export const FAULTS = {
  rate_limited: rule(8, [1_000, 60_000], { overload: true }, "it limits how often we may call"),
  overloaded: rule(6, [1_000, 30_000], { overload: true, tripsBreaker: true }, "it is overloaded"),
  server_error: rule(5, [500, 20_000], { tripsBreaker: true }, "it answers with errors"),
  timeout: rule(3, [500, 20_000], { overload: true, tripsBreaker: true }, "it does not answer in time"),
  connection: rule(5, [500, 20_000], { tripsBreaker: true }, "it cannot be reached"),
  unreadable_body: rule(4, [200, 5_000], { tripsBreaker: true }, "its answers break off"),
  quota_exhausted: rule(1, NO_BACK_OFF, {}, "our quota there is used up"),
  unauthorized: rule(1, NO_BACK_OFF, {}, "it refuses our key"),
  not_found: rule(1, NO_BACK_OFF, {}, "it has no such model or address"),
  rejected: rule(1, NO_BACK_OFF, { scope: "request" }, "it rejected the request"),
} as const satisfies Readonly<Record<string, FaultRule>>;

const FAULT_OF_STATUS: Readonly<Record<number, Fault>> = {
  401: "unauthorized",
  403: "unauthorized",
  404: "not_found",
  405: "not_found",
  408: "timeout",
  409: "overloaded",
  425: "overloaded",
  429: "rate_limited",
  503: "overloaded",
  504: "timeout",
  529: "overloaded",
};

/** By `error.code` or `error.type` of a body, which are more specific than the status. */
const FAULT_OF_CODE: Readonly<Record<string, Fault>> = {
  insufficient_quota: "quota_exhausted",
  billing_hard_limit_reached: "quota_exhausted",
  content_filter: "rejected",
  content_policy_violation: "rejected",
  invalid_api_key: "unauthorized",
  model_not_found: "not_found",
};

/** Classifies a failed call by the body's error codes, then by the HTTP status. */
export function faultOf(status: number, codes: readonly string[]): Fault {
  for (const code of codes) {
    const fault = FAULT_OF_CODE[code];
    if (fault !== undefined) return fault;
  }
  const fault = FAULT_OF_STATUS[status];
  if (fault !== undefined) return fault;
  if (status >= 500) return "server_error";
  // The client never follows a redirect, which would send the key to another server.
  if (status >= 300 && status < 400) return "not_found";
  return "rejected";
}

/** Whether the same request may succeed later. */
export function isTransient(fault: Fault): boolean {
  return FAULTS[fault].attempts > 1;
}

/**
 * Milliseconds to pause after the n-th call of a request that ended with the fault.
 * @param random uniform on [0, 1).
 */
export function backOffMs(fault: Fault, nth: number, random: () => number): number {
  const { baseMs, capMs } = FAULTS[fault];
  return random() * Math.min(capMs, baseMs * 2 ** (nth - 1));
}
