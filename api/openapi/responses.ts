import Type, { type TSchema } from "typebox";
import { ERROR_STATUS, type ErrorCode, ERRORS } from "#shared/errors.ts";
import { type ResponseSpec, type Route, takesBody } from "../http/define-route.ts";
import { integer, named, namedObject, oneOf, text, unionBy } from "../http/fields.ts";
import type { SchemaParts } from "../http/json.ts";
import { type HeaderName, STANDARD_HEADERS } from "../http/response.ts";
import operations from "./operations.json" with { type: "json" };
import { type Components, headersOf, nameOf } from "./components.ts";

/** Codes of every route: an unknown query parameter, for one, is a `validation_error` everywhere. */
const ALWAYS: readonly ErrorCode[] = [
  "validation_error",
  "rate_limit_exceeded",
  "internal_error",
  "service_unavailable",
];

/** What the document says of an operation beside what its route declares. */
interface OperationWords {
  readonly summary: string;
  readonly description?: string;
  /** What its success leads to: operations, and where in the answer's body each of their parameters stands. A list leads on from its first row. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
export const OPERATIONS: Readonly<Record<string, OperationWords>> = operations;

/** Of all examples. */
const REQUEST_ID = "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21";

/** The document's `responses` of a route: its successes, and one response for each status that its codes have. */
export function responsesOf(
  route: Route,
  routes: readonly Route[],
  components: Components,
): Record<string, object> {
  const failures = Map.groupBy(codesOf(route), (code) => ERROR_STATUS[code]);
  /** By a status that is not the code's own. */
  const reasons: Record<number, string> = {};
  if (takesBody(route)) {
    failures.set(413, ["validation_error"]);
    reasons[413] = "Here: the body is over 1 MiB.";
  }
  if (route.unprocessable !== undefined) {
    failures.set(422, [...failures.get(422) ?? [], "validation_error"]);
    reasons[422] = `validation_error here: ${route.unprocessable}.`;
  }
  const described = [...failures].map(([status, codes]) => [
    status,
    failureOf(route, codes as [ErrorCode, ...ErrorCode[]], components, reasons[status]),
  ]);
  return { ...successes(route, linksOf(route, routes), components), ...Object.fromEntries(described) };
}

/** The `links` of an operation's success, to those of the document's routes; empty where it leads nowhere. */
function linksOf({ operationId }: Route, routes: readonly Route[]): { readonly links?: object } {
  const known = new Set(routes.map((route) => route.operationId));
  const leads = Object.entries(OPERATIONS[operationId]?.links ?? {}).filter(([target]) => known.has(target));
  const links = leads.map(([target, pointers]) => {
    const expressions = Object.entries(pointers).map(([name, at]) => [name, `$response.body#${at}`]);
    return [target, { operationId: target, parameters: Object.fromEntries(expressions) }];
  });
  return links.length === 0 ? {} : { links: Object.fromEntries(links) };
}

/** Every code that a route can answer with: its own, and those that its access, path and idempotency imply. */
export function codesOf(route: Route): ErrorCode[] {
  const { idempotencyKey, missing, errors = [], answersAlways = false, routeScope } = route;
  return [
    ...new Set<ErrorCode>([
      ...accessCodes(route),
      ...where(idempotencyKey === "required", "idempotency_key_required"),
      ...where(honoursIdempotencyKey(route), "idempotency_key_invalid", "idempotency_conflict"),
      ...(missing === null ? [] : [missing]),
      ...errors,
      ...ALWAYS,
      ...where(!answersAlways, "rate_limiter_unavailable"),
      ...where(!answersAlways && routeScope !== "operator", "maintenance"),
    ]),
  ];
}

const where = (applies: boolean, ...codes: ErrorCode[]) => applies ? codes : [];

/** Whether a route replays its first response to an Idempotency-Key. */
export function honoursIdempotencyKey(route: Route): boolean {
  return route.method === "POST" && "write" in route && route.routeScope !== "public";
}

function accessCodes({ routeScope, access, method }: Route): ErrorCode[] {
  // A write from another site's page, in a browser that is signed in here.
  const foreignOrigin = where(method !== "GET", "forbidden");
  if (routeScope === "public") return foreignOrigin;
  if (access === "person") return ["not_authenticated", "invalid_credentials", "forbidden"];
  return [
    "missing_authorization",
    "invalid_credentials",
    "not_authenticated",
    ...where(routeScope === "operator", "forbidden_operator_only"),
    ...where(typeof access === "object", "forbidden_missing_scope"),
    ...foreignOrigin,
  ];
}

function successes(route: Route, links: object, components: Components): Record<string, object> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => {
      const { description, csv } = response;
      return [status, {
        description,
        headers: successHeaders(route, response, components),
        ...(status === "204" || status === "304" ? {} : {
          content: {
            "application/json": {
              schema: components.write(successEnvelope(route, response), "response"),
              example: successExample(route, response, components),
            },
            ...(csv && {
              "text/csv": { schema: { type: "string", description: csv.description }, example: csv.example },
            }),
          },
        }),
        ...(status === "304" ? {} : links),
      }];
    }),
  );
}

