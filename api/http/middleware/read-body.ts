import type { Next } from "koa";
import { inTime } from "#shared/in-time.ts";
import { Buffer } from "node:buffer";
import { type ApiError, validationError } from "#shared/errors.ts";
import type { Json } from "#shared/json.ts";
import { RAW_BODY } from "../fields.ts";
import type { RoutedContext } from "../request-context.ts";
import { parseJsonBody } from "../json.ts";

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
  const { method, body } = ctx.state.route;
  if (method !== "GET" && method !== "DELETE") {
    const bytes = await inTime(collectBody(ctx), MAX_BODY_MS, tooLate);
    ctx.state.body = body === RAW_BODY ? bytes : bytes.length === 0 ? {} : parse(ctx, bytes);
  }
  await next();
}

function parse(ctx: RoutedContext, bytes: Uint8Array): Json {
  // ctx.is() is null for an empty body, which is no JSON either.
  if (!/^application\/json *(;|$)/i.test(ctx.get("Content-Type"))) {
    throw validationError([{ field: "/headers/content-type", message: "must be application/json" }]);
  }
  const encoding = ctx.get("Content-Encoding");
  if (encoding !== "" && encoding !== "identity") {
    throw validationError([{ field: "/headers/content-encoding", message: "must be identity" }]);
  }
  return parseJsonBody(bytes);
}

/** A late sender may never finish, so the connection cannot carry another request. */
const tooLate = () =>
  validationError(
    [{ field: "", message: `must arrive within ${MAX_BODY_MS / 1_000} seconds` }],
    408,
    { Connection: "close" },
  );

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
    throw validationError([{ field: "", message: "did not arrive whole" }]);
  }
  if (length > MAX_BODY_BYTES) throw tooLarge();
  return Buffer.concat(pieces);
}

function tooLarge(): ApiError {
  return validationError([{ field: "", message: "must be at most 1 MiB" }], 413);
}
