import Type from "typebox";
import { boolean, integer, named, namedObject, oneOf, text, Timestamp } from "../http/fields.ts";

export const MethodologyStatus = named("MethodologyStatus", oneOf(["published", "deprecated"]));

const summary = {
  workflow_id: text("The slug, which a create names"),
  version: Type.Integer(),
  status: MethodologyStatus,
  name: Type.String(),
  label: Type.String(),
  description: Type.String(),
  topic: Type.String(),
  kpi_question: text("The calibrated question"),
  recommended_sample_size: Type.Integer(),
  illustrative: boolean("True where the KPI question's table is made up"),
  created_at: Timestamp,
};

export const MethodologySummary = namedObject("MethodologySummary", summary);

export const Population = namedObject("Population", {
  frame: text("The table of the population that agents are drawn from"),
  where: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()), {
    description:
      "The segments that agents are drawn from, by dimension; absent where they are drawn from all",
  })),
  description: Type.String(),
});

export const Methodology = namedObject("Methodology", {
  ...summary,
  exemplar_questions: Type.Array(Type.String()),
  population: Population,
  segments: Type.Array(text("A dimension of by_segment and of every agent")),
  scenario_schema: Type.Object({}, { description: "JSON Schema 2020-12 of `scenario_context`" }),
  calibration: namedObject("MethodologyCalibration", {
    source: Type.String(),
    illustrative: boolean("True unless the figures are a published survey's"),
    rows: integer("Rows of the calibration table"),
    held_out_rows: integer("Rows kept out of fitting"),
  }),
});

export const ChangedMethodology = namedObject("ChangedMethodology", {
  workflow_id: Type.String(),
  version: Type.Integer(),
  status: MethodologyStatus,
});
