import Type from "typebox";
import { nullable, oneOf, strictObject, Timestamp } from "../http/fields.ts";

/** The slug in a path. */
export const WorkflowId = Type.String({ minLength: 1, maxLength: 100, pattern: "^[a-z0-9-]+$" });

export const MethodologyStatus = oneOf(["published", "deprecated"]);

const summary = {
  workflow_id: Type.String({ description: "The slug, which a create names" }),
  version: Type.Integer(),
  status: MethodologyStatus,
  name: Type.String(),
  label: Type.String(),
  description: Type.String(),
  topic: Type.String(),
  kpi_question: Type.String({ description: "The calibrated question" }),
  recommended_sample_size: Type.Integer(),
  illustrative: Type.Boolean({ description: "True where the KPI question's table is made up" }),
  created_at: Timestamp,
};

export const MethodologySummary = strictObject(summary);

export const Methodology = strictObject({
  ...summary,
  exemplar_questions: Type.Array(Type.String()),
  population: Type.Object({ frame: Type.String(), description: Type.String() }),
  segments: Type.Array(Type.String({ description: "A dimension of by_segment and of every agent" })),
  scenario_schema: Type.Object({}, { description: "JSON Schema 2020-12 of `scenario_context`" }),
  calibration: strictObject({
    source: Type.String(),
    illustrative: Type.Boolean({ description: "True unless the figures are a published survey's" }),
    rows: Type.Integer({ description: "Rows of the calibration table" }),
    held_out_rows: Type.Integer({ description: "Rows kept out of fitting; accuracy is computed on these" }),
    accuracy_pct: nullable(
      Type.Number({ description: "100 − MAPE of the embedded engine; null until computed" }),
    ),
    confirm_mean_pct: nullable(Type.Number()),
    baseline_pct: nullable(
      Type.Number({ description: "What the overall share alone scores on the same rows" }),
    ),
    computed_at: nullable(Timestamp),
  }),
});

export const ChangedMethodology = strictObject({
  workflow_id: Type.String(),
  version: Type.Integer(),
  status: MethodologyStatus,
});
