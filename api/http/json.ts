import type { Json, JsonObject } from "#shared/json.ts";
import { fieldError } from "#shared/errors.ts";

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
  checkTokens(text);
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw unfit(`must be JSON: ${(error as Error).message}`);
  }
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

/** Checks the tokens of a text. Syntax faults are left to JSON.parse, which names them better. */
function checkTokens(text: string): void {
  let [i, values] = [0, 1];
  /** @param members of an object, the text of each key's value so far */
  const walk = (pointer: string, depth: number, members: Map<string, string> | null): void => {
    let expectsKey = members !== null;
    /** Key or index of the current value, and where a key's value begins. */
    let position: string | number = 0;
    let start: number | null = null;
    const at = () => depth === 0 ? "" : `${pointer}/${pointerToken(String(position))}`;
    const endValue = () => {
      if (members === null || start === null) return;
      const value = text.slice(start, i);
      const earlier = members.get(String(position));
      if (earlier !== undefined && !isSameJson(earlier, value)) {
        throw fieldError(at(), "must not be given twice");
      }
      members.set(String(position), value);
      start = null;
    };
    for (; i < text.length; i++) {
      switch (text[i]) {
        case '"': {
          const literal = text.slice(i, endOfString(text, i));
          i += literal.length - 1;
          if (expectsKey) position = unquote(literal);
          expectsKey = false;
          checkText(unquote(literal), at());
          break;
        }
        case ":":
          start = i + 1;
          break;
        case "{":
        case "[":
          if (depth === MAX_DEPTH) throw unfit(`must not be nested more than ${MAX_DEPTH} levels deep`);
          walk(at(), depth + 1, text[i++] === "{" ? new Map() : null);
          break;
        case "}":
        case "]":
          return endValue();
        case ",":
          if (++values > MAX_VALUES) throw unfit(`must hold at most ${MAX_VALUES} values`);
          endValue();
          if (members === null) position = Number(position) + 1;
          else expectsKey = true;
      }
    }
  };
  walk("", 0, null);
}

/** Of two values of one key, together: longer ones must be the same text, since objects within objects have theirs compared again. */
const MAX_COMPARED_CHARACTERS = 16_384;

/** Texts that are not JSON count as the same: parsing the whole body names their fault. */
function isSameJson(a: string, b: string): boolean {
  if (a !== b && a.length + b.length > MAX_COMPARED_CHARACTERS) return false;
  try {
    return a === b || canonicalJson(JSON.parse(a)) === canonicalJson(JSON.parse(b));
  } catch {
    return true;
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}

function unquote(literal: string): string {
  if (!literal.includes("\\")) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
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
