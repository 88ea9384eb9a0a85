import type { Next } from "koa";
import { inTime } from "#shared/in-time.ts";
import { Buffer } from "node:buffer";
import { fieldError } from "#shared/errors.ts";
import type { Json } from "#shared/json.ts";
import { RAW_BODY, strictObject } from "./fields.ts";
import type { RoutedContext } from "./request-context.ts";
import { checkText, parseJsonBody, pointerToken, type SchemaParts } from "./json.ts";
import type { TObject } from "typebox";
import { parseId } from "#shared/ids.ts";
import { lazilyOf } from "#shared/lazily.ts";
import { type Route, takesBody } from "./define-route.ts";
import { compileCheck } from "./validator.ts";

const MAX_BODY_BYTES = 1024 * 1024;
/** How long a body may take to arrive: 1 MiB in half a minute is 35 kB a second. */
const MAX_BODY_MS = 30_000;

/**
 * Reads and parses the body of a POST, PUT or PATCH. An absent body is `{}`, of which the schema says what is missing; where the route takes
 * {@link RAW_BODY}, the body stays the bytes that came.
 *
 * @throws ApiError 400 unless it is JSON without an encoding, 408 after 30 seconds, 413 over 1 MiB
 */
export async function readBody(ctx: RoutedContext, next: Next): Promise<void> {
  const { route } = ctx.state;
  if (takesBody(route)) {
    const bytes = await inTime(collectBody(ctx), MAX_BODY_MS, tooLate);
    ctx.state.body = route.body === RAW_BODY ? bytes : bytes.length === 0 ? {} : parse(ctx, bytes);
  }
  await next();
}

function parse(ctx: RoutedContext, bytes: Uint8Array): Json {
  // ctx.is() is null for an empty body, which is no JSON either.
  if (!/^application\/json *(;|$)/i.test(ctx.get("Content-Type"))) {
    throw fieldError("/headers/content-type", "must be application/json");
  }
  const encoding = ctx.get("Content-Encoding");
  if (encoding !== "" && encoding !== "identity") {
    throw fieldError("/headers/content-encoding", "must be identity");
  }
  return parseJsonBody(bytes);
}

/** A late sender may never finish, so the connection cannot carry another request. */
const tooLate = () =>
  fieldError("", `must arrive within ${MAX_BODY_MS / 1_000} seconds`, 408, { Connection: "close" });

async function collectBody(ctx: RoutedContext): Promise<Buffer> {
  if (Number(ctx.get("Content-Length")) > MAX_BODY_BYTES) throw tooLarge();
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    // What is too long is discarded by the server, which could not read on where the loop's end destroyed the request.
    for await (const piece of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > MAX_BODY_BYTES) break;
      pieces.push(piece);
    }
  } catch {
    // The caller hung up, and reads no response: no fault of the service's.
    throw fieldError("", "did not arrive whole");
  }
  if (length > MAX_BODY_BYTES) throw tooLarge();
  return Buffer.concat(pieces);
}

const tooLarge = () => fieldError("", "must be at most 1 MiB", 413);

const NOTHING = strictObject({});

/** A route's validators, compiled at start and ahead of its first request. */
export const checksOf = lazilyOf(({ params, query = NOTHING, body = NOTHING }: Route) => ({
  params: compileCheck(params, "/path"),
  query: compileCheck(query, "/query"),
  body: compileCheck(body === RAW_BODY ? NOTHING : body, ""),
}));

/** Checks path, query and body by the route's schemas. Ids become bare lower-case UUIDs. @throws ApiError 400 */
export async function validate(ctx: RoutedContext, next: Next): Promise<void> {
  const { state } = ctx;
  const { route } = state;
  const checks = checksOf(route);
  const params = readParameters(ctx.params, route.params, "/path");
  checks.params(params);
  const query = readParameters(ctx.query, route.query, "/query");
  checks.query(query);
  if (takesBody(route) && route.body !== RAW_BODY) {
    if (route.method === "POST" && route.nulls !== "clear") {
      state.body = withoutNulls(state.body, route.body);
    }
    checks.body(state.body);
  }
  Object.assign(state, { params, query });
  await next();
}

function propertyOf(schema: TObject | undefined, name: string): SchemaParts {
  const { properties = {} }: SchemaParts = schema ?? {};
  return Object.hasOwn(properties, name) ? properties[name] ?? {} : {};
}

const DEEP = /^([^[\]]+)\[(.*)\]$/s;

/**
 * Reads parameters by the types of their schema: an array's values are repeated or separated by commas, and an object's are
 * `name[key]=value`. Whatever the schema does not have stays as it is, to be refused under its name.
 * @throws ApiError 400 for a value that is given twice, for an object's name without a key, and for text that Postgres does not store
 */
function readParameters(
  given: Readonly<Record<string, string | string[] | undefined>>,
  schema: TObject | undefined,
  where: "/path" | "/query",
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  const objects = new Map<string, [string, unknown][]>();
  for (const [name, value = ""] of Object.entries(given)) {
    const [, object = name, key] = DEEP.exec(name) ?? [];
    const property = propertyOf(schema, object);
    const at = `${where}/${pointerToken(name)}`;
    if (property.type === "object") {
      if (key === undefined) throw fieldError(`/query/${name}`, `must name a key: ${name}[key]=value`);
      checkText(key, `${where}/${object}`);
      const entry: [string, unknown] = [key, once(value, `${where}/${object}/${pointerToken(key)}`)];
      objects.set(object, [...objects.get(object) ?? [], entry]);
    } else if (key !== undefined || property.type === undefined) read[name] = value;
    else if (property.type === "array") {
      const texts = [value].flat().flatMap((one) => one.split(","));
      read[name] = texts.map((text) => typed(once(text, at), property.items));
    } else read[name] = typed(once(value, at), property);
  }
  for (const [name, entries] of objects) read[name] = Object.fromEntries(entries);
  return read;
}

/**
 * A text as its schema's type, an id bare and lower case. What is written otherwise (`1e1`, `0x1`, ` 1`) stays a text, for the schema to
 * refuse.
 */
function typed(
  text: string,
  { type, format, "x-id-prefix": prefix }: SchemaParts = {},
): string | number | boolean {
  if (type === "integer" && /^-?\d+$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return format === "uuid" || prefix !== undefined ? parseId(text, prefix) ?? text : text;
}

/** A parameter's only value. @throws ApiError 400 for several */
function once(value: string | string[], at: string): string {
  if (Array.isArray(value)) throw fieldError(at, "must be given once");
  checkText(value, at);
  return value;
}

/** Null for an optional field is as absent (contract, "Common to every endpoint"), in a list's objects and in objects within one too. */
function withoutNulls(body: unknown, { properties, required = [], items }: SchemaParts = {}): unknown {
  if (Array.isArray(body)) {
    return items === undefined ? body : body.map((one) => withoutNulls(one, items));
  }
  if (properties === undefined || body === null || typeof body !== "object") return body;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (!Object.hasOwn(properties, name)) return [[name, value]];
      return value === null && !required.includes(name)
        ? []
        : [[name, withoutNulls(value, properties[name])]];
    }),
  );
}
