import Type from "typebox";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { Id, Metadata, name, named, namedObject, nullable, oneOf, Timestamp } from "../http/fields.ts";
import type { ErrorMeta } from "../openapi/components.ts";

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

/** The `meta` of the errors that tell of training runs. */
export const TRAINING_ERROR_META: ErrorMeta = {
  training_not_complete: { properties: { status: TrainingStatus }, example: { status: "RUNNING" } },
  training_not_terminal: { properties: { status: TrainingStatus }, example: { status: "RUNNING" } },
};

/** Examples of training runs, by the names of their schemas. */
export const TRAINING_EXAMPLES: Readonly<Record<string, unknown>> = {
  CreateTrainingUpload: { workflow_name: "Oat drinks", file_bytes: 48_213 },
  TrainingResults: {
    training_id: "01985d50-0a1b-7c2d-9e3f-405162738495",
    basis: "uploaded_file",
    mape: 12.4,
    mae_points: 5.1,
    smape: 11.9,
    by_segment: [{ segment: "age=18-24", mape: 12.4, observations: 3, small_actuals: 0, mae_points: 5.1 }],
    preview_only: true,
    disclaimer: "Computed from the uploaded file: 3 rows, none left out.",
  },
};