function successHeaders(route: Route, { headers = [] }: ResponseSpec, components: Components): object {
  const replayed = honoursIdempotencyKey(route) ? ["Idempotency-Replayed" as const] : [];
  const fixed = Object.entries(route.headers ?? {}).map(([name, value]) => [name, {
    description: `Always \`${value}\`.`,
    schema: { type: "string", enum: [value] },
  }]);
  return {
    ...headersOf([...STANDARD_HEADERS, ...headers, ...replayed], components),
    ...Object.fromEntries(fixed),
  };
}

/** The envelope of a success, named after its data, or after its `meta` where other routes answer with the same data. */
function successEnvelope({ operationId }: Route, { data, meta: own }: ResponseSpec): TSchema {
  const { items }: SchemaParts = data ?? {};
  const item = nameOf(items);
  const isPage = own !== undefined && "next_cursor" in own.properties;
  const name = item === undefined
    ? nameOf(own)?.replace(/Meta$/, "Response") ?? `${nameOf(data)}Response`
    : `${item}${isPage ? "Page" : "ListResponse"}`;
  if (data === undefined || nameOf(items ?? data) === undefined) {
    throw new Error(`${operationId} answers with nameless data`);
  }
  const meta = own === undefined
    ? META
    : named(nameOf(own) ?? "", Type.Object({ ...META.properties, ...own.properties }));
  return named(name, Type.Object({ data, error: Type.Null(), meta }));
}

/** An example of the success, in its envelope. */
function successExample({ routeScope }: Route, { data = {}, meta }: ResponseSpec, components: Components) {
  const charged = routeScope === "public"
    ? {}
    : { rate_limit: { limit: 300, remaining: 299, reset: 1_796_117_401 } };
  return {
    data: components.exampleOf(data),
    error: null,
    meta: { request_id: REQUEST_ID, ...charged, ...(meta && components.exampleOf(meta) as object) },
  };
}

/** `meta` of every response. */
const META = namedObject("Meta", {
  request_id: text("Equals the header X-Request-Id"),
  rate_limit: Type.Optional(
    namedObject("RateLimit", {
      limit: integer("Requests a minute"),
      remaining: integer("Requests that would pass now"),
      reset: integer("When all of them would pass again, in unix seconds"),
    }, "The caller's bucket, as the headers X-RateLimit-* have it"),
  ),
  deprecations: Type.Optional(
    Type.Array(Type.String(), {
      description: "What of this call goes with a later release, a sentence each",
    }),
  ),
});

