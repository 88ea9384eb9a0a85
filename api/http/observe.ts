import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { Middleware, ParameterizedContext } from "koa";
import { HTTP } from "#shared/metrics.ts";
import { contextOf, inSpan, spanOf, type SpanTerms, TRACING } from "#shared/tracing.ts";
import type { RequestState } from "./request-context.ts";
import { performance } from "node:perf_hooks";
import { newId } from "#shared/ids.ts";
import type { Logger } from "#shared/log.ts";
import type { RequestHistory } from "./request-history.ts";

/** The route of what the table of routes does not have. */
const UNROUTED = "unrouted";
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Orchestrators ask every few seconds: their traces would say nothing. */
const PROBES: ReadonlySet<string> = new Set(["/livez", "/readyz"]);

/**
 * Counts and times every request by its route's template, and begins its trace.
 *
 * @param trustTraceparent whether a request continues the trace that its `traceparent` names. Without it the trace is our own and links to
 * the caller's: a stranger neither decides what is sampled, nor writes into another's trace.
 */
export function observeRequests(
  { trustTraceparent }: { readonly trustTraceparent: boolean },
): Middleware<RequestState> {
  return async (ctx, next) => {
    const stop = HTTP.duration.startTimer();
    const method = METHODS.has(ctx.method) ? ctx.method : "other";
    HTTP.inFlight.inc();
    try {
      if (!TRACING || PROBES.has(ctx.path)) return await next();
      await inSpan(method, serverTerms(ctx.get("traceparent"), trustTraceparent), async (span) => {
        await next();
        describe(span, method, ctx);
      });
    } finally {
      HTTP.inFlight.dec();
      const route = routeOf(ctx);
      stop({ method, route });
      HTTP.requests.inc({ method, route, status: ctx.status });
    }
  };
}

function serverTerms(traceparent: string, trust: boolean): SpanTerms {
  const terms = { kind: SpanKind.SERVER, root: true };
  const caller = spanOf(traceparent);
  if (caller === null) return terms;
  return trust ? { ...terms, parent: contextOf(traceparent) } : { ...terms, links: [{ context: caller }] };
}

/** Neither path nor query are attributes: they hold ids, tokens and signatures. */
function describe(span: Span, method: string, ctx: ParameterizedContext<RequestState>): void {
  const { state: { identity, requestId, errorCode }, status } = ctx;
  const route = routeOf(ctx);
  span.updateName(`${method} ${route}`).setAttributes({
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    "service.request_id": requestId,
    ...(identity === null ? {} : { "service.organization_id": identity.organizationId }),
    ...(errorCode === undefined ? {} : { "error.type": errorCode }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The template of the request's route, of which there is a fixed number. */
function routeOf(ctx: ParameterizedContext<RequestState>): string {
  const { _matchedRoute: plain } = ctx as { readonly _matchedRoute?: unknown };
  return ctx.state.route?.path ?? (typeof plain === "string" ? plain : UNROUTED);
}

const REQUEST_ID = /^[A-Za-z0-9_.-]{1,128}$/;

/** Whether the process takes traffic. */
export interface Readiness {
  draining: boolean;
}

/** Gives each request its id; writes its log line, and its organization's history, once it is answered. */
export function logRequests(
  log: Logger,
  requestHistory: RequestHistory,
  readiness: Readiness,
): Middleware<RequestState> {
  return async (ctx, next) => {
    const receivedAt = new Date();
    const began = performance.now();
    const inbound = ctx.get("X-Request-Id");
    const requestId = REQUEST_ID.test(inbound) ? inbound : newId();
    Object.assign(ctx.state, { requestId, receivedAt, identity: null, credentialsFault: null, bucket: null });
    ctx.set("X-Request-Id", requestId);
    await next();
    // Callers with an open connection reach another process with their next request.
    if (readiness.draining) ctx.set("Connection", "close");
    const { identity, route, errorCode } = ctx.state;
    const answered = {
      method: ctx.method,
      route: route?.path ?? null,
      status: ctx.status,
      duration_ms: Math.round((performance.now() - began) * 100) / 100,
    };
    if (identity === null) return log.info({ request_id: requestId, ...answered }, "request");
    const { organizationId: organization_id } = identity;
    const caller = identity.kind === "key" ? { key_id: identity.keyId } : { user_id: identity.userId };
    log.info({ request_id: requestId, organization_id, ...caller, ...answered }, "request");
    requestHistory.record(organization_id, {
      request_id: requestId,
      at: receivedAt.toISOString(),
      ...answered,
      error: errorCode ?? null,
      key_id: identity.kind === "key" ? identity.keyId : null,
    });
  };
}
