import { ApiError, type ErrorCode, type ErrorOptions } from "#shared/errors.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { keyOf, runOfKey, UPLOAD_CONTENT_TYPE } from "./storage.ts";
import { inTime } from "#shared/in-time.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Buffer } from "node:buffer";
import type { MacKeys } from "#shared/crypto.ts";

/** Faults of an upload to the service itself, which the answer's `meta.reason` names, with error code and HTTP status. */
const UPLOAD_FAULTS = {
  altered: ["forbidden", 403],
  expired: ["forbidden", 403],
  wrong_type: ["validation_error", 415],
  too_large: ["validation_error", 413],
  cut_off: ["validation_error", 400],
  stalled: ["validation_error", 408],
  too_slow: ["validation_error", 408],
  busy: ["validation_error", 409],
  started: ["training_not_queued", 409],
  gone: ["not_found", 404],
  daily_bytes: ["rate_limit_exceeded", 429],
  stored_bytes: ["training_queue_full", 409],
} as const satisfies Record<string, readonly [ErrorCode, number]>;

type UploadFault = keyof typeof UPLOAD_FAULTS;

/** A sender that is late may never finish its body, so its connection cannot carry another request. */
const HEADERS: Partial<Record<UploadFault, Readonly<Record<string, string>>>> = {
  stalled: { Connection: "close" },
  too_slow: { Connection: "close" },
  busy: { "Retry-After": "5" },
};

/** An upload that was not stored. A file that an earlier PUT stored under the same URL stays as it is. */
export class UploadError extends ApiError {
  readonly reason: UploadFault;

  constructor(reason: UploadFault, message: string, options: ErrorOptions = {}) {
    const [code, status] = UPLOAD_FAULTS[reason];
    super(code, message, {
      ...options,
      status,
      meta: { reason, ...options.meta },
      headers: { ...HEADERS[reason], ...options.headers },
    });
    this.name = "UploadError";
    this.reason = reason;
  }

  /** Whether the sender is the one who is waited for, so that nothing more of the body is read. */
  get isLate(): boolean {
    return this.reason === "stalled" || this.reason === "too_slow";
  }
}

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
  if (type !== UPLOAD_CONTENT_TYPE) {
    const received = type === undefined || type === "" ? "without one" : JSON.stringify(type);
    throw new UploadError(
      "wrong_type",
      `Send the file with Content-Type: ${UPLOAD_CONTENT_TYPE}, not ${received}.`,
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

/** What the bearer of a token may do: PUT the file of one training run, up to a size, until a time. */
type UploadGrant = Readonly<ReturnType<typeof verifyUploadToken>>;

/**
 * Signs a grant as `<base64url of the grant>.<base64url of its HMAC-SHA-256>`. The token is not encrypted: it holds no secret.
 * @throws RangeError for an id that is no UUID.
 */
export function signUploadToken(keys: MacKeys, { id, maxBytes, expiresAt }: UploadGrant): string {
  const fields: SignedFields = [keyOf(id), UPLOAD_CONTENT_TYPE, maxBytes, expiresAt.getTime()];
  const payload = Buffer.from(JSON.stringify(fields)).toString("base64url");
  return `${payload}.${keys.sign(payload).toString("base64url")}`;
}

/** @throws UploadError for a token that the service did not sign, that was altered, or that has expired. */
export function verifyUploadToken(keys: MacKeys, token: string, now: Date) {
  const [payload = "", signed = "", ...rest] = token.split(".");
  const code = Buffer.from(signed, "base64url");
  // base64url has several spellings of the same bytes.
  const isGenuine = code.toString("base64url") === signed && keys.verify(payload, code);
  if (!isGenuine || rest.length > 0) {
    throw new UploadError(
      "altered",
      "The upload URL is not one that this service signed, or it was altered.",
    );
  }
  const fields: SignedFields = JSON.parse(Buffer.from(payload, "base64url").toString());
  const [key, , maxBytes, expires] = fields;
  const expiresAt = new Date(expires);
  if (now >= expiresAt) {
    throw new UploadError(
      "expired",
      `The upload URL expired at ${expiresAt.toISOString()}. Create a new training run to get another.`,
    );
  }
  const id = runOfKey(key);
  if (id === null) throw new UploadError("altered", "The upload URL names no training run.");
  return { id, maxBytes, expiresAt };
}

type SignedFields = readonly [key: string, contentType: string, maxBytes: number, expiresAtMs: number];
