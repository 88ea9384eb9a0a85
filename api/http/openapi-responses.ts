import Type, { type TObject } from "typebox";
import { ERROR_STATUS, type ErrorCode } from "#shared/errors.ts";
import type { ResponseSpec, Route } from "./define-route.ts";

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

/** Codes of every route: an unknown query parameter, for one, is a `validation_error` everywhere. */
const ALWAYS: readonly ErrorCode[] = [
  "validation_error",
  "rate_limit_exceeded",
  "internal_error",
  "service_unavailable",
];

/** The document's `responses` of a route: its successes, and one response for each status that its codes have. */
export function responsesOf(route: Route): Record<string, object> {
  return withHeaders(route, {
    ...successes(route.responses),
    ...failures(codesOf(route)),
    ...(route.unprocessable === undefined
      ? {}
      : { 422: failure(["validation_error"], `: ${route.unprocessable}`) }),
    ...(takesBody(route) ? { 413: failure(["validation_error"], ": the body is over 1 MiB") } : {}),
  });
}

/** Every code that a route can answer with: its own, and those that its access and idempotency imply. */
export function codesOf(route: Route): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...accessCodes(route),
      ...(route.idempotencyKey === "required" ? ["idempotency_key_required" as const] : []),
      ...(honoursIdempotencyKey(route)
        ? ["idempotency_key_invalid" as const, "idempotency_conflict" as const]
        : []),
      ...(route.errors ?? []),
      ...ALWAYS,
      ...(route.answersAlways === true ? [] : ["rate_limiter_unavailable" as const]),
      ...(route.answersAlways === true || route.fence === "operator" ? [] : ["maintenance" as const]),
    ]),
  ];
}

/** Whether a route replays its first response to an Idempotency-Key. */
export function honoursIdempotencyKey(route: Route): boolean {
  return route.method === "POST" && "write" in route && route.fence !== "public";
}

function accessCodes({ fence, access, method }: Route): ErrorCode[] {
  // A write from another site's page, in a browser that is signed in here.
  const foreignOrigin: ErrorCode[] = method === "GET" ? [] : ["forbidden"];
  if (fence === "public") return foreignOrigin;
  if (access === "person") return ["not_authenticated", "invalid_credentials", "forbidden"];
  return [
    "missing_authorization",
    "invalid_credentials",
    "not_authenticated",
    ...(fence === "operator" ? ["forbidden_operator_only" as const] : []),
    ...(typeof access === "object" ? ["forbidden_missing_scope" as const] : []),
    ...foreignOrigin,
  ];
}

function successes(
  responses: Readonly<Record<number, ResponseSpec>>,
): Record<string, { readonly headers: object }> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, data, meta, headers, csv }]) => [status, {
      description,
      headers: Object.fromEntries((headers ?? []).map((name) => [name, { schema: { type: "string" } }])),
      ...(status === "204" || status === "304" ? {} : {
        content: {
          "application/json": { schema: successEnvelope(data, meta) },
          ...(csv === undefined ? {} : { "text/csv": { schema: { type: "string", description: csv } } }),
        },
      }),
    }]),
  );
}

/** Adds the headers that all of the route's responses carry. */
function withHeaders(
  { headers = {} }: Route,
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

/** The schema of an error's envelope, to which every failure refers. */
export function errorEnvelope(): object {
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

/** The response of one error status, with the codes that it can carry. */
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

/** Whether the pipeline reads a body: not that of a GET or DELETE. */
function takesBody({ method }: Route): boolean {
  return method !== "GET" && method !== "DELETE";
}
