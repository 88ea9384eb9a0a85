import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { MAX_UPLOAD_BYTES } from "./upload.ts";
import type { UploadGrant } from "./upload-token.ts";
import { UploadRefused } from "./upload-refused.ts";

/** A body that says nothing for so long is given up. Far below the age at which unfinished files are swept. */
export const IDLE_SECONDS = 30;
/** A file somewhat too large is heard out; whoever sends without end is not. */
export const DISCARD_BYTES = 2 * MAX_UPLOAD_BYTES;

/** @throws UploadRefused where the headers alone show that the file is not what the grant allows. */
export function checkUploadHeaders(headers: IncomingHttpHeaders, grant: UploadGrant): void {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type !== grant.contentType) {
    throw new UploadRefused(
      "wrong_type",
      `Send the file with Content-Type: ${grant.contentType}, not ${
        type === "" ? "without one" : JSON.stringify(type)
      }.`,
    );
  }
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") {
    throw new UploadRefused(
      "wrong_type",
      `Send the file without Content-Encoding, not ${JSON.stringify(encoding)}.`,
    );
  }
  if (Number(headers["content-length"] ?? 0) > grant.maxBytes) throw fileTooLarge(grant);
}

/**
 * The body's bytes, for as long as they are what headers and grant allow.
 *
 * @param chunks the body's iterator, which is left open: closing it would take the connection away before the refusal is answered.
 * @throws UploadRefused as soon as there is too much, where it ends too early, or where nothing comes for {@link IDLE_SECONDS}.
 */
export async function* receivedBytes(
  chunks: AsyncIterator<Uint8Array>,
  headers: IncomingHttpHeaders,
  grant: UploadGrant,
  idleMs = IDLE_SECONDS * 1_000,
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
    throw new UploadRefused(
      "cut_off",
      `The file was cut off: ${announced} bytes were announced, ${total} came.`,
    );
  }
}

/**
 * Reads on and forgets what comes, while the refusal is answered: clients that send first and listen then would find the connection
 * reset instead of an answer. It is closed after {@link DISCARD_BYTES}, or where nothing comes. Never rejects.
 */
export async function discardRest(
  body: Readable,
  chunks: AsyncIterator<Uint8Array>,
  idleMs = IDLE_SECONDS * 1_000,
): Promise<void> {
  try {
    let total = 0;
    while (total <= DISCARD_BYTES) {
      const { done, value } = await nextChunk(chunks, idleMs);
      if (done) return;
      total += value.length;
    }
  } catch (error) {
    // A body that has broken off needs no closing, and its connection may already carry the next request.
    if ((error as UploadRefused).reason !== "stalled") return;
  }
  body.destroy();
}

async function nextChunk(
  chunks: AsyncIterator<Uint8Array>,
  idleMs: number,
): Promise<IteratorResult<Uint8Array>> {
  let timer;
  const idle = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new UploadRefused("stalled", `The file was cut off: nothing came for ${idleMs / 1_000} seconds.`),
        ),
      idleMs,
    );
  });
  const next = chunks.next().catch((cause) => {
    throw new UploadRefused(
      "cut_off",
      "The file was cut off: the connection ended before the file did.",
      cause,
    );
  });
  try {
    return await Promise.race([next, idle]);
  } finally {
    clearTimeout(timer);
  }
}

function fileTooLarge({ maxBytes }: UploadGrant): UploadRefused {
  return new UploadRefused("too_large", `The file is larger than ${maxBytes.toLocaleString("en-US")} bytes.`);
}
