/**
 * Why an engine could not answer. The caller dispatches on `code`:
 *
 * | code | retry | meaning |
 * |---|---|---|
 * | `engine_unavailable` | yes, after `retryAfterMs` where given | the model server is down, overloaded, or refuses the key |
 * | `budget_exceeded` | no | the run reached its limit of US dollars or tokens |
 * | `too_many_failed` | no | more than 2 % of the run's agents have no readable answer |
 *
 * The message is fit for customers; what a server said is in the `cause`, for operators.
 * No engine ever stands in for another: an unavailable one is waited for, until the run's own deadline.
 */
export type EngineErrorCode = "engine_unavailable" | "budget_exceeded" | "too_many_failed";

export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly retryable: boolean;
  /** How long the server asked to be left alone, or null where it did not say. */
  readonly retryAfterMs: number | null;

  constructor(
    code: EngineErrorCode,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = ERROR_NAMES[code];
    this.code = code;
    this.retryable = code === "engine_unavailable";
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** The failure types that operators see in the Temporal UI. */
const ERROR_NAMES: Readonly<Record<EngineErrorCode, string>> = {
  engine_unavailable: "EngineUnavailable",
  budget_exceeded: "BudgetExceeded",
  too_many_failed: "TooManyFailed",
};
