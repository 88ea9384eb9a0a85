import { Buffer } from "node:buffer";
import type { ParameterizedContext } from "koa";
import type { ApiError } from "#shared/errors.ts";
import type { JsonObject } from "#shared/json.ts";
import headers from "./headers.json" with { type: "json" };
import { type Bucket, rateLimitMeta } from "./rate-limiter.ts";

/** A header of a response that the service itself decides on. */
export type HeaderName = keyof typeof headers;
/** As the document shows them. */
export const HEADERS: Readonly<Record<HeaderName, { description: string; type?: string; example: unknown }>> =
  headers;

/** On every response, of public operations too: whoever calls them with a key or a session is charged all the same. */
export const STANDARD_HEADERS: readonly HeaderName[] = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Set-Cookie",
  "Cache-Control",
];

/** Text that is JSON already, in pieces: joining megabytes first would copy them once more. */
export class RawJson {
  readonly pieces: readonly string[];
  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
  }
}

/** A table for programs that asked for text/csv: sent without the envelope. */
export class Csv {
  readonly text: string;
  readonly filename: string;
  constructor(text: string, filename: string) {
    this.text = text;
    this.filename = filename;
  }
}

/** What a handler answers with; the envelope is put around it here. */
export interface Answer {
  /** That of the route's success, which it declares, unless given. */
  readonly status?: number;
  /** Null and absent are the same; 204 and 304 have no body at all. */
  readonly data?: object | RawJson | Csv | null;
  readonly meta?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer with its status. */
export interface HandlerResult extends Answer {
  readonly status: number;
}

type Answered = ParameterizedContext<{ readonly requestId: string; readonly bucket: Bucket | null }>;

/** Writes a handler's result in the envelope. */
export function writeResult(ctx: Answered, result: HandlerResult): void {
  ctx.status = result.status;
  ctx.set({ ...result.headers });
  if (result.status === 204 || result.status === 304) return;
  if (result.data instanceof Csv) {
    ctx.type = "text/csv; charset=utf-8";
    ctx.set("Content-Disposition", `attachment; filename="${result.data.filename}"`);
    ctx.body = result.data.text;
    return;
  }
  const meta = metaOf(ctx, { ...result.meta });
  ctx.type = "application/json";
  ctx.body = result.data instanceof RawJson
    ? encode(['{"data":', ...result.data.pieces, `,"error":null,"meta":${JSON.stringify(meta)}}`])
    : JSON.stringify({ data: result.data ?? null, error: null, meta });
}

/** Writes an error in the envelope. @param meta added to the error's own */
export function writeError(ctx: Answered, error: ApiError, meta: JsonObject): void {
  ctx.status = error.status;
  ctx.set(error.headers);
  ctx.type = "application/json";
  ctx.body = JSON.stringify({
    data: null,
    error: error.code,
    meta: metaOf(ctx, { message: error.message, ...error.meta, ...meta }),
  });
}

/** `meta`: the request's id, the rate limit as the headers have it, and what the result adds. */
function metaOf({ state: { requestId, bucket } }: Answered, added: JsonObject): JsonObject {
  return { request_id: requestId, ...(bucket === null ? {} : rateLimitMeta(bucket)), ...added };
}

/** Copies each character once: joining megabytes and encoding the whole takes half as long again. */
function encode(pieces: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(
    pieces.reduce((length, piece) => length + Buffer.byteLength(piece), 0),
  );
  let end = 0;
  for (const piece of pieces) end += bytes.write(piece, end);
  return bytes;
}

/** When version 1 was released; what it deprecates goes twelve months later. */
const RELEASE = new Date("2026-12-01T00:00:00Z");
const SUNSET = new Date(Date.UTC(RELEASE.getUTCFullYear() + 1, RELEASE.getUTCMonth(), RELEASE.getUTCDate()));

/** Marks a result that rests on something deprecated (RFC 9745, RFC 8594). @param notices none leaves the result as it is */
export function deprecated(result: Answer, notices: readonly string[]): Answer {
  if (notices.length === 0) return result;
  return {
    ...result,
    headers: {
      ...result.headers,
      Deprecation: `@${RELEASE.getTime() / 1000}`,
      Sunset: SUNSET.toUTCString(),
    },
    meta: { ...result.meta, deprecations: notices },
  };
}
