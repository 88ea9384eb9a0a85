import Type, { type TObject } from "typebox";
import { ERROR_STATUS, type ErrorCode } from "#shared/errors.ts";
import type { Access, AnyRoute, ResponseSpec } from "./define-route.ts";

const META = Type.Object({
  request_id: Type.String({ description: "Equals the header X-Request-Id" }),
  rate_limit: Type.Optional(
    Type.Object({
      limit: Type.Integer(),
      remaining: Type.Integer(),
      reset: Type.Integer({ description: "Unix seconds" }),
    }),
  ),
  deprecations: Type.Optional(Type.Array(Type.String())),
});

const AUTHENTICATION: readonly ErrorCode[] = ["missing_authorization", "invalid_credentials"];
/** Unknown query parameters are a `validation_error` everywhere. */
const ALWAYS: readonly ErrorCode[] = [
  "validation_error",
  "rate_limit_exceeded",
  "internal_error",
  "rate_limiter_unavailable",
  "service_unavailable",
];

/** In the order of a reader's first steps. A test compares them with the route table. */
const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: "Simulations",
    description:
      "Ask a question, follow the run, read the verdict with its margin of error and its calibration.",
  },
  { name: "Workflows", description: "The calibrated methodologies that a simulation can run by." },
  {
    name: "Insights",
    description: "The Reading of a completed simulation: eight blocks that explain its verdict.",
  },
  {
    name: "Webhooks",
    description: "Signed events to your endpoints, what became of each, and sending them again.",
  },
  { name: "Training", description: "Your own survey's figures, compared with what a methodology predicts." },
  {
    name: "Operators",
    description: "For those who run the service; other keys get `forbidden_operator_only`.",
  },
];

/** The OpenAPI 3.1 document of the route table. */
export function openApiDocument(routes: readonly AnyRoute[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = paths[route.path] ??= {};
    path[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Simulation service",
      version: "1.0.0",
      description:
        "Asks a question of up to 10,000 simulated survey respondents and returns an honest verdict. " +
        "Every answer has the three keys `data`, `error`, `meta`; clients dispatch on `error`, not on the status.",
    },
    servers: [{ url: baseUrl }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: { apiKey: { type: "http", scheme: "bearer", bearerFormat: "sk_…" } },
      schemas: { Error: errorEnvelope() },
    },
  };
}

function operation(route: AnyRoute): object {
  const { operationId, summary, description, tag, access } = route;
  const body = route.body;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(access === "public"
      ? {}
      : { security: [{ apiKey: typeof access === "object" ? [access.scope] : [] }] }),
    parameters: [
      ...parameters("path", route.params),
      ...parameters("query", route.query),
      ...(route.method === "POST" && route.write !== undefined
        ? [idempotencyKey(route.idempotencyKey === "required")]
        : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: withHeaders(route, {
      ...successes(route.responses),
      ...failures(codesOf(route)),
      ...(takesBody(route) ? { 413: failure(["validation_error"], ": the body is over 1 MiB") } : {}),
    }),
  };
}

function parameters(place: "path" | "query", schema: TObject | undefined): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path",
    schema: property,
  }));
}

function idempotencyKey(required: boolean): object {
  return {
    name: "Idempotency-Key",
    in: "header",
    required,
    description:
      "A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours",
    schema: { type: "string", maxLength: 255 },
  };
}

/** Every code a route can answer with: its own, and those that its access and idempotency imply. */
export function codesOf(route: AnyRoute): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...(route.access === "public" ? [] : AUTHENTICATION),
      ...accessCodes(route.access),
      ...(route.idempotencyKey === "required" ? ["idempotency_key_required" as const] : []),
      ...(route.method === "POST" && route.write !== undefined
        ? ["idempotency_key_invalid" as const, "idempotency_conflict" as const]
        : []),
      ...(route.errors ?? []),
      ...ALWAYS,
    ]),
  ];
}

function accessCodes(access: Access): ErrorCode[] {
  if (access === "operator") return ["forbidden_operator_only"];
  return typeof access === "object" ? ["forbidden_missing_scope"] : [];
}

function successes(
  responses: Readonly<Record<number, ResponseSpec>>,
): Record<string, { readonly headers: object }> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, data, meta, headers }]) => [status, {
      description,
      headers: Object.fromEntries((headers ?? []).map((name) => [name, { schema: { type: "string" } }])),
      ...(status === "204"
        ? {}
        : { content: { "application/json": { schema: successEnvelope(data, meta) } } }),
    }]),
  );
}

/** The headers that all of a route's answers carry. */
function withHeaders(
  { headers = {} }: AnyRoute,
  responses: Record<string, { readonly headers?: object }>,
): Record<string, object> {
  const fixed = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { schema: { type: "string", const: value } }]),
  );
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, {
      ...response,
      headers: { ...response.headers, ...fixed },
    }]),
  );
}

function successEnvelope(data: object | undefined, meta: TObject | undefined): object {
  return {
    type: "object",
    required: ["data", "error", "meta"],
    properties: {
      data: data ?? { type: "null" },
      error: { type: "null" },
      meta: meta === undefined ? META : { allOf: [META, meta] },
    },
  };
}

function errorEnvelope(): object {
  return {
    type: "object",
    required: ["data", "error", "meta"],
    properties: {
      data: { type: "null" },
      error: { type: "string", enum: Object.keys(ERROR_STATUS) },
      meta: {
        allOf: [META],
        required: ["request_id", "message"],
        properties: {
          message: { type: "string", description: "A sentence for people" },
          field: { type: "string", description: "JSON pointer of the first fault, on validation_error" },
          errors: { type: "array", items: Type.Object({ field: Type.String(), message: Type.String() }) },
          correlation_id: { type: "string", description: "On every 5xx: finds the log line" },
        },
      },
    },
  };
}

function failures(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code]);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, failure(group)]));
}

/** The answer of one status, with the codes that it can carry. */
function failure(codes: readonly ErrorCode[], why = ""): object {
  return {
    description: codes.map((code) => `\`${code}\``).join(", ") + why,
    content: {
      "application/json": {
        schema: {
          allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { error: { enum: codes } } }],
        },
      },
    },
  };
}

/** Those that never have a body do not look at one. */
function takesBody({ method }: AnyRoute): boolean {
  return method !== "GET" && method !== "DELETE";
}
