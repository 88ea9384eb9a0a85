import Type from "typebox";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { Id, Metadata, name, named, namedObject, nullable, oneOf, Timestamp } from "../http/fields.ts";

export const CreateTrainingUpload = namedObject("CreateTrainingUpload", {
  workflow_name: name(120, "Your own name for the run; it names no published workflow"),
  description: Type.Optional(Type.String({ maxLength: 1_000 })),
  metadata: Type.Optional(Metadata),
  file_bytes: Type.Optional(Type.Integer({
    minimum: 1,
    maximum: MAX_UPLOAD_BYTES,
    description:
      "The file's size; where it is given, the URL takes no larger one, and an object store none of another size",
  })),
});

export const TRAINING_STATUSES = ["QUEUED", "RUNNING", "COMPLETED", "FAILED"] as const;
export const TrainingStatus = named("TrainingStatus", oneOf(TRAINING_STATUSES));

export const CreatedTrainingUpload = namedObject("TrainingUpload", {
  training_id: Id,
  upload_url: Type.String({
    format: "uri",
    description: "PUT the calibration CSV here with `Content-Type: text/csv`; at most 25 MiB",
  }),
  upload_url_expires_at: Timestamp,
});

export const TrainingRun = namedObject("TrainingRun", {
  training_id: Id,
  workflow_name: Type.String(),
  description: nullable(Type.String()),
  status: TrainingStatus,
  results_available: Type.Boolean({ description: "True once the run has ended" }),
  upload_received: Type.Boolean({ description: "True once the calibration file is there" }),
  metadata: Metadata,
  created_at: Timestamp,
  started_at: nullable(Timestamp),
  completed_at: nullable(Timestamp),
  failure_message: nullable(
    Type.String({ description: "Names line and column where the file cannot be read" }),
  ),
});

const mape = nullable(
  Type.Number({
    minimum: 0,
    description:
      "Mean of |predicted − observed| ÷ observed in percent, over rows with an observed share of at least 5 %; null without any",
  }),
);
const mae_points = nullable(
  Type.Number({
    minimum: 0,
    description: "Mean of |predicted − observed| in percentage points, over all rows",
  }),
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
    Type.Number({
      minimum: 0,
      maximum: 200,
      description: "Mean of |predicted − observed| ÷ (half their sum) in percent, over all rows",
    }),
  ),
  by_segment: Type.Array(
    namedObject("TrainingSegment", {
      segment: Type.String(),
      mape,
      observations: Type.Integer({ minimum: 0, description: "Rows of the file" }),
      small_actuals: Type.Integer({ minimum: 0, description: "Rows below 5 %, which MAPE leaves out" }),
      mae_points,
    }),
  ),
  preview_only: Type.Literal(true),
  disclaimer: Type.String({
    description: "What was computed, left out and assumed; display it verbatim",
  }),
});
