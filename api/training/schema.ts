import Type from "typebox";
import { MAX_UPLOAD_BYTES, nextDay, type UploadRefusal } from "#shared/uploads.ts";
import {
  boolean,
  DESCRIPTION_PATTERN,
  Id,
  integer,
  Metadata,
  name,
  named,
  namedObject,
  nullable,
  number,
  oneOf,
  text,
  Timestamp,
} from "../http/fields.ts";
import type { Services } from "../http/services.ts";
import type { TrainingRunRow } from "#db/training/training-runs.ts";
import { ApiError, type ErrorOptions, foundOr, unavailable } from "#shared/errors.ts";

export const CreateTrainingUpload = namedObject("CreateTrainingUpload", {
  workflow_name: name(120, "Your own name for the run; it names no published workflow"),
  description: Type.Optional(Type.String({ maxLength: 1_000, pattern: DESCRIPTION_PATTERN })),
  metadata: Type.Optional(Metadata),
  file_bytes: Type.Optional(
    integer(
      "The file's size; where it is given, the URL takes no larger one, and an object store none of another size",
      { minimum: 1, maximum: MAX_UPLOAD_BYTES },
    ),
  ),
});

export const TRAINING_STATUSES = ["QUEUED", "RUNNING", "COMPLETED", "FAILED"] as const;
export const TrainingStatus = named("TrainingStatus", oneOf(TRAINING_STATUSES));

export const CreatedTrainingUpload = namedObject("TrainingUpload", {
  training_id: Id,
  upload_url: text("PUT the calibration CSV here with `Content-Type: text/csv`; at most 25 MiB", {
    format: "uri",
  }),
  upload_url_expires_at: Timestamp,
});

export const TrainingRun = namedObject("TrainingRun", {
  training_id: Id,
  workflow_name: Type.String(),
  description: nullable(Type.String()),
  status: TrainingStatus,
  results_available: boolean("True once the run has ended"),
  upload_received: boolean("True once the calibration file is there"),
  metadata: Metadata,
  created_at: Timestamp,
  started_at: nullable(Timestamp),
  completed_at: nullable(Timestamp),
  failure_message: nullable(text("Names line and column where the file cannot be read")),
});

const mape = nullable(
  number(
    "Mean of |predicted − observed| ÷ observed in percent, over rows with an observed share of at least 5 %; null without any",
    { minimum: 0 },
  ),
);
const mae_points = nullable(
  number("Mean of |predicted − observed| in percentage points, over all rows", { minimum: 0 }),
);

export const TrainingResults = namedObject("TrainingResults", {
  training_id: Id,
  basis: oneOf(
    ["uploaded_file", "mock", "none"],
    "uploaded_file: computed from it; mock: made up, without a file; none: the run failed",
  ),
  mape,
  mae_points,
  smape: nullable(
    number("Mean of |predicted − observed| ÷ (half their sum) in percent, over all rows", {
      minimum: 0,
      maximum: 200,
    }),
  ),
  by_segment: Type.Array(
    namedObject("TrainingSegment", {
      segment: Type.String(),
      mape,
      observations: integer("Rows of the file", { minimum: 0 }),
      small_actuals: integer("Rows below 5 %, which MAPE leaves out", { minimum: 0 }),
      mae_points,
    }),
  ),
  preview_only: Type.Literal(true),
  disclaimer: text("What was computed, left out and assumed; display it verbatim"),
});

/** `too_large`: a store that customers PUT to takes any size, which no signature of a PUT can bind. */
export type FoundUpload = "none" | "received" | "too_large";

/** How long the store of uploads has to answer. */
const STORE_DEADLINE_MS = 5_000;

/** Whether a run has ended, and therefore has results. */
export function hasEnded({ status }: Pick<TrainingRunRow, "status">): boolean {
  return status === "COMPLETED" || status === "FAILED";
}

/** The status resource. */
export function trainingRunResource(row: TrainingRunRow, upload: FoundUpload) {
  return {
    ...row,
    training_id: row.id,
    results_available: hasEnded(row),
    upload_received: upload !== "none",
  };
}

/** What there is of a run's file: until the row records it, the store of uploads shows it. @throws ApiError 503 without the store */
export async function findUpload(
  { id, upload_received }: TrainingRunRow,
  uploads: Services["uploads"],
): Promise<FoundUpload> {
  if (upload_received) return "received";
  const file = await orUnavailable(() => uploads.head(id, AbortSignal.timeout(STORE_DEADLINE_MS)));
  if (file === null) return "none";
  return file.bytes > MAX_UPLOAD_BYTES ? "too_large" : "received";
}

/** Removes a run's file, if there is one. @throws ApiError 503 without the store */
export async function removeUpload(id: string, uploads: Services["uploads"]): Promise<void> {
  await orUnavailable(() => uploads.remove(id, AbortSignal.timeout(STORE_DEADLINE_MS)));
}

async function orUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw unavailable("The store of uploads does not answer; try again shortly.", 5, cause);
  }
}

export const foundTrainingRun = foundOr("There is no such training run.");

/** What the answer says to an upload that would pass a bound of the plan: the figures, and when there is room again. */
export function uploadRefusal(
  { bound, limitBytes, usedBytes }: UploadRefusal,
  now: Date,
): { readonly message: string } & Required<Pick<ErrorOptions, "meta" | "headers">> {
  const figures = `${usedBytes.toLocaleString("en-US")} of ${limitBytes.toLocaleString("en-US")} bytes`;
  const meta = { limit_bytes: limitBytes, used_bytes: usedBytes };
  if (bound === "stored") {
    const message =
      `The files of runs that have not ended take ${figures}; start one, or wait until it has ended.`;
    return { message, meta, headers: {} };
  }
  const resetsAt = nextDay(now);
  return {
    message:
      `Today's uploads have taken ${figures} that the plan allows a day; the next day begins at 00:00 UTC.`,
    meta: { ...meta, resets_at: resetsAt.toISOString() },
    headers: { "Retry-After": `${Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000)}` },
  };
}

/** The error of a create whose file would pass a bound. */
export function uploadRefused(refusal: UploadRefusal, now: Date): ApiError {
  const { message, meta, headers } = uploadRefusal(refusal, now);
  const code = refusal.bound === "perDay" ? "rate_limit_exceeded" : "training_queue_full";
  return new ApiError(code, message, { meta, headers });
}
