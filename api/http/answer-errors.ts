import type { Middleware, ParameterizedContext } from "koa";
import { DatabaseUnavailable } from "#db/postgres/errors.ts";
import { ApiError, unavailable } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import type { Logger } from "#shared/log.ts";
import { traceFields } from "#shared/tracing.ts";
import { NoSlot } from "#shared/turns.ts";
import { busyError } from "./rate-limiter.ts";
import type { RequestState } from "./request-context.ts";
import { writeError } from "./response.ts";

/** Answers whatever error is thrown, and logs the cause of a 5xx under its correlation id. */
export function answerErrors(log: Logger): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      answerError(ctx, error instanceof ApiError ? error : unexpectedError(error), log);
    }
  };
}

function answerError(ctx: ParameterizedContext<RequestState>, error: ApiError, log: Logger): void {
  ctx.state.errorCode = error.code;
  const correlation = error.status >= 500 ? { correlation_id: newId(), ...traceFields() } : {};
  if (error.status >= 500) {
    const level = error.code === "internal_error" ? "error" : "warn";
    log[level]({ err: error.cause ?? error, request_id: ctx.state.requestId, ...correlation }, error.code);
  }
  // Headers that middlewares have set stay: rate limits stand on errors too.
  writeError(ctx, error, correlation);
}

function unexpectedError(error: unknown): ApiError {
  if (error instanceof NoSlot) {
    return busyError(error.share, "Too many requests of this organization are under way at once");
  }
  return error instanceof DatabaseUnavailable
    ? unavailable("The database does not answer; try again shortly.", 2, error)
    : new ApiError("internal_error", undefined, { cause: error });
}
