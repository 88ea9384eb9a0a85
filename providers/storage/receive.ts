import { inTime } from "#shared/in-time.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { UploadError } from "./upload.ts";
import type { UploadGrant } from "./upload-token.ts";

/** A body without a byte for so long has stalled. Unfinished files are abandoned much later, after 60 s. */
const IDLE_MS = 30_000;
/** The longest time of one upload, its answer included (contract, "Training"). */
const WHOLE_MS = 120_000;

/** How long a body may take. */
export interface ReceiveLimits {
  /** Between two bytes. */
  readonly idleMs: number;
  /** Unix milliseconds at which all of it must have come. */
  readonly until: number;
}

/** The limits of an upload that begins now. */
export function receiveLimits(): ReceiveLimits {
  return { idleMs: IDLE_MS, until: Date.now() + WHOLE_MS };
}

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
 * @throws UploadError for a body that is too large, ends early, stalls or takes too long.
 */
export async function* uploadBytes(
  chunks: AsyncIterator<Uint8Array>,
  headers: IncomingHttpHeaders,
  grant: UploadGrant,
  limits: ReceiveLimits,
): AsyncGenerator<Uint8Array> {
  const announced = headers["content-length"];
  let total = 0;
  while (true) {
    const { done, value } = await nextChunk(chunks, limits);
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
 * otherwise meet a reset connection. Closes the connection of a body that is late or passes {@link MAX_DRAINED_BYTES}. Never rejects.
 */
export async function drainBody(
  body: Readable,
  chunks: AsyncIterator<Uint8Array>,
  limits: ReceiveLimits,
): Promise<void> {
  try {
    let total = 0;
    while (total <= MAX_DRAINED_BYTES) {
      const { done, value } = await nextChunk(chunks, limits);
      if (done) return;
      total += value.length;
    }
  } catch (error) {
    // The connection of a body that broke off is closed already, or carries the next request.
    if (!(error instanceof UploadError && error.isLate)) return;
  }
  body.destroy();
}

/** @throws UploadError `stalled` or `too_slow` for a late chunk, `cut_off` when the connection ends. */
async function nextChunk(
  chunks: AsyncIterator<Uint8Array>,
  { idleMs, until }: ReceiveLimits,
): Promise<IteratorResult<Uint8Array>> {
  const left = until - Date.now();
  if (left <= 0) throw tooSlow();
  const stalled = () =>
    new UploadError("stalled", `The file was cut off: nothing came for ${idleMs / 1_000} seconds.`);
  const next = chunks.next().catch((cause) => {
    throw new UploadError(
      "cut_off",
      "The file was cut off: the connection ended before the file did.",
      { cause },
    );
  });
  return await inTime(next, Math.min(idleMs, left), left < idleMs ? tooSlow : stalled);
}

function tooSlow(): UploadError {
  return new UploadError("too_slow", `The file was cut off: it took over ${WHOLE_MS / 1_000} seconds.`);
}

function fileTooLarge({ maxBytes }: UploadGrant): UploadError {
  return new UploadError("too_large", `The file is larger than ${maxBytes.toLocaleString("en-US")} bytes.`);
}
