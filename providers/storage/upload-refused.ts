import { ApiError, type ErrorCode } from "#shared/errors.ts";

/** Why an upload to the service itself was refused; `meta.reason` of the answer. */
export const UPLOAD_REFUSALS = {
  altered: ["forbidden", 403],
  expired: ["forbidden", 403],
  wrong_type: ["validation_error", 415],
  too_large: ["validation_error", 413],
  cut_off: ["validation_error", 400],
  stalled: ["validation_error", 408],
} as const satisfies Record<string, readonly [ErrorCode, number]>;

export type UploadRefusal = keyof typeof UPLOAD_REFUSALS;

/** A refused upload. Nothing of it was kept; what an earlier upload left under the same URL is untouched. */
export class UploadRefused extends ApiError {
  readonly reason: UploadRefusal;

  constructor(reason: UploadRefusal, message: string, cause?: unknown) {
    const [code, status] = UPLOAD_REFUSALS[reason];
    // A sender that has stalled may never finish its body, so its connection cannot carry another request.
    const headers = reason === "stalled" ? { Connection: "close" } : {};
    super(code, message, { status, meta: { reason }, headers, cause });
    this.name = "UploadRefused";
    this.reason = reason;
  }
}
