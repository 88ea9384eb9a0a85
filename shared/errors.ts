import table from "./errors.json" with { type: "json" };
import type { JsonObject } from "./json.ts";

/** What there is to say of an error code, to callers and, in the document and docs/guides/errors.md, to integrators. */
interface ErrorEntry {
  readonly status: number;
  readonly means: string;
  readonly remedy: string;
  /** The sentence of an error that is given no other. */
  readonly message?: string;
  /** In its place where each error has a sentence of its own: what the document's example says; `meta` likewise. */
  readonly example?: string;
  readonly meta?: object;
}

export type ErrorCode = keyof typeof table;
/** The codes that have a sentence which fits each of their errors. */
type WordedCode = {
  [Code in ErrorCode]: typeof table[Code] extends { readonly message: string } ? Code : never;
}[ErrorCode];

/** The closed list of error codes, on which clients dispatch (specification, "Errors"). The document is written from it, and a spec compares the guide's table. */
export const ERRORS: Readonly<Record<ErrorCode, ErrorEntry>> = table;
/** Their HTTP statuses. */
export const ERROR_STATUS = Object.fromEntries(
  Object.entries(ERRORS).map(([code, { status }]) => [code, status]),
) as Readonly<Record<ErrorCode, number>>;

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

  /** @param message the code's own by default, where it has one */
  constructor(code: WordedCode, message?: string, options?: ErrorOptions);
  constructor(code: ErrorCode, message: string, options?: ErrorOptions);
  constructor(code: ErrorCode, message = ERRORS[code].message, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ApiError";
    this.code = code;
    this.status = options.status ?? ERRORS[code].status;
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

/** A `validation_error` of one field. */
export function fieldError(
  field: string,
  message: string,
  ...more: [status?: number, headers?: Record<string, string>]
) {
  return validationError([{ field, message }], ...more);
}

/** Refuses what has faults. @throws ApiError where there are any, as {@link validationError} makes it */
export function refuseFaults([first, ...rest]: readonly FieldFault[]): void {
  if (first !== undefined) throw validationError([first, ...rest]);
}

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
