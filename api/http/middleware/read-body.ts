import { Buffer } from "node:buffer";
import { validationError } from "#shared/errors.ts";
import type { RequestContext } from "../request-context.ts";
import { parseJsonBody } from "../json.ts";

const MOST_BYTES = 1024 * 1024;

/** Reads and parses the body of a POST, PUT or PATCH; an absent one is `{}` where the route takes none. */
export async function readBody(call: RequestContext): Promise<void> {
  const { ctx, route } = call;
  if (route.method === "GET" || route.method === "DELETE") return;
  const bytes = await collect(call);
  if (bytes.length === 0 && route.body === undefined) {
    call.body = {};
    return;
  }
  // ctx.is() is null for an empty body; a body that is missing is no JSON either.
  if (!/^application\/json *(;|$)/i.test(ctx.get("Content-Type"))) {
    throw validationError([{ field: "/headers/content-type", message: "must be application/json" }]);
  }
  const encoding = ctx.get("Content-Encoding");
  if (encoding !== "" && encoding !== "identity") {
    throw validationError([{ field: "/headers/content-encoding", message: "must be identity" }]);
  }
  call.body = parseJsonBody(bytes);
}

async function collect({ ctx }: RequestContext): Promise<Buffer> {
  if (Number(ctx.get("Content-Length")) > MOST_BYTES) throw tooLarge();
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of ctx.req as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MOST_BYTES) break;
      pieces.push(piece);
    }
  } catch {
    // The caller hung up, which is nobody's fault here.
    throw validationError([{ field: "", message: "did not arrive whole" }]);
  }
  if (bytes > MOST_BYTES) throw tooLarge();
  return Buffer.concat(pieces);
}

function tooLarge() {
  return validationError([{ field: "", message: "must be at most 1 MiB" }], 413);
}
