import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "#shared/json.ts";
import { ApiError, fieldError } from "#shared/errors.ts";

/** No body of the API nests as deeply; the bound also limits every recursion over a parsed body. */
const MAX_DEPTH = 32;
/** More than any body of the API holds: a scenario of 16 KiB has at most 8,192. The bound limits what validation looks at. */
const MAX_VALUES = 10_000;

/**
 * Parses a JSON body.
 *
 * @throws ApiError 400 for text that is not UTF-8 or not JSON, for the same key with two values in one object, for nesting over 32 levels
 * and for more than 10,000 values; also for NUL characters and lone surrogates, which Postgres does not store
 */
export function parseJsonBody(bytes: Uint8Array): Json {
  const text = decode(bytes);
  let value: Json = null;
  try {
    value = readTokens(text);
  } catch (error) {
    // Syntax faults are left to JSON.parse, which names them better, and finds all.
    if (error instanceof ApiError) throw error;
  }
  try {
    JSON.parse(text);
  } catch (error) {
    throw unfit(`must be JSON: ${(error as Error).message}`);
  }
  return value;
}

/** The text of a JSON value in which the order of keys and the spelling do not count: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_, part: unknown) =>
      part !== null && typeof part === "object" && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part as JsonObject).sort(([a], [b]) => a < b ? -1 : 1))
        : part,
  );
}

/** What the service itself looks at in a JSON Schema. */
export interface SchemaParts {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly SchemaParts[];
  readonly oneOf?: readonly SchemaParts[];
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping: Readonly<Record<string, SchemaParts>>;
  };
  readonly items?: SchemaParts;
  readonly properties?: Readonly<Record<string, SchemaParts>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly additionalProperties?: unknown;
  readonly "x-id-prefix"?: string;
}

/**
 * What a schema has of a value, with keys in its order; where it has room for further ones, they keep theirs, at the end. A key that the value
 * lacks stays absent. One that is undefined is null where the schema requires it, and absent elsewhere.
 */
export function inOrderOf(schema: object, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { properties, required = [], items, additionalProperties } = memberOf(schema, value);
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => inOrderOf(items, item));
  if (properties === undefined) return value;
  const entries = new Map<string, unknown>(Object.entries(value));
  const named = Object.entries(properties).filter(([name]) =>
    entries.get(name) !== undefined || (entries.has(name) && required.includes(name))
  );
  const rest = additionalProperties === false
    ? []
    : [...entries].filter(([name]) => !Object.hasOwn(properties, name));
  return Object.fromEntries([
    ...named.map(([name, part]) => [name, inOrderOf(part, entries.get(name) ?? null)]),
    ...rest,
  ]);
}

/** A key that the schema requires and an object, or one in a list, lacks. What their fields hold is not looked at: it may be stored, in an earlier form. */
export function missingKey(schema: object, value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { required = [], items = {} } = memberOf(schema, value);
  if (!Array.isArray(value)) return required.find((name) => !Object.hasOwn(value, name));
  return value.map((item) => missingKey(items, item)).find((key) => key !== undefined);
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === "object";
}

/** What a schema says of an object or a list: of a union, its member. @throws Error where the union does not tell which one that is */
function memberOf(schema: SchemaParts, value: object): SchemaParts {
  const { title = "A union", anyOf, oneOf, discriminator } = schema;
  if (discriminator !== undefined) {
    const { propertyName, mapping } = discriminator;
    const text = String((value as JsonObject)[propertyName]);
    const member = mapping[text];
    if (member === undefined) throw new Error(`${title} has no member whose ${propertyName} is ${text}`);
    return member;
  }
  const members = anyOf ?? oneOf;
  if (members === undefined) return schema;
  const [member = {}, ...others] = members.filter(({ type, oneOf }) =>
    type === "object" || type === "array" || oneOf !== undefined
  );
  if (others.length > 0) throw new Error(`${title} does not tell its members apart`);
  return memberOf(member, value);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unfit("must be UTF-8");
  }
}

/** A string that is not closed is a token too: the expression never goes back over what it has read. */
const TOKEN = /"(?:[^"\\]+|\\.)*"?|[^\s[\]{},:"]+|[[\]{},:]/gs;

/** Reads a text as JSON.parse does, which passes over what an object has twice. @throws SyntaxError for some of what is no JSON */
function readTokens(text: string): Json {
  const tokens = text.matchAll(TOKEN);
  const next = () => tokens.next().value?.[0] ?? "";
  let values = 0;
  const read = (token: string, at: string, depth: number): Json => {
    if (++values > MAX_VALUES) throw unfit(`must hold at most ${MAX_VALUES} values`);
    if (token !== "[" && token !== "{") {
      const value = JSON.parse(token) as string | number | boolean | null;
      if (typeof value === "string") checkText(value, at);
      return value;
    }
    if (depth === MAX_DEPTH) throw unfit(`must not be nested more than ${MAX_DEPTH} levels deep`);
    const items: Json[] = [];
    const members = new Map<string, Json>();
    for (let part = next(); part !== "]" && part !== "}"; part = next()) {
      if (part === ",") part = next();
      if (token === "[") {
        items.push(read(part, `${at}/${items.length}`, depth + 1));
        continue;
      }
      const key = JSON.parse(part) as string;
      const place = `${at}/${pointerToken(key)}`;
      checkText(key, place);
      next(); // the colon
      const value = read(next(), place, depth + 1);
      if (members.has(key) && !isDeepStrictEqual(members.get(key), value)) {
        throw fieldError(place, "must not be given twice");
      }
      members.set(key, value);
    }
    return token === "[" ? items : Object.fromEntries(members);
  };
  return read(next(), "", 0);
}

const unfit = (message: string) => fieldError("", message);

/** One token of a JSON pointer, escaped (RFC 6901). */
export function pointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** @throws ApiError 400 for text that Postgres does not store */
export function checkText(value: string, field: string): void {
  if (value.includes("\0")) throw fieldError(field, "must not contain NUL characters");
  if (!value.isWellFormed()) throw fieldError(field, "must not contain half a surrogate pair");
}
