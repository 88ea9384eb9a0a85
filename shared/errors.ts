import type { JsonObject } from "./json.ts";

/** The closed list of error codes with their HTTP statuses. Clients dispatch on the code (specification, "Errors"). */
export const ERROR_STATUS = {
  validation_error: 400,
  invalid_workflow: 400,
  missing_authorization: 401,
  invalid_credentials: 401,
  not_authenticated: 401,
  magic_link_invalid: 401,
  invalid_or_expired_token: 401,
  insufficient_quota: 402,
  billing_disabled: 402,
  forbidden: 403,
  forbidden_missing_scope: 403,
  forbidden_operator_only: 403,
  not_found: 404,
  simulation_not_found: 404,
  workflow_not_found: 404,
  idempotency_key_required: 409,
  idempotency_key_invalid: 409,
  idempotency_conflict: 409,
  email_already_registered: 409,
  organization_name_taken: 409,
  api_key_already_rotated: 409,
  simulation_not_complete: 409,
  simulation_not_terminal: 409,
  simulation_not_cancellable: 409,
  insights_already_generated: 409,
  training_not_complete: 409,
  training_not_queued: 409,
  training_not_terminal: 409,
  training_queue_full: 409,
  delivery_not_retryable: 409,
  limit_reached: 409,
  routing_low_confidence: 422,
  tier_cap_exceeded: 422,
  agent_count_exceeds_plan: 422,
  insights_disabled: 422,
  rate_limit_exceeded: 429,
  insights_cost_cap_reached: 429,
  internal_error: 500,
  rate_limiter_unavailable: 503,
  email_delivery_failed: 503,
  service_unavailable: 503,
  maintenance: 503,
  billing_misconfigured: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ErrorOptions {
  /** Added to the envelope's `meta` beside `message`. */
  readonly meta?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the code's own: 405 `not_found`, 413 `validation_error`. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** An error that handlers throw to answer with its code; the API answers anything else thrown with 500 `internal_error`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly meta: JsonObject;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ApiError";
    this.code = code;
    this.status = options.status ?? ERROR_STATUS[code];
    this.meta = options.meta ?? {};
    this.headers = options.headers ?? {};
  }
}

/** A 503 of what may answer again in so many seconds. */
export function unavailable(
  message: string,
  seconds: number,
  cause?: unknown,
  code: ErrorCode = "service_unavailable",
): ApiError {
  return new ApiError(code, message, { headers: { "Retry-After": `${seconds}` }, cause });
}

/** Returns what was found; of nothing it throws the 404, the same for a missing row as for another organization's. */
export const foundOr =
  (message: string, code: "not_found" | "simulation_not_found" = "not_found") =>
  <Found>(found: Found | null): Found => {
    if (found === null) throw new ApiError(code, message);
    return found;
  };

export interface FieldFault {
  /** JSON pointer into the body, or `/query/limit`, `/path/id`, `/headers/idempotency-key`. */
  readonly field: string;
  /** What the field must be, to follow its name in a sentence. */
  readonly message: string;
}

/** The most faults that a refusal names (contract, "Common to every endpoint"). */
export const MAX_FAULTS = 20;

/** A `validation_error` that lists faulty fields, at most {@link MAX_FAULTS}; `meta.field` repeats the first. */
export function validationError(
  faults: readonly [FieldFault, ...FieldFault[]],
  status = 400,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  const [first] = faults;
  return new ApiError(
    "validation_error",
    `${first.field === "" ? "The body" : first.field} ${first.message}`,
    {
      status,
      headers,
      meta: {
        field: first.field,
        errors: faults.slice(0, MAX_FAULTS).map(({ field, message }) => ({ field, message })),
      },
    },
  );
}
