import type { RouterContext } from "@koa/router";
import type { Route } from "./define-route.ts";
import { runHandler } from "./handler.ts";
import { checkAccess, checkOrigin, identify } from "./middleware/authenticate.ts";
import { limitMatching, limitRate } from "./middleware/limit-rate.ts";
import { readBody } from "./middleware/read-body.ts";
import { validate } from "./middleware/validate.ts";
import type { Middleware, RequestState, RoutedContext } from "./request-context.ts";
import { writeResult } from "./response.ts";
import type { SystemServices } from "./services.ts";

/** What happens to every request whose route was found, in this order. */
const PIPELINE: readonly Middleware[] = [
  identify, //       who calls, if anybody does
  charge, //         503 maintenance, rate_limiter_unavailable; 429 rate_limit_exceeded: one command of Redis tells all three
  checkAccess, //    401 missing_authorization, not_authenticated, invalid_credentials; 403 forbidden, forbidden_*
  checkOrigin, //    403 forbidden
  readBody, //       400, 413 validation_error
  validate, //       400 validation_error
  limitMatching, //  429 rate_limit_exceeded, of the organization's second bucket
  respond, //        409 idempotency_*, and the handler's own
];

/** Handles a request of a route. @throws ApiError, which the outermost middlewares write as the response */
export async function runPipeline(
  ctx: RouterContext<RequestState>,
  route: Route,
  services: SystemServices,
): Promise<void> {
  const context: RoutedContext = {
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
    charged: Promise.resolve(),
  };
  ctx.state.context = context;
  ctx.state.route = route;
  ctx.set({ ...route.headers });
  try {
    for (const middleware of PIPELINE) await middleware(context);
  } finally {
    // What the limiter refuses goes before every other error.
    await context.charged;
  }
}

/** Charges the request, before anything is done for it or, on a route that `readsAhead`, while its handler reads. */
async function charge(context: RoutedContext): Promise<void> {
  context.charged = limitRate(context);
  if (!("readsAhead" in context.route)) return await context.charged;
  context.charged.catch(() => {});
}

/** Runs the route's handler and writes its result as the response. */
async function respond(context: RoutedContext): Promise<void> {
  const result = await runHandler(context, context.route);
  await context.charged;
  writeResult(context.ctx, result, { requestId: context.requestId, bucket: context.bucket });
}
