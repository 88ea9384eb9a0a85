import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { MAX_UPLOAD_BYTES, UploadError } from "./upload.ts";
import type { UploadGrant } from "./upload-token.ts";

/** A body without a byte for so long has stalled. Unfinished files are abandoned much later, after 60 s. */
const IDLE_MS = 30_000;
/** The service reads a rejected body up to this size, then closes its connection. */
export const MAX_DRAINED_BYTES = 2 * MAX_UPLOAD_BYTES;

/** @throws UploadError where the headers alone show that the grant does not allow the file. */
export function assertUploadHeaders(headers: IncomingHttpHeaders, grant: UploadGrant): void {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== grant.contentType) {
    const received = type === undefined || type === "" ? "without one" : JSON.stringify(type);
    throw new UploadError(
      "wrong_type",
      `Send the file with Content-Type: ${grant.contentType}, not ${received}.`,
    );
  }
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") {
    throw new UploadError(
      "wrong_type",
      `Send the file without Content-Encoding, not ${JSON.stringify(encoding)}.`,
    );
  }
  if (Number(headers["content-length"] ?? 0) > grant.maxBytes) throw fileTooLarge(grant);
}

/**
 * Yields the body's bytes while they keep to headers and grant.
 * @param chunks the body's iterator. It stays open: closing it would close the connection before the answer.
 * @throws UploadError for a body that is too large, ends early, or stalls for `idleMs`.
 */
export async function* uploadBytes(
  chunks: AsyncIterator<Uint8Array>,
  headers: IncomingHttpHeaders,
  grant: UploadGrant,
  idleMs = IDLE_MS,
): AsyncGenerator<Uint8Array> {
  const announced = headers["content-length"];
  let total = 0;
  while (true) {
    const { done, value } = await nextChunk(chunks, idleMs);
    if (done) break;
    total += value.length;
    if (total > grant.maxBytes) throw fileTooLarge(grant);
    yield value;
  }
  if (announced !== undefined && Number(announced) !== total) {
    throw new UploadError(
      "cut_off",
      `The file was cut off: ${announced} bytes were announced, ${total} came.`,
    );
  }
}

/**
 * Reads the rest of a rejected body while the service answers: a client that reads the answer only after it has sent everything would
 * otherwise meet a reset connection. Closes the connection of a body that stalls or passes {@link MAX_DRAINED_BYTES}. Never rejects.
 */
export async function drainBody(
  body: Readable,
  chunks: AsyncIterator<Uint8Array>,
  idleMs = IDLE_MS,
): Promise<void> {
  try {
    let total = 0;
    while (total <= MAX_DRAINED_BYTES) {
      const { done, value } = await nextChunk(chunks, idleMs);
      if (done) return;
      total += value.length;
    }
  } catch (error) {
    // The connection of a body that broke off is closed already, or carries the next request.
    if (!(error instanceof UploadError && error.reason === "stalled")) return;
  }
  body.destroy();
}

/** @throws UploadError `stalled` after `idleMs` without a chunk, `cut_off` when the connection ends. */
async function nextChunk(
  chunks: AsyncIterator<Uint8Array>,
  idleMs: number,
): Promise<IteratorResult<Uint8Array>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    const error = new UploadError(
      "stalled",
      `The file was cut off: nothing came for ${idleMs / 1_000} seconds.`,
    );
    timer = setTimeout(() => reject(error), idleMs);
  });
  const next = chunks.next().catch((cause) => {
    throw new UploadError(
      "cut_off",
      "The file was cut off: the connection ended before the file did.",
      cause,
    );
  });
  try {
    return await Promise.race([next, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

function fileTooLarge({ maxBytes }: UploadGrant): UploadError {
  return new UploadError("too_large", `The file is larger than ${maxBytes.toLocaleString("en-US")} bytes.`);
}
