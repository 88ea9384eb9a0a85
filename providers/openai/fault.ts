/** What went wrong with a call, in classes that are treated alike. */
export type Fault = keyof typeof FAULTS;

export interface FaultRule {
  /** How often a call may end this way before it is given up. */
  readonly attempts: number;
  /** The wait after the nth such end is drawn evenly from 0 to `min(capMs, baseMs · 2^(n − 1))`: full jitter. */
  readonly baseMs: number;
  readonly capMs: number;
  /** Whether the server is overtaxed, so that fewer calls should be under way. */
  readonly pushesBack: boolean;
  /** Whether it counts towards opening the circuit. */
  readonly trips: boolean;
  /** `unavailable`: the whole chunk waits for the server. `stored`: only this persona is affected, and the reply is kept. */
  readonly then: "unavailable" | "stored";
  /** What a customer is told; what the server said stays with the operators. */
  readonly words: string;
}

const rule = (
  attempts: number,
  [baseMs, capMs]: readonly [number, number],
  { pushesBack = false, trips = false, then = "unavailable" }: Partial<FaultRule>,
  words: string,
): FaultRule => ({ attempts, baseMs, capMs, pushesBack, trips, then, words });

const AT_ONCE = [0, 0] as const;

// Full jitter: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
export const FAULTS = {
  rate_limited: rule(8, [1_000, 60_000], { pushesBack: true }, "it limits how often we may call"),
  overloaded: rule(6, [1_000, 30_000], { pushesBack: true, trips: true }, "it is overloaded"),
  server_error: rule(5, [500, 20_000], { trips: true }, "it answers with errors"),
  timeout: rule(3, [500, 20_000], { pushesBack: true, trips: true }, "it does not answer in time"),
  connection: rule(5, [500, 20_000], { trips: true }, "it cannot be reached"),
  unreadable_body: rule(4, [200, 5_000], { trips: true }, "its answers break off"),
  quota_exhausted: rule(1, AT_ONCE, {}, "our quota there is used up"),
  unauthorized: rule(1, AT_ONCE, {}, "it refuses our key"),
  not_found: rule(1, AT_ONCE, {}, "it does not know the model or the address"),
  rejected: rule(1, AT_ONCE, { then: "stored" }, "it rejected the request"),
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

/** `error.code` or `error.type` of a body, which say more than the status where they are known. */
const FAULT_OF_CODE: Readonly<Record<string, Fault>> = {
  insufficient_quota: "quota_exhausted",
  billing_hard_limit_reached: "quota_exhausted",
  content_filter: "rejected",
  content_policy_violation: "rejected",
  invalid_api_key: "unauthorized",
  model_not_found: "not_found",
};

export function faultOf(status: number, codes: readonly string[]): Fault {
  for (const code of codes) {
    const known = FAULT_OF_CODE[code];
    if (known !== undefined) return known;
  }
  const known = FAULT_OF_STATUS[status];
  if (known !== undefined) return known;
  if (status >= 500) return "server_error";
  // A redirect is never followed: it would carry the key to another place.
  if (status >= 300 && status < 400) return "not_found";
  return "rejected";
}

/** @param random uniform on [0, 1). */
export function backOffMs(fault: Fault, attempt: number, random: () => number): number {
  const { baseMs, capMs } = FAULTS[fault];
  return random() * Math.min(capMs, baseMs * 2 ** (attempt - 1));
}
