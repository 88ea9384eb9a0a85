import Type from "typebox";
import { ERROR_STATUS, type ErrorCode, ERRORS } from "#shared/errors.ts";
import type { Route } from "../http/define-route.ts";
import { integer, named, namedObject, oneOf, text, unionBy } from "../http/fields.ts";
import { type HeaderName, STANDARD_HEADERS } from "../http/response.ts";
import { type Components, headersOf } from "./components.ts";

/** `meta` of every response. */
export const META = namedObject("Meta", {
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
const correlation = {
  correlation_id: text("Finds the cause in the service's log: report it"),
  trace_id: Type.Optional(
    text("The request's trace; absent where it is not traced", { pattern: "^[0-9a-f]{32}$" }),
  ),
};
const ServerErrorMeta = namedObject("ServerErrorMeta", { ...plainMeta, ...correlation });

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** An error code, as errors and the list of requests carry it. */
export const AnyErrorCode = named("ErrorCode", oneOf(CODES, "What went wrong: clients dispatch on it"));

/** The envelope of a code, named after it. */
function envelopeOf(code: ErrorCode, components: Components) {
  return namedObject(`${pascal(code).replace(/Error$/, "")}Error`, {
    data: Type.Null(),
    error: oneOf([code]),
    meta: metaOf(code, components),
  }, guideOf(code));
}

function metaOf(code: ErrorCode, { docs }: Components) {
  const own = docs.errorMeta[code];
  if (own !== undefined) {
    return namedObject(`${pascal(code).replace(/Error$/, "")}ErrorMeta`, { ...plainMeta, ...own });
  }
  return ERROR_STATUS[code] >= 500 ? ServerErrorMeta : PlainErrorMeta;
}

/** What a code means and what to do. */
function guideOf(code: ErrorCode): string {
  const { means, remedy } = ERRORS[code];
  return `${means} ${remedy}`;
}

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
export function failureOf(
  { headers = {} }: Route,
  codes: readonly ErrorCode[],
  components: Components,
  why?: string,
): object {
  const [code] = codes;
  if (code === undefined) throw new Error("A failure has a code");
  const status = ERROR_STATUS[code];
  const own = Object.keys(headers).filter((name): name is HeaderName =>
    !STANDARD_HEADERS.includes(name as HeaderName)
  );
  const response = {
    description: why === undefined ? describe(codes) : `${describe(codes)} ${why}`,
    headers: headersOf([
      ...STANDARD_HEADERS,
      ...(status === 401 ? ["WWW-Authenticate" as const] : []),
      ...(WITH_RETRY_AFTER.includes(status) ? ["Retry-After" as const] : []),
      ...own,
    ], components),
    content: {
      "application/json": {
        schema: schemaOf(codes, components),
        examples: Object.fromEntries(codes.map((one) => [one, exampleOf(one, components)])),
      },
    },
  };
  if (why !== undefined || own.length > 0) return response;
  const name = codes.map(pascal).join("Or");
  components.responses[name] ??= response;
  return { $ref: `#/components/responses/${name}` };
}

function describe(codes: readonly ErrorCode[]): string {
  const line = (code: ErrorCode) => `\`${code}\`: ${guideOf(code)}`;
  return codes.length === 1 ? codes.map(line).join("") : codes.map((code) => `- ${line(code)}`).join("\n");
}

function schemaOf(codes: readonly ErrorCode[], components: Components): object {
  const envelopes = codes.map((code) => [code, envelopeOf(code, components)] as const);
  const [[, only]] = envelopes as [typeof envelopes[0]];
  return components.write(
    codes.length === 1 ? only : unionBy(null, "error", Object.fromEntries(envelopes)),
    "response",
  );
}

/** An error as the service sends it. */
function exampleOf(code: ErrorCode, components: Components): object {
  const { means, message, meta } = ERRORS[code];
  components.examples[code] ??= {
    summary: means,
    value: {
      data: null,
      error: code,
      meta: {
        request_id: "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
        message,
        ...meta,
        ...(ERROR_STATUS[code] >= 500 ? { correlation_id: "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e22" } : {}),
      },
    },
  };
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
