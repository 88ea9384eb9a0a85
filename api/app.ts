import Router from "@koa/router";
import Koa, { type Middleware, type ParameterizedContext } from "koa";
import compress from "koa-compress";
import { ApiError } from "#shared/errors.ts";
import type { Logger } from "#shared/log.ts";
import type { Route } from "./http/define-route.ts";
import { answerErrors } from "./http/answer-errors.ts";
import { logRequests, observeRequests, type Readiness } from "./http/observe.ts";
import { limitUnrouted } from "./http/access.ts";
import { checksOf } from "./http/body.ts";
import { pipelineOf } from "./http/handler.ts";
import type { RequestMiddleware, RequestState, WithServices } from "./http/request-context.ts";
import type { SystemServices } from "./http/services.ts";

/** Shorter bodies gain nothing from compression. */
const COMPRESS_FROM_BYTES = 16 * 1024;

interface AppDependencies {
  /** The route table. */
  readonly routes: readonly Route[];
  /** Routers that answer without Redis, and for which the API charges no caller: probes, the console's files. */
  readonly unchargedRouters: readonly Router[];
  /** Routers outside the envelope: docs, uploads. */
  readonly plainRouters: readonly Router[];
  readonly services: SystemServices & { readonly log: Logger };
  readonly readiness: Readiness;
}

/** The service as a Koa application. A request passes these middlewares in their order. */
export function createApp(
  { routes, unchargedRouters, plainRouters, services, readiness }: AppDependencies,
): Koa<RequestState, WithServices> {
  const { config, log, requestHistory } = services;
  const app = new Koa<RequestState, WithServices>();
  Object.assign(app.context, { services });
  app.proxy = config.trustedProxies > 0;
  app.maxIpsCount = config.trustedProxies;
  // The connection broke before or while the request was answered. Without a listener Koa would print a stack.
  app.on("error", (error: unknown, ctx?: ParameterizedContext<RequestState>) => {
    log.info({ err: error, request_id: ctx?.state.requestId }, "connection broken");
  });

  app.use(observeRequests(config)); //                     the trace; metrics by route
  app.use(logRequests(log, requestHistory, readiness)); // X-Request-Id, a log line
  app.use(answerErrors(log)); //                           500 internal_error, 503 service_unavailable
  app.use(compress({ threshold: COMPRESS_FROM_BYTES, br: false, gzip: { level: 1 }, deflate: false }));
  app.use(routeBySegment(routes)); //                      405 not_found, and the codes of http/handler.ts
  for (const router of unchargedRouters) app.use(router.routes());
  for (const limit of limitUnrouted) app.use(limit); //    429 rate_limit_exceeded, 503 rate_limiter_unavailable
  for (const router of plainRouters) app.use(router.routes());
  app.use(notFound); //                                    404 not_found
  return app;
}

/** A router for each second segment of the paths, such as `simulations`: one router would try 130 patterns for every request. */
function routeBySegment(routes: readonly Route[]): RequestMiddleware {
  const segmentOf = (path: string) => path.split("/", 3)[2] ?? "";
  const routers = new Map(
    [...Map.groupBy(routes, ({ path }) => segmentOf(path))].map(([segment, own]) => [
      segment,
      createRouter(own).routes(),
    ]),
  );
  return async (ctx, next) => {
    const router = routers.get(segmentOf(ctx.path));
    // The router's own context is Koa's, with what it adds itself.
    await (router === undefined ? next() : router(ctx as Parameters<typeof router>[0], next));
  };
}

/**
 * Routes requests by the route table. A known path answers every method: 405 `not_found` with `Allow` to those that no route has.
 *
 * The router's own `allowedMethods` does not fit the contract: it answers OPTIONS with 200 and PROPFIND with 501, lists HEAD, and counts
 * the methods of `/v1/webhooks/{webhook_id}` among those of `/v1/webhooks/payments`.
 */
function createRouter(routes: readonly Route[]): Router<RequestState, WithServices> {
  const router = new Router<RequestState, WithServices>({ sensitive: true, strict: true });
  const paths = [...Map.groupBy(routes, ({ path }) => path)];
  // Static paths first, with all their methods: `/v1/webhooks/payments` is never taken for an id.
  paths.sort(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")));
  for (const [path, routesOfPath] of paths) {
    const koaPath = path.replaceAll(/\{(\w+)\}/g, ":$1");
    for (const route of routesOfPath) {
      checksOf(route);
      router.register(koaPath, [route.method], pipelineOf(route));
    }
    router.all(koaPath, ...limitUnrouted, methodNotAllowed(routesOfPath));
  }
  return router;
}

/** The 405 of a path's other methods. Like the 404, it does not depend on whether a row exists. */
function methodNotAllowed(routesOfPath: readonly Route[]): Middleware<RequestState> {
  const Allow = routesOfPath.map(({ method }) => method).join(", ");
  return (ctx) => {
    for (const { headers } of routesOfPath) ctx.set({ ...headers });
    throw new ApiError("not_found", `${ctx.method} is not allowed on ${ctx.path}.`, {
      status: 405,
      headers: { Allow },
    });
  };
}

/** The 404 of a path that no route has. */
const notFound: Middleware<RequestState> = (ctx) => {
  throw new ApiError("not_found", `There is nothing at ${ctx.path}.`);
};
