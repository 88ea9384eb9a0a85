import { performance } from "node:perf_hooks";
import Router from "@koa/router";
import Koa, { type Context, type Middleware } from "koa";
import compress from "koa-compress";
import { DatabaseUnavailable } from "#db/database.ts";
import { ApiError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import type { RequestContext } from "./http/request-context.ts";
import { writeError } from "./http/response.ts";
import { run } from "./http/pipeline.ts";
import type { Readiness } from "./system/health.ts";
import type { AnyRoute } from "./http/define-route.ts";
import type { Services } from "./http/services.ts";
import { prepare } from "./http/middleware/validate.ts";

const REQUEST_ID = /^[A-Za-z0-9_.-]{1,128}$/;
/** Shorter answers gain nothing from compression. */
const COMPRESS_FROM_BYTES = 16 * 1024;

interface State {
  requestId: string;
  /** Absent until a route is found. */
  call?: RequestContext;
}

/** The service as a Koa application: everything around the routes stands here, what happens inside one in pipeline.ts. */
export function createApp(
  routes: readonly AnyRoute[],
  services: Services,
  plain: Router,
  readiness: Readiness,
): Koa {
  const app = new Koa();
  const proxies = services.config.trustedProxies;
  app.proxy = proxies > 0;
  app.maxIpsCount = proxies;
  // What happens to a connection after its answer was begun, or before: the caller is gone. Koa would print it.
  app.on("error", (error: unknown, ctx?: Context) => {
    services.log.info(
      { err: error, request_id: (ctx?.state as State | undefined)?.requestId },
      "connection broken",
    );
  });
  app.use(report(services, readiness));
  app.use(compress({ threshold: COMPRESS_FROM_BYTES, br: false, gzip: { level: 1 }, deflate: false }));
  app.use(plain.routes());
  app.use(routerOf(routes, services).routes());
  app.use(notFound(routes));
  return app;
}

/** Gives the request its id, its log line, and an answer to whatever is thrown. */
function report({ log }: Services, readiness: Readiness): Middleware {
  return async (ctx, next) => {
    const began = performance.now();
    const inbound = ctx.get("X-Request-Id");
    const state = ctx.state as State;
    state.requestId = REQUEST_ID.test(inbound) ? inbound : newId();
    ctx.set("X-Request-Id", state.requestId);
    try {
      await next();
    } catch (error) {
      answerFailure(ctx, error, log);
    }
    // So that callers on a kept connection find another process.
    if (readiness.draining) ctx.set("Connection", "close");
    const { call } = state;
    log.info({
      request_id: state.requestId,
      ...(call?.identity != null
        ? { organization_id: call.identity.organizationId, key_id: call.identity.keyId }
        : {}),
      method: ctx.method,
      route: call?.route.path ?? null,
      status: ctx.status,
      duration_ms: Math.round((performance.now() - began) * 100) / 100,
    }, "request");
  };
}

function answerFailure(ctx: Context, error: unknown, log: Services["log"]): void {
  const { requestId, call } = ctx.state as State;
  const answer = error instanceof ApiError ? error : unexpected(error);
  const correlation = answer.status >= 500 ? { correlation_id: newId() } : {};
  if (answer.status >= 500) {
    const level = answer.code === "internal_error" ? "error" : "warn";
    log[level]({ err: answer.cause ?? answer, request_id: requestId, ...correlation }, answer.code);
  }
  // Koa keeps the headers that steps have set: rate limits stand on errors too.
  writeError(ctx, { ...answer, message: answer.message, meta: { ...answer.meta, ...correlation } }, {
    requestId,
    bucket: call?.bucket ?? null,
  });
}

function unexpected(error: unknown): ApiError {
  return error instanceof DatabaseUnavailable
    ? new ApiError("service_unavailable", "The database does not answer; try again shortly.", {
      headers: { "Retry-After": "2" },
      cause: error,
    })
    : new ApiError("internal_error", "Something went wrong here; the correlation id finds it in our log.", {
      cause: error,
    });
}

function routerOf(routes: readonly AnyRoute[], services: Services): Router {
  const router = new Router({ sensitive: true, strict: true });
  // Static paths first: `/v1/webhooks/payments` is never taken for an id.
  const ordered = [...routes].sort((a, b) => Number(a.path.includes("{")) - Number(b.path.includes("{")));
  for (const route of ordered) {
    prepare(route);
    router.register(koaPath(route.path), [route.method], async (ctx, next) => {
      if (route.path.includes("{") && isStatic(routes, ctx.path)) return await next();
      const state = ctx.state as State;
      const call: RequestContext = {
        ctx: ctx as unknown as Context,
        route,
        services,
        requestId: state.requestId,
        rawParams: ctx.params as Record<string, string>,
        identity: null,
        bucket: null,
        params: {},
        query: {},
        body: undefined,
      };
      state.call = call;
      ctx.set(route.headers ?? {});
      await run(call);
    });
  }
  return router;
}

/** A static path belongs to its own routes alone: with another method it is 405, not an odd id. */
function isStatic(routes: readonly AnyRoute[], path: string): boolean {
  return !path.includes("{") && routes.some((route) => route.path === path);
}

function koaPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** 405 with `Allow` where the path is known, else 404; neither tells whether any row exists. */
function notFound(routes: readonly AnyRoute[]): Middleware {
  const patterns = routes.map(({ path, method, headers = {} }) => ({
    path,
    method,
    headers,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));
  return (ctx) => {
    const known = isStatic(routes, ctx.path)
      ? patterns.filter(({ path }) => path === ctx.path)
      : patterns.filter(({ pattern }) => pattern.test(ctx.path));
    if (known.length > 0) {
      for (const { headers } of known) ctx.set(headers);
      throw new ApiError("not_found", `${ctx.method} is not allowed on ${ctx.path}.`, {
        status: 405,
        headers: { Allow: [...new Set(known.map(({ method }) => method))].join(", ") },
      });
    }
    throw new ApiError("not_found", `There is nothing at ${ctx.path}.`);
  };
}
