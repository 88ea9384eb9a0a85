import type { RouterContext } from "@koa/router";
import type { Route } from "./define-route.ts";
import { bindHandler } from "./handler.ts";
import { idempotencyKeyOf, runIdempotent } from "./idempotency.ts";
import { checkAccess, checkOrigin, identify } from "./middleware/authenticate.ts";
import { limitRate } from "./middleware/limit-rate.ts";
import { readBody } from "./middleware/read-body.ts";
import { validate } from "./middleware/validate.ts";
import type { Middleware, RequestContext, RequestState } from "./request-context.ts";
import { type HandlerResult, writeResult } from "./response.ts";
import type { SystemServices } from "./services.ts";

/** What happens to every request whose route was found, in this order. */
const PIPELINE: readonly Middleware[] = [
  identify, //       who calls, if anybody does
  limitRate, //      503 maintenance, rate_limiter_unavailable; 429 rate_limit_exceeded: one command of Redis tells all three
  checkAccess, //    401 missing_authorization, not_authenticated, invalid_credentials; 403 forbidden, forbidden_*
  checkOrigin, //    403 forbidden
  readBody, //       400, 413 validation_error
  validate, //       400 validation_error
  respond, //        409 idempotency_*, and the handler's own
];

/** Handles a request of a route. @throws ApiError, which the outermost middlewares write as the response */
export async function runPipeline(
  ctx: RouterContext<RequestState>,
  route: Route,
  services: SystemServices,
): Promise<void> {
  const context: RequestContext = {
    ctx,
    route,
    services,
    requestId: ctx.state.requestId,
    rawParams: ctx.params,
    identity: null,
    credentialsFault: null,
    bucket: null,
    params: {},
    query: {},
    body: undefined,
  };
  ctx.state.call = context;
  ctx.state.route = route;
  ctx.set({ ...route.headers });
  for (const middleware of PIPELINE) await middleware(context);
}

/** Runs the route's handler and writes its result as the response. */
async function respond(context: RequestContext): Promise<void> {
  const result = await runHandler(context);
  writeResult(context.ctx, result, { requestId: context.requestId, bucket: context.bucket });
}

/** Runs a reading handler as it is, a writing one in a transaction, and with an Idempotency-Key at most once. */
async function runHandler(context: RequestContext): Promise<HandlerResult> {
  const handler = bindHandler(context);
  if (handler.kind === "read") return await handler.read();
  const key = idempotencyKeyOf(context);
  const stored = key === null
    ? await handler.transaction("", (_tx, _opened, write) => write())
    : await runIdempotent(context, key, handler);
  return await handler.afterCommit(stored);
}
