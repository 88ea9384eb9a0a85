import type { RouterContext } from "@koa/router";
import type { Route } from "./define-route.ts";
import { idempotencyKeyOf, runIdempotent } from "./idempotency.ts";
import { authenticate, checkAccess } from "./middleware/authenticate.ts";
import { limitAnonymous, limitRate } from "./middleware/limit-rate.ts";
import { readBody } from "./middleware/read-body.ts";
import { validate } from "./middleware/validate.ts";
import {
  type Middleware,
  type RequestContext,
  type RequestState,
  routeRequest,
  writeTransaction,
} from "./request-context.ts";
import { type HandlerResult, writeResult } from "./response.ts";
import type { Services } from "./services.ts";

/** What happens to every request whose route was found, in this order. */
const PIPELINE: readonly Middleware[] = [
  limitAnonymous, // 429 rate_limit_exceeded, 503 rate_limiter_unavailable
  authenticate, //   401 missing_authorization, invalid_credentials
  limitRate, //      429 rate_limit_exceeded, 503 rate_limiter_unavailable
  checkAccess, //    403 forbidden_missing_scope, forbidden_operator_only
  readBody, //       400, 413 validation_error
  validate, //       400 validation_error
  respond, //        409 idempotency_*, and the handler's own
];

/** Handles a request of a route. @throws ApiError, which the outermost middlewares write as the response */
export async function runPipeline(
  ctx: RouterContext<RequestState>,
  route: Route,
  services: Services,
): Promise<void> {
  const context: RequestContext = {
    ctx,
    route,
    services,
    requestId: ctx.state.requestId,
    rawParams: ctx.params,
    identity: null,
    bucket: null,
    params: {},
    query: {},
    body: undefined,
  };
  ctx.state.context = context;
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
  const { route } = context;
  const request = routeRequest(context);
  if ("read" in route) return await route.read(request);
  const key = idempotencyKeyOf(context);
  const stored = key === null
    ? await writeTransaction(context, "", (tx) => route.write(request, tx))
    : await runIdempotent(context, key, (tx) => route.write(request, tx));
  return await route.afterCommit?.(request, stored) ?? stored;
}
