import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { Settings } from "#dev/machine/environment.ts";
import { listen } from "#testing/caller.ts";

/** A span as a process exported it; attributes by their names. */
export interface CollectedSpan {
  readonly service: string;
  /** The instrumentation: `deno` for those that the runtime makes by itself. */
  readonly scope: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly links: readonly { readonly traceId: string }[];
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** A receiver of OTLP over HTTP, as JSON. */
export async function startCollector() {
  const received: string[] = [];
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push(body);
    if (request.url === "/v1/traces") spans.push(...spansIn(JSON.parse(body)));
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  const { url, close } = await listen(server);
  return {
    spans: spans as readonly CollectedSpan[],
    /** Everything that was received, of whatever signal, as it came. */
    received: received as readonly string[],
    /** The environment with which a process exports its traces here. */
    settings: (service: string): Settings => ({
      OTEL_SERVICE_NAME: service,
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_BSP_SCHEDULE_DELAY: "100",
    }),
    close,
  };
}

// deno-lint-ignore no-explicit-any -- OTLP as JSON
function spansIn(body: any): CollectedSpan[] {
  // deno-lint-ignore no-explicit-any -- OTLP as JSON
  return body.resourceSpans.flatMap(({ resource, scopeSpans }: any) => {
    const service = String(attributesOf(resource.attributes)["service.name"]);
    // deno-lint-ignore no-explicit-any -- OTLP as JSON
    return scopeSpans.flatMap(({ scope, spans }: any) =>
      // deno-lint-ignore no-explicit-any -- OTLP as JSON
      spans.map((span: any) => ({
        service,
        scope: scope.name,
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? "",
        links: span.links ?? [],
        attributes: attributesOf(span.attributes),
      }))
    );
  });
}

function attributesOf(attributes: readonly Attribute[] = []): CollectedSpan["attributes"] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]));
}