const plainMeta = {
  ...META.properties,
  message: text("A sentence for people; its words may change"),
};
/** `meta` of errors that tell no more than their message. */
const PlainErrorMeta = namedObject("ErrorMeta", plainMeta);
const ServerErrorMeta = namedObject("ServerErrorMeta", {
  ...plainMeta,
  correlation_id: text("Finds the cause in the service's log: report it"),
  trace_id: Type.Optional(
    text("The request's trace; absent where it is not traced", { pattern: "^[0-9a-f]{32}$" }),
  ),
});

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** An error code, as errors and the list of requests carry it. */
export const AnyErrorCode = named("ErrorCode", oneOf(CODES, "What went wrong: clients dispatch on it"));

/** The envelope of a code, named after it. */
function envelopeOf(code: ErrorCode, { docs }: Components) {
  const name = `${pascal(code).replace(/Error$/, "")}Error`;
  const own = docs.errorMeta[code];
  const general = ERROR_STATUS[code] >= 500 ? ServerErrorMeta : PlainErrorMeta;
  const meta = own === undefined ? general : namedObject(`${name}Meta`, { ...plainMeta, ...own });
  return namedObject(name, { data: Type.Null(), error: oneOf([code]), meta }, guideOf(code));
}

/** What a code means and what to do. */
const guideOf = (code: ErrorCode) => `${ERRORS[code].means} ${ERRORS[code].remedy}`;

/** `simulation_not_found` as `SimulationNotFound`. */
export function pascal(code: string): string {
  return code.split(/[_.]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}

/** Statuses whose errors may say when to ask again. */
const WITH_RETRY_AFTER: readonly number[] = [409, 429, 503];

/**
 * The response of one status with the codes that a route can answer there. Routes that answer alike share it.
 *
 * @param why added to its description, where the status is another one than the code's own
 */
function failureOf(
  { headers = {} }: Route,
  codes: readonly [ErrorCode, ...ErrorCode[]],
  components: Components,
  why?: string,
): object {
  const status = ERROR_STATUS[codes[0]];
  const own = Object.keys(headers).filter((name): name is HeaderName =>
    !STANDARD_HEADERS.includes(name as HeaderName)
  );
  const bullet = codes.length === 1 ? "" : "- ";
  const description = codes.map((code) => `${bullet}\`${code}\`: ${guideOf(code)}`).join("\n");
  const envelopes = Object.fromEntries(codes.map((code) => [code, envelopeOf(code, components)]));
  const schema = codes.length === 1 ? envelopes[codes[0]] : unionBy(null, "error", envelopes);
  const response = {
    description: why === undefined ? description : `${description} ${why}`,
    headers: headersOf([
      ...STANDARD_HEADERS,
      ...(status === 401 ? ["WWW-Authenticate" as const] : []),
      ...(WITH_RETRY_AFTER.includes(status) ? ["Retry-After" as const] : []),
      ...own,
    ], components),
    content: {
      "application/json": {
        schema: components.write(schema ?? {}, "response"),
        examples: Object.fromEntries(codes.map((one) => [one, exampleOf(one, components)])),
      },
    },
  };
  if (why !== undefined || own.length > 0) return response;
  const name = codes.map(pascal).join("Or");
  components.responses[name] ??= response;
  return { $ref: `#/components/responses/${name}` };
}

/** An error as the service sends it. */
function exampleOf(code: ErrorCode, components: Components): object {
  const { means, status, example, message = example, meta: own } = ERRORS[code];
  const correlation = status < 500 ? {} : { correlation_id: "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e22" };
  const meta = { request_id: REQUEST_ID, message, ...own, ...correlation };
  components.examples[code] ??= { summary: means, value: { data: null, error: code, meta } };
  return { $ref: `#/components/examples/${code}` };
}

/** The table of all codes, in Markdown. */
export function errorTable(): string {
  const rows = CODES.map((code) => {
    const { means, remedy } = ERRORS[code];
    return `| \`${code}\` | ${ERROR_STATUS[code]} | ${means} | ${remedy} |`;
  });
  return ["| code | status | meaning | what to do |", "|---|---|---|---|", ...rows].join("\n");
}
