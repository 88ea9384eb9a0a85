import { Buffer } from "node:buffer";
import type { Context } from "koa";
import type { JsonObject } from "#shared/json.ts";
import type { HandlerResult } from "./define-route.ts";
import { RawJson } from "./define-route.ts";
import type { Bucket } from "./rate-limiter.ts";

export interface EnvelopeMeta {
  readonly requestId: string;
  readonly bucket: Bucket | null;
}

/** Every answer's `meta`: the request's id, the rate limit as the headers say it, and what the answer adds. */
function metaOf({ requestId, bucket }: EnvelopeMeta, added: JsonObject): JsonObject {
  const rate = bucket === null
    ? {}
    : { rate_limit: { limit: bucket.limit, remaining: bucket.remaining, reset: bucket.reset } };
  return { request_id: requestId, ...rate, ...added };
}

/** Writes a success. */
export function writeAnswer(ctx: Context, answer: HandlerResult, about: EnvelopeMeta): void {
  ctx.status = answer.status;
  ctx.set(answer.headers ?? {});
  if (answer.status === 204) return;
  const meta = metaOf(about, answer.meta ?? {});
  ctx.type = "application/json";
  ctx.body = answer.data instanceof RawJson
    ? bytesOf(['{"data":', ...answer.data.pieces, `,"error":null,"meta":${JSON.stringify(meta)}}`])
    : JSON.stringify({ data: answer.data ?? null, error: null, meta });
}

/** Each character is copied once: joining megabytes and encoding the whole takes half as long again. */
function bytesOf(pieces: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(
    pieces.reduce((length, piece) => length + Buffer.byteLength(piece), 0),
  );
  let at = 0;
  for (const piece of pieces) at += bytes.write(piece, at);
  return bytes;
}

/** Writes an error. */
export function writeError(
  ctx: Context,
  error: {
    status: number;
    code: string;
    message: string;
    meta: JsonObject;
    headers: Readonly<Record<string, string>>;
  },
  about: EnvelopeMeta,
): void {
  ctx.status = error.status;
  ctx.set(error.headers);
  ctx.type = "application/json";
  ctx.body = JSON.stringify({
    data: null,
    error: error.code,
    meta: metaOf(about, { message: error.message, ...error.meta }),
  });
}
