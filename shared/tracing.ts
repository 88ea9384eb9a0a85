import process from "node:process";
import {
  type Attributes,
  type Context,
  context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";

/**
 * Traces, by the API of OpenTelemetry: Deno exports them with OTEL_DENO=true, Node with an SDK that `--import` loads. Without either
 * nothing is traced, and a span costs one comparison.
 */
const tracer = trace.getTracer("simulation-service");

/** The spans that this module has started: those that may leave the process. */
const own = new WeakSet<Span>();
const NO_SPAN = trace.wrapSpanContext({
  traceId: "0".repeat(32),
  spanId: "0".repeat(16),
  traceFlags: TraceFlags.NONE,
});

/** Whether this process traces. */
export const TRACING = startTracing();

function startTracing(): boolean {
  const probe = tracer.startSpan("probe");
  if (!trace.isSpanContextValid(probe.spanContext())) return false;
  if ("deno" in process.versions) silenceOtherSpans(Object.getPrototypeOf(probe));
  return true;
}

/**
 * Silences the spans that Deno makes by itself for each request, in and out: they carry whole URLs, among them signed ones, and send a
 * `traceparent` with them to strangers. A span that never ends is never exported, and one without a valid context is not propagated.
 * Deno has no setting for this; a spec plants secrets and looks for them at a collector.
 */
function silenceOtherSpans(prototype: Span): void {
  const { end, spanContext, setAttribute, setAttributes, setStatus, updateName } = prototype;
  const silenced = { end, setAttribute, setAttributes, setStatus, updateName };
  for (const [name, method] of Object.entries(silenced)) {
    if (typeof method !== "function") throw new Error(`Cannot trace: this runtime's spans have no ${name}`);
    const guarded = function (this: Span, ...args: unknown[]): unknown {
      return own.has(this) ? Reflect.apply(method, this, args) : this;
    };
    Object.defineProperty(prototype, name, { value: guarded });
  }
  const guarded = function (this: Span): SpanContext {
    return own.has(this) ? spanContext.call(this) : NO_SPAN.spanContext();
  };
  Object.defineProperty(prototype, "spanContext", { value: guarded });
}

export interface SpanTerms {
  /** Internal by default. */
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** The parent's context; the active one by default. */
  readonly parent?: Context | null;
  /** Begins a trace where there is no parent. Other spans without a parent are not made: a reader could not tell what they belong to. */
  readonly root?: boolean;
  readonly links?: readonly Link[];
  readonly startTime?: Date;
}

/**
 * Runs `work` in a span, which ends with it. Gives it a span without effect where nothing is traced, or where the trace is not sampled: its
 * root decided that, and Deno would sample the children of a remote parent again.
 *
 * @param name without ids. What `work` throws marks the span by its class or code alone, since messages may quote what callers sent.
 */
export function inSpan<T>(name: string, terms: SpanTerms, work: (span: Span) => Promise<T>): Promise<T> {
  return TRACING ? runInSpan(name, terms, work) : work(NO_SPAN);
}

async function runInSpan<T>(name: string, terms: SpanTerms, work: (span: Span) => Promise<T>): Promise<T> {
  const parent = terms.parent ?? context.active();
  const parentSpan = trace.getSpanContext(parent);
  const traced = parentSpan === undefined ? terms.root === true : isSampled(parentSpan);
  if (!traced) return await context.with(parent, work, undefined, NO_SPAN);
  const span = startOwnSpan(name, terms, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (error) {
    span.setAttribute("error.type", errorType(error)).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function startOwnSpan(name: string, terms: SpanTerms, parent: Context): Span {
  const { kind = SpanKind.INTERNAL, attributes = {}, links = [], startTime } = terms;
  const begin = startTime === undefined ? {} : { startTime };
  const span = tracer.startSpan(name, { kind, links: [...links], ...begin }, parent);
  own.add(span);
  return span.setAttributes(attributes);
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
