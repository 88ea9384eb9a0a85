import { isUuid } from "#shared/ids.ts";
import type { UploadTerms } from "./storage.ts";

export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
export const UPLOAD_CONTENT_TYPE = "text/csv";
export const UPLOAD_URL_SECONDS = 15 * 60;
export const UPLOADS_PREFIX = "uploads/";

/** Where a training run's calibration file is kept. Made from the run's id alone, never from what a customer wrote. */
export function uploadKey(trainingId: string): string {
  return checkedKey(`${UPLOADS_PREFIX}${trainingId}.csv`);
}

/** The run whose file is kept under a key. */
export function trainingOfUpload(key: string): string {
  return checkedKey(key).slice(UPLOADS_PREFIX.length, -".csv".length);
}

/** The terms of a calibration file's upload (decisions, "Training"): 15 minutes, `text/csv`, 25 MiB. */
export function calibrationUpload(trainingId: string): UploadTerms {
  return {
    key: uploadKey(trainingId),
    contentType: UPLOAD_CONTENT_TYPE,
    maxBytes: MAX_UPLOAD_BYTES,
    expiresInSeconds: UPLOAD_URL_SECONDS,
  };
}

export function isUploadKey(key: string): boolean {
  return key.startsWith(UPLOADS_PREFIX) && key.endsWith(".csv") &&
    isUuid(key.slice(UPLOADS_PREFIX.length, -".csv".length));
}

/** The key itself. @throws RangeError unless it is `uploads/<uuid>.csv`: every store checks, so that no path can be made up. */
export function checkedKey(key: string): string {
  if (!isUploadKey(key)) {
    throw new RangeError(`Cannot use the storage key ${JSON.stringify(key)}: expected uploads/<uuid>.csv`);
  }
  return key;
}
