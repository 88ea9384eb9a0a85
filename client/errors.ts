import type { ERROR_CODES } from "./generated/api.ts";
import type { ErrorMeta } from "./types.ts";

/** Every error code of this version of the service. A newer service can send others. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What a failed call was, and how often it was tried. */
export interface CallFacts {
  /** The document's operationId, such as `createSimulation`. */
  readonly operation: string;
  /** Requests that were sent. */
  readonly attempts: number;
}

/** A call that did not succeed. Its four kinds are below. */
export abstract class CallError extends Error {
  readonly operation: string;
  /** Requests that were sent. */
  readonly attempts: number;

  constructor(message: string, { operation, attempts }: CallFacts, cause?: unknown) {
    super(`${operation}: ${message}`, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.attempts = attempts;
  }
}

/** What `meta` holds beside the keys of every error, for the codes that add something. */
interface MetaByCode {
  validation_error: {
    readonly field: string;
    readonly errors: readonly { readonly field: string; readonly message: string }[];
  };
  invalid_workflow: { readonly field: string };
  forbidden_missing_scope: { readonly required_scope: string };
  agent_count_exceeds_plan: { readonly field: string; readonly ceiling: number };
  insufficient_quota: { readonly limit: number; readonly used: number; readonly resets_at: string };
  tier_cap_exceeded: {
    readonly field: string;
    readonly limit: number;
    readonly used: number;
    readonly resets_at: string;
  };
  routing_low_confidence: {
    readonly alternatives: readonly { readonly workflow_id: string; readonly confidence: number }[];
    readonly floor: number;
  };
  simulation_not_complete: {
    readonly simulation_id?: string;
    readonly status: "queued" | "running" | "failed";
    readonly failure_code?: string;
    readonly failure_message?: string;
  };
  training_not_complete: { readonly status: string };
  training_queue_full: { readonly limit: number };
  insights_cost_cap_reached: { readonly reading_ceiling_usd: number | null };
}

/** The `meta` of an error code. */
export type MetaOf<Code extends ErrorCode> =
  & ErrorMeta
  & Readonly<Record<string, unknown>>
  & (Code extends keyof MetaByCode ? MetaByCode[Code] : unknown);

interface Refusal<Code extends ErrorCode> extends CallError, Omit<RefusalParts, "code" | "meta"> {
  readonly name: "ServiceError";
  readonly code: Code;
  readonly meta: MetaOf<Code>;
  /** Finds the call at the service; equals the header X-Request-Id. */
  readonly requestId: string;
  /** On every 5xx: finds the line in the service's log. */
  readonly correlationId: string | null;
}

/** The service answered with an error: a union by `code`. */
export type ServiceError = { [Code in ErrorCode]: Refusal<Code> }[ErrorCode];

/** The parts of an error's answer. */
export interface RefusalParts extends CallFacts {
  readonly code: string;
  readonly status: number;
  readonly meta: ErrorMeta & Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  /** The answer's `Retry-After`; null where it has none. */
  readonly retryAfterMs: number | null;
}

class RefusedCall extends CallError {
  constructor(parts: RefusalParts) {
    const { message, request_id, correlation_id = null } = parts.meta;
    super(`${message} (${parts.code}, request ${request_id})`, parts);
    const { code, status, meta, headers, retryAfterMs } = parts;
    const ids = { requestId: request_id, correlationId: correlation_id };
    Object.assign(this, { name: "ServiceError", code, status, meta, headers, retryAfterMs, ...ids });
  }
}

interface ServiceErrorConstructor {
  new (parts: RefusalParts): ServiceError;
  readonly prototype: ServiceError;
}

/** `instanceof ServiceError` narrows to the union, and `code` narrows that. */
export const ServiceError: ServiceErrorConstructor = RefusedCall as unknown as ServiceErrorConstructor;

/** The answer is not the service's: a proxy's page, broken JSON, a redirect, too many bytes. */
export class UnexpectedResponseError extends CallError {
  readonly status: number;
  /** The beginning of the body, at most 500 characters. */
  readonly excerpt: string;
  /** The answer's `Retry-After`; null where it has none. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    parts: CallFacts & Pick<UnexpectedResponseError, "status" | "excerpt" | "retryAfterMs">,
  ) {
    super(message, parts);
    this.name = "UnexpectedResponseError";
    this.status = parts.status;
    this.excerpt = parts.excerpt;
    this.retryAfterMs = parts.retryAfterMs;
  }
}

/** No answer: no connection, or one that broke. The runtime's error is the `cause`. */
export class NetworkError extends CallError {
  constructor(facts: CallFacts, cause: unknown) {
    super(`no answer from the service: ${reasonOf(cause)}`, facts, cause);
    this.name = "NetworkError";
  }
}

/** No answer in time. */
export class TimeoutError extends CallError {
  readonly timeoutMs: number;

  constructor(what: string, timeoutMs: number, facts: CallFacts) {
    super(`${what} within ${timeoutMs} ms`, facts);
    this.name = "TimeoutError";
    this.timeoutMs = timeoutMs;
  }
}

/** Node's fetch says only "fetch failed"; the reason is its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
