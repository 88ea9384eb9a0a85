import type { RouterMiddleware } from "@koa/router";
import type { Next } from "koa";
import type { Route } from "./define-route.ts";
import { runHandler } from "./handler.ts";
import { checkAccess, checkOrigin, identify } from "./middleware/authenticate.ts";
import { limitMatching, limitRate } from "./middleware/limit-rate.ts";
import { readBody } from "./middleware/read-body.ts";
import { validate } from "./middleware/validate.ts";
import type {
  RequestState,
  RoutedContext,
  RoutedMiddleware,
  RoutedState,
  WithServices,
} from "./request-context.ts";
import { writeResult } from "./response.ts";

/** What happens to every request whose route was found, in this order. */
const PIPELINE: readonly RoutedMiddleware[] = [
  identify, //       who calls, if anybody does
  charge, //         503 maintenance, rate_limiter_unavailable; 429 rate_limit_exceeded: one command of Redis tells all three
  checkAccess, //    401 missing_authorization, not_authenticated, invalid_credentials; 403 forbidden, forbidden_*
  checkOrigin, //    403 forbidden
  readBody, //       400, 413 validation_error
  validate, //       400 validation_error
  limitMatching, //  429 rate_limit_exceeded, of the organization's second bucket
  respond, //        409 idempotency_*, and the handler's own
];

/** The middlewares of a route's requests. They throw ApiErrors, which the outermost middlewares write as the response. */
export function pipelineOf(route: Route): RouterMiddleware<RequestState, WithServices>[] {
  const enter: RoutedMiddleware = async (ctx, next) => {
    const routed: Omit<RoutedState, keyof RequestState> = {
      charged: Promise.resolve(),
      params: {},
      query: {},
      body: undefined,
    };
    Object.assign(ctx.state, routed, { route });
    ctx.set({ ...route.headers });
    await next();
  };
  // The first of them makes the state a routed one.
  return [enter, ...PIPELINE] as unknown[] as RouterMiddleware<RequestState, WithServices>[];
}

/** Charges the request, before anything is done for it or, on a route that `readsAhead`, while its handler reads. */
async function charge(ctx: RoutedContext, next: Next): Promise<void> {
  const charged = limitRate(ctx);
  ctx.state.charged = charged;
  if (!("readsAhead" in ctx.state.route)) await charged;
  charged.catch(() => {});
  try {
    await next();
  } finally {
    // What the limiter refuses goes before every other error.
    await charged;
  }
}

/** Runs the route's handler and writes its result as the response. */
async function respond(ctx: RoutedContext): Promise<void> {
  const result = await runHandler(ctx, ctx.state.route);
  await ctx.state.charged;
  writeResult(ctx, result, ctx.state);
}
