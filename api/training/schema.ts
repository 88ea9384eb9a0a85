import Type from "typebox";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import {
  boolean,
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

export const CreateTrainingUpload = namedObject("CreateTrainingUpload", {
  workflow_name: name(120, "Your own name for the run; it names no published workflow"),
  description: Type.Optional(Type.String({ maxLength: 1_000 })),
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
