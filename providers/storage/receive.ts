import { inTime } from "#shared/in-time.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { UploadError } from "./upload.ts";
import type { UploadGrant } from "./upload-token.ts";

/**
 * How long a body may take, in milliseconds: without a byte, after which it has stalled (unfinished files are abandoned much later, after 60 s),
 * and in all, the answer included (contract, "Training").
 */
export const RECEIVE_LIMITS = { idleMs: 30_000, wholeMs: 120_000 };

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

/** The body of an upload that begins now. */
export class UploadBody {
  /** Bytes of the file that have come. */
  came = 0;
  readonly #body: Readable;
  /** It stays open: closing it would close the connection before the answer. */
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #idleMs: number;
  /** Unix milliseconds at which all of it must have come. */
  readonly #until: number;

  constructor(body: Readable, { idleMs, wholeMs } = RECEIVE_LIMITS) {
    this.#body = body;
    this.#chunks = body[Symbol.asyncIterator]();
    this.#idleMs = idleMs;
    this.#until = Date.now() + wholeMs;
  }

  /**
   * Yields the body's bytes while they keep to headers and grant.
   * @throws UploadError for a body that is too large, ends early, stalls or takes too long.
   */
  async *bytes(headers: IncomingHttpHeaders, grant: UploadGrant): AsyncGenerator<Uint8Array> {
    while (true) {
      const { done, value } = await this.#next();
      if (done) break;
      if (this.came + value.length > grant.maxBytes) throw fileTooLarge(grant);
      this.came += value.length;
      yield value;
    }
    const announced = headers["content-length"];
    if (announced !== undefined && Number(announced) !== this.came) {
      throw new UploadError(
        "cut_off",
        `The file was cut off: ${announced} bytes were announced, ${this.came} came.`,
      );
    }
  }

  /**
   * Reads the rest of a rejected body while the service answers: a client that reads the answer only after it has sent everything would
   * otherwise meet a reset connection. Closes the connection of a body that is late or passes {@link MAX_DRAINED_BYTES}. Never rejects.
   */
  async drain(): Promise<void> {
    try {
      let total = 0;
      while (total <= MAX_DRAINED_BYTES) {
        const { done, value } = await this.#next();
        if (done) return;
        total += value.length;
      }
    } catch (error) {
      // The connection of a body that broke off is closed already, or carries the next request.
      if (!(error instanceof UploadError && error.isLate)) return;
    }
    this.#body.destroy();
  }

  /** @throws UploadError `stalled` or `too_slow` for a late chunk, `cut_off` when the connection ends. */
  async #next(): Promise<IteratorResult<Uint8Array>> {
    const idleMs = this.#idleMs;
    const left = this.#until - Date.now();
    if (left <= 0) throw tooSlow();
    const stalled = () =>
      new UploadError("stalled", `The file was cut off: nothing came for ${idleMs / 1_000} seconds.`);
    const next = this.#chunks.next().catch((cause) => {
      throw new UploadError(
        "cut_off",
        "The file was cut off: the connection ended before the file did.",
        { cause },
      );
    });
    return await inTime(next, Math.min(idleMs, left), left < idleMs ? tooSlow : stalled);
  }
}

function tooSlow(): UploadError {
  const seconds = RECEIVE_LIMITS.wholeMs / 1_000;
  return new UploadError("too_slow", `The file was cut off: it took over ${seconds} seconds.`);
}

function fileTooLarge({ maxBytes }: UploadGrant): UploadError {
  return new UploadError("too_large", `The file is larger than ${maxBytes.toLocaleString("en-US")} bytes.`);
}
