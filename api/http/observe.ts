import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { Middleware, ParameterizedContext } from "koa";
import { HTTP } from "#shared/metrics.ts";
import { contextOf, inSpan, spanOf, type SpanTerms, TRACING } from "#shared/tracing.ts";
import type { RequestState } from "./request-context.ts";

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
