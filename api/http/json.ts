import type { Buffer } from "node:buffer";
import type { Json } from "#shared/json.ts";
import { validationError } from "#shared/errors.ts";

/** Deeper nesting than any body of ours needs; it bounds every recursion over a parsed body. */
const DEPTH = 32;

/**
 * Parses a JSON body. Refused, as 400 `validation_error`: text that is not UTF-8 or not JSON, the same key twice in one object, nesting
 * over 32 levels, NUL characters and lone surrogates (Postgres keeps neither).
 */
export function parseJsonBody(bytes: Buffer): Json {
  const text = decode(bytes);
  scan(text);
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

interface Container {
  /** Keys seen so far; null in an array. */
  readonly keys: Set<string> | null;
  /** The next string is a key. */
  expectsKey: boolean;
  readonly pointer: string;
  at: string | number;
}

/** Walks the tokens without recursion. Syntax faults are left to JSON.parse, which names them better. */
function scan(text: string): void {
  const open: Container[] = [];
  for (let i = 0; i < text.length; i++) {
    const inner = open.at(-1);
    switch (text[i]) {
      case '"': {
        const end = endOfString(text, i);
        const value = unquote(text.slice(i, end));
        if (inner?.expectsKey === true && inner.keys !== null) {
          inner.at = value;
          inner.expectsKey = false;
          if (inner.keys.has(value)) {
            throw validationError([{ field: pointerOf(inner), message: "must not be given twice" }]);
          }
          inner.keys.add(value);
        }
        checkText(value, inner === undefined ? "" : pointerOf(inner));
        i = end - 1;
        break;
      }
      case "{":
      case "[": {
        if (open.length === DEPTH) {
          throw validationError([{
            field: "",
            message: `must not be nested more than ${DEPTH} levels deep`,
          }]);
        }
        const isObject = text[i] === "{";
        const pointer = inner === undefined ? "" : pointerOf(inner);
        open.push({ keys: isObject ? new Set() : null, expectsKey: isObject, pointer, at: 0 });
        break;
      }
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (inner === undefined) break;
        if (inner.keys === null) inner.at = Number(inner.at) + 1;
        else inner.expectsKey = true;
    }
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

function pointerOf({ pointer, at }: Container): string {
  return `${pointer}/${String(at).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** @throws ApiError 400 `validation_error` for text that Postgres does not keep. */
export function checkText(value: string, field: string): void {
  if (value.includes("\0")) throw validationError([{ field, message: "must not contain NUL characters" }]);
  if (!value.isWellFormed()) {
    throw validationError([{ field, message: "must not contain half a surrogate pair" }]);
  }
}
