import { ApiError, type ErrorCode } from "#shared/errors.ts";
import { isUuid } from "#shared/ids.ts";
import type { JsonObject } from "#shared/json.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import type { UploadTerms } from "./storage.ts";

const UPLOAD_CONTENT_TYPE = "text/csv";
const UPLOAD_URL_SECONDS = 15 * 60;
export const UPLOADS_PREFIX = "uploads/";
const UPLOADS_SUFFIX = ".csv";

/**
 * The storage key of a training run's calibration file: a function of the run's id, never of a customer's text.
 * @throws RangeError for an id that is no UUID.
 */
export function uploadKey(trainingId: string): string {
  return requireUploadKey(`${UPLOADS_PREFIX}${trainingId}${UPLOADS_SUFFIX}`);
}

/**
 * The id of the training run whose file a key names.
 * @throws RangeError for another key.
 */
export function trainingOfUpload(key: string): string {
  return idIn(requireUploadKey(key));
}

/**
 * The terms of a calibration file's upload (decisions, "Training"): 15 minutes, `text/csv`, 25 MiB.
 * @param bytes its exact size, where the customer has said it.
 */
export function calibrationUpload(trainingId: string, bytes: number | null = null): UploadTerms {
  return {
    key: uploadKey(trainingId),
    contentType: UPLOAD_CONTENT_TYPE,
    maxBytes: bytes ?? MAX_UPLOAD_BYTES,
    bytes,
    expiresInSeconds: UPLOAD_URL_SECONDS,
  };
}

/** Whether a key is `uploads/<uuid>.csv`. */
export function isUploadKey(key: string): boolean {
  return key.startsWith(UPLOADS_PREFIX) && key.endsWith(UPLOADS_SUFFIX) && isUuid(idIn(key));
}

/**
 * Returns the key. Every store calls this before it uses a key, so that no caller can name another path.
 * @throws RangeError unless the key is `uploads/<uuid>.csv`.
 */
export function requireUploadKey(key: string): string {
  if (!isUploadKey(key)) {
    throw new RangeError(`Cannot use the storage key ${JSON.stringify(key)}: expected uploads/<uuid>.csv`);
  }
  return key;
}

function idIn(key: string): string {
  return key.slice(UPLOADS_PREFIX.length, -UPLOADS_SUFFIX.length);
}

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

export type UploadFault = keyof typeof UPLOAD_FAULTS;

/** A sender that is late may never finish its body, so its connection cannot carry another request. */
const HEADERS: Partial<Record<UploadFault, Readonly<Record<string, string>>>> = {
  stalled: { Connection: "close" },
  too_slow: { Connection: "close" },
  busy: { "Retry-After": "5" },
};

interface UploadErrorOptions {
  readonly cause?: unknown;
  /** Beside the reason. */
  readonly meta?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An upload that was not stored. A file that an earlier PUT stored under the same URL stays as it is. */
export class UploadError extends ApiError {
  readonly reason: UploadFault;

  constructor(
    reason: UploadFault,
    message: string,
    { cause, meta = {}, headers = {} }: UploadErrorOptions = {},
  ) {
    const [code, status] = UPLOAD_FAULTS[reason];
    super(code, message, {
      status,
      meta: { reason, ...meta },
      headers: { ...HEADERS[reason], ...headers },
      cause,
    });
    this.name = "UploadError";
    this.reason = reason;
  }

  /** Whether the sender is the one who is waited for, so that nothing more of the body is read. */
  get isLate(): boolean {
    return this.reason === "stalled" || this.reason === "too_slow";
  }
}
