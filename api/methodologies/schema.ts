import Type from "typebox";
import { named, namedObject, oneOf, Timestamp } from "../http/fields.ts";

export const MethodologyStatus = named("MethodologyStatus", oneOf(["published", "deprecated"]));

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

export const MethodologySummary = namedObject("MethodologySummary", summary);

export const Population = namedObject("Population", {
  frame: Type.String({ description: "The table of the population that agents are drawn from" }),
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
  segments: Type.Array(Type.String({ description: "A dimension of by_segment and of every agent" })),
  scenario_schema: Type.Object({}, { description: "JSON Schema 2020-12 of `scenario_context`" }),
  calibration: namedObject("MethodologyCalibration", {
    source: Type.String(),
    illustrative: Type.Boolean({ description: "True unless the figures are a published survey's" }),
    rows: Type.Integer({ description: "Rows of the calibration table" }),
    held_out_rows: Type.Integer({ description: "Rows kept out of fitting" }),
  }),
});

export const ChangedMethodology = namedObject("ChangedMethodology", {
  workflow_id: Type.String(),
  version: Type.Integer(),
  status: MethodologyStatus,
});

const AT = "2026-12-01T09:00:00.000Z";

const methodology = {
  workflow_id: "product-purchase-intent",
  version: 1,
  status: "published",
  name: "Product purchase intent",
  label: "Purchase intent",
  description: "Whether people would buy a product where they usually shop.",
  topic: "consumer products",
  kpi_question: "How likely are you to buy this product if it were available where you usually shop?",
  recommended_sample_size: 1_000,
  illustrative: true,
  created_at: AT,
};

/** Examples of methodologies, by the names of their schemas. */
export const METHODOLOGY_EXAMPLES: Readonly<Record<string, unknown>> = {
  ChangeMethodology: { status: "published" },
  ChangedMethodology: { workflow_id: "product-purchase-intent", version: 1, status: "published" },
  MethodologySummary: methodology,
  Methodology: {
    ...methodology,
    exemplar_questions: ["Would you buy this oat drink?"],
    population: { frame: "us-adults-2024", description: "U.S. resident adults aged 18 and over" },
    segments: ["sex", "age", "education", "region"],
    scenario_schema: { type: "object", properties: { price: { type: "number" } } },
    calibration: {
      source: "Made up for illustration; it rests on no survey.",
      illustrative: true,
      rows: 48,
      held_out_rows: 12,
    },
  },
};
