/** What went wrong with a call, in classes that are treated alike. */
export type Fault = keyof typeof FAULTS;

export interface FaultRule {
  /** Calls in all before giving up. */
  readonly attempts: number;
  /** The wait before attempt n + 1 is drawn evenly from 0 to `min(capMs, baseMs · 2^n)`: full jitter. */
  readonly baseMs: number;
  readonly capMs: number;
  /** Whether the server is overtaxed, so that fewer calls should be under way. */
  readonly pushesBack: boolean;
  /** Whether it counts towards opening the circuit. */
  readonly trips: boolean;
  /** `unavailable`: the whole chunk waits for the server. `stored`: only this persona is affected, and the reply is kept. */
  readonly then: "unavailable" | "stored";
}

// Full jitter: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
// deno-fmt-ignore
export const FAULTS = {
  rate_limited: { attempts: 8, baseMs: 1_000, capMs: 60_000, pushesBack: true, trips: false, then: "unavailable" },
  overloaded: { attempts: 6, baseMs: 1_000, capMs: 30_000, pushesBack: true, trips: true, then: "unavailable" },
  server_error: { attempts: 5, baseMs: 500, capMs: 20_000, pushesBack: false, trips: true, then: "unavailable" },
  timeout: { attempts: 3, baseMs: 500, capMs: 20_000, pushesBack: true, trips: true, then: "unavailable" },
  connection: { attempts: 5, baseMs: 500, capMs: 20_000, pushesBack: false, trips: true, then: "unavailable" },
  unreadable_body: { attempts: 4, baseMs: 200, capMs: 5_000, pushesBack: false, trips: true, then: "unavailable" },
  quota_exhausted: { attempts: 1, baseMs: 0, capMs: 0, pushesBack: false, trips: false, then: "unavailable" },
  unauthorized: { attempts: 1, baseMs: 0, capMs: 0, pushesBack: false, trips: false, then: "unavailable" },
  not_found: { attempts: 1, baseMs: 0, capMs: 0, pushesBack: false, trips: false, then: "unavailable" },
  rejected: { attempts: 1, baseMs: 0, capMs: 0, pushesBack: false, trips: false, then: "stored" },
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
