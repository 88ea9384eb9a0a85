/** Why an engine could not answer, with the failure types that operators see in the Temporal UI. */
const ERROR_NAMES = {
  /** The model server is down, overloaded, or refuses the key: may be tried again, after `retryAfterMs` where given. */
  engine_unavailable: "EngineUnavailable",
  /** The run reached its limit of US dollars or tokens. */
  budget_exceeded: "BudgetExceeded",
  /** More than 2 % of the run's agents have no readable answer. */
  too_many_failed: "TooManyFailed",
} as const;

/** Callers dispatch on `code`. The message is fit for customers; the `cause` has what a server said, for operators. */
export class EngineError extends Error {
  readonly code: keyof typeof ERROR_NAMES;
  readonly retryable: boolean;
  /** The wait that the server demanded, or null. */
  readonly retryAfterMs: number | null;

  constructor(
    code: EngineError["code"],
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
