import process from "node:process";
import {
  type Context,
  context,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";

/**
 * Traces, by OpenTelemetry's SDK, where `OTEL_EXPORTER_OTLP_ENDPOINT` says who takes them. Elsewhere no SDK is loaded, and a span costs one
 * comparison.
 */
const provider = process.env.OTEL_EXPORTER_OTLP_ENDPOINT ? await startTracing() : null;
/** Whether this process traces. */
export const TRACING = provider !== null;
const tracer = trace.getTracer("simulation-service");
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/**
 * Registers the SDK, which reads its own `OTEL_…` settings. Nothing is instrumented: spans of whole requests would carry signed URLs.
 * @throws Error where Deno's own spans are on as well
 */
async function startTracing() {
  if (process.env.OTEL_DENO) throw new Error("OTEL_DENO must be unset: the spans of Deno carry signed URLs");
  const [{ AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace-base"),
    ]);
  const { OTEL_SERVICE_NAME: name = "simulation-service" } = process.env;
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": name }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return provider;
}

/** Sends the spans that have ended. A collector that does not answer delays no end of a process: its error is dropped. */
export async function stopTracing(): Promise<void> {
  await provider?.shutdown().catch(() => {});
}

export interface SpanTerms extends Omit<SpanOptions, "root"> {
  /** The parent's context; the active one by default. */
  readonly parent?: Context | null;
  /** Begins a trace where there is no parent. Other spans without a parent are not made: a reader could not tell what they belong to. */
  readonly root?: boolean;
}

/**
 * Runs `work` in a span, which ends with it. Gives it a span without effect where nothing is traced, or where the trace is not sampled: its
 * root decided that.
 *
 * @param name without ids. What `work` throws marks the span by its class or code alone, since messages may quote what callers sent.
 */
export function inSpan<T>(name: string, terms: SpanTerms, work: (span: Span) => Promise<T>): Promise<T> {
  return TRACING ? runInSpan(name, terms, work) : work(NO_SPAN);
}

async function runInSpan<T>(name: string, terms: SpanTerms, work: (span: Span) => Promise<T>): Promise<T> {
  const { parent: given, root = false, ...options } = terms;
  const parent = given ?? context.active();
  const parentSpan = trace.getSpanContext(parent);
  const traced = parentSpan === undefined ? root : isSampled(parentSpan);
  if (!traced) return await context.with(parent, work, undefined, NO_SPAN);
  const span = tracer.startSpan(name, options, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (error) {
    span.setAttribute("error.type", errorType(error)).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Runs a request to another server in a span. Its attributes name the server, never a path or a query: those may be signed. */
export function inClientSpan<T>(
  name: string,
  url: string | URL,
  request: (span: Span) => Promise<T>,
): Promise<T> {
  if (!TRACING) return request(NO_SPAN);
  const attributes = URL.canParse(url) ? { "server.address": new URL(url).hostname } : {};
  return inSpan(name, { kind: SpanKind.CLIENT, attributes }, request);
}

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

function isSampled({ traceFlags }: SpanContext): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** The sampled trace that runs now, for log lines and responses; an empty object without one. */
export function traceFields(): { readonly trace_id?: string } {
  if (!TRACING) return {};
  const active = trace.getSpanContext(context.active());
  return active !== undefined && isSampled(active) ? { trace_id: active.traceId } : {};
}

/** The present span as a `traceparent` (W3C Trace Context, 3.2); undefined where nothing is traced. */
export function traceparent(): string | undefined {
  if (!TRACING) return undefined;
  const active = trace.getSpanContext(context.active());
  if (active === undefined || !trace.isSpanContextValid(active)) return undefined;
  return `00-${active.traceId}-${active.spanId}-${isSampled(active) ? "01" : "00"}`;
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The span that a `traceparent` names; null for none, and for what is not one. */
export function spanOf(header: unknown): SpanContext | null {
  const [, traceId, spanId, flags] = typeof header === "string" ? TRACEPARENT.exec(header) ?? [] : [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

/** The context in which a span continues the trace of a `traceparent`; null without one. */
export function contextOf(header: unknown): Context | null {
  const span = spanOf(header);
  return span === null ? null : trace.setSpanContext(ROOT_CONTEXT, span);
}
