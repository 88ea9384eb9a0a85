import Type, { type TSchema } from "typebox";
import { ERROR_STATUS, type ErrorCode } from "#shared/errors.ts";
import type { ResponseSpec, Route } from "./define-route.ts";
import { named, namedObject, oneOf } from "./fields.ts";
import type { SchemaCollection } from "./openapi-schemas.ts";

const META = namedObject("Meta", {
  request_id: Type.String({ description: "Equals the header X-Request-Id" }),
  rate_limit: Type.Optional(
    namedObject("RateLimit", {
      limit: Type.Integer({ description: "Requests a minute" }),
      remaining: Type.Integer({ description: "Requests that would pass now" }),
      reset: Type.Integer({ description: "When all of them would pass again, in unix seconds" }),
    }, "The caller's bucket, as the headers X-RateLimit-* have it"),
  ),
  deprecations: Type.Optional(
    Type.Array(Type.String(), {
      description: "What of this call goes with a later release, a sentence each",
    }),
  ),
});

/** Codes of every route: an unknown query parameter, for one, is a `validation_error` everywhere. */
const ALWAYS: readonly ErrorCode[] = [
  "validation_error",
  "rate_limit_exceeded",
  "internal_error",
  "service_unavailable",
];

/** The document's `responses` of a route: its successes, and one response for each status that its codes have. */
export function responsesOf(route: Route, collection: SchemaCollection): Record<string, object> {
  return withHeaders(route, {
    ...successes(route, collection),
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
  route: Route,
  collection: SchemaCollection,
): Record<string, { readonly headers: object }> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => [status, {
      description: response.description,
      headers: Object.fromEntries(
        (response.headers ?? []).map((name) => [name, { schema: { type: "string" } }]),
      ),
      ...(status === "204" || status === "304" ? {} : {
        content: {
          "application/json": { schema: collection.write(successEnvelope(route, response), "response") },
          ...(response.csv === undefined
            ? {}
            : { "text/csv": { schema: { type: "string", description: response.csv } } }),
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

/** The envelope of a success, named after its data, or after its `meta` where other routes answer with the same data. */
function successEnvelope({ operationId }: Route, { data, meta }: ResponseSpec): TSchema {
  const { title, items } = (data ?? {}) as { readonly title?: string; readonly items?: { title?: string } };
  const ofData = items?.title === undefined ? title && `${title}Response` : `${items.title}Page`;
  const ofMeta = titleOf(meta)?.replace(/Meta$/, "Response");
  const name = items?.title === undefined ? ofMeta ?? ofData : ofData;
  if (data === undefined || name === undefined) throw new Error(`${operationId} answers with nameless data`);
  return named(
    name,
    Type.Object({
      data,
      error: Type.Null(),
      meta: meta === undefined
        ? META
        : named(titleOf(meta) ?? "", Type.Object({ ...META.properties, ...meta.properties })),
    }),
  );
}

function titleOf(schema: TSchema | undefined): string | undefined {
  return (schema as { readonly title?: string } | undefined)?.title;
}

const ErrorMeta = namedObject("ErrorMeta", {
  ...META.properties,
  message: Type.String({ description: "A sentence for people" }),
  field: Type.Optional(
    Type.String({ description: "JSON pointer of the first fault, on validation_error" }),
  ),
  errors: Type.Optional(
    Type.Array(namedObject("FieldFault", { field: Type.String(), message: Type.String() })),
  ),
  correlation_id: Type.Optional(Type.String({ description: "On every 5xx: finds the log line" })),
});

/** The schema of an error's envelope, to which every failure refers. */
export const ErrorEnvelope = namedObject("Error", {
  data: Type.Null(),
  error: named("ErrorCode", oneOf(Object.keys(ERROR_STATUS))),
  meta: ErrorMeta,
});

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
