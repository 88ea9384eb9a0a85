import type { Buffer } from "node:buffer";
import type { Json } from "#shared/json.ts";
import { validationError } from "#shared/errors.ts";

/** No body of the API nests as deeply; the bound also limits every recursion over a parsed body. */
const MAX_DEPTH = 32;

/**
 * Parses a JSON body.
 *
 * @throws ApiError 400 for text that is not UTF-8 or not JSON, the same key twice in one object, and nesting over 32 levels; also for
 * NUL characters and lone surrogates, which Postgres does not store
 */
export function parseJsonBody(bytes: Buffer): Json {
  const text = decode(bytes);
  checkTokens(text);
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw validationError([{ field: "", message: `must be JSON: ${(error as Error).message}` }]);
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw validationError([{ field: "", message: "must be UTF-8" }]);
  }
}

/** An object or array that is open at the current token. */
interface Container {
  /** Keys read so far; null in an array. */
  readonly keys: Set<string> | null;
  /** Whether the next string is a key. */
  expectsKey: boolean;
  /** JSON pointer of the container. */
  readonly pointer: string;
  /** Key or index of the current value. */
  position: string | number;
}

/** Checks the tokens without recursion. Syntax faults are left to JSON.parse, which names them better. */
function checkTokens(text: string): void {
  const open: Container[] = [];
  for (let i = 0; i < text.length; i++) {
    const container = open.at(-1);
    switch (text[i]) {
      case '"': {
        const end = endOfString(text, i);
        checkString(unquote(text.slice(i, end)), container);
        i = end - 1;
        break;
      }
      case "{":
      case "[":
        if (open.length === MAX_DEPTH) throw tooDeep();
        open.push(newContainer(text[i] === "{", container));
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (container !== undefined) advance(container);
    }
  }
}

function checkString(value: string, container: Container | undefined): void {
  if (container?.expectsKey === true && container.keys !== null) {
    container.position = value;
    container.expectsKey = false;
    if (container.keys.has(value)) {
      throw validationError([{ field: pointerOf(container), message: "must not be given twice" }]);
    }
    container.keys.add(value);
  }
  checkText(value, container === undefined ? "" : pointerOf(container));
}

function newContainer(isObject: boolean, parent: Container | undefined): Container {
  const pointer = parent === undefined ? "" : pointerOf(parent);
  return { keys: isObject ? new Set() : null, expectsKey: isObject, pointer, position: 0 };
}

function advance(container: Container): void {
  if (container.keys === null) container.position = Number(container.position) + 1;
  else container.expectsKey = true;
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

function pointerOf({ pointer, position }: Container): string {
  return `${pointer}/${pointerToken(String(position))}`;
}

function tooDeep() {
  return validationError([{ field: "", message: `must not be nested more than ${MAX_DEPTH} levels deep` }]);
}

/** One token of a JSON pointer, escaped (RFC 6901). */
export function pointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** @throws ApiError 400 for text that Postgres does not store */
export function checkText(value: string, field: string): void {
  if (value.includes("\0")) throw validationError([{ field, message: "must not contain NUL characters" }]);
  if (!value.isWellFormed()) {
    throw validationError([{ field, message: "must not contain half a surrogate pair" }]);
  }
}
