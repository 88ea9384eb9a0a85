/**
 * Why an engine could not answer. Callers dispatch on `code`:
 *
 * | code | retry | meaning |
 * |---|---|---|
 * | `engine_unavailable` | yes, after `retryAfterMs` where given | the model server is down, overloaded, or refuses the key |
 * | `budget_exceeded` | no | the run reached its limit of US dollars or tokens |
 * | `too_many_failed` | no | more than 2 % of the run's agents have no readable answer |
 */
export type EngineErrorCode = "engine_unavailable" | "budget_exceeded" | "too_many_failed";

/** The failure types that operators see in the Temporal UI. */
const ERROR_NAMES: Readonly<Record<EngineErrorCode, string>> = {
  engine_unavailable: "EngineUnavailable",
  budget_exceeded: "BudgetExceeded",
  too_many_failed: "TooManyFailed",
};

/** The message is fit for customers; the `cause` has what a server said, for operators. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly retryable: boolean;
  /** The wait that the server demanded, or null. */
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
