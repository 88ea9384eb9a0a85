import Type from "typebox";
import { boolean, integer, named, namedObject, oneOf, pagesOf, text, Timestamp } from "../http/fields.ts";
import { findMethodology, type MethodologyRow, pageOfPublished } from "#db/methodologies/methodologies.ts";
import type { Methodology as Definition } from "#engine/bank/methodology.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import type { Services } from "../http/services.ts";
import { answerPage, listOf } from "../http/pagination.ts";

export const MethodologyStatus = named("MethodologyStatus", oneOf(["published", "deprecated"]));

export const MethodologySummary = namedObject("MethodologySummary", {
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
});

export const Population = namedObject("Population", {
  frame: text("The table of the population that agents are drawn from"),
  where: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()), {
    description:
      "The segments that agents are drawn from, by dimension; absent where they are drawn from all",
  })),
  description: Type.String(),
});

export const Methodology = namedObject("Methodology", {
  ...MethodologySummary.properties,
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

/** One page holds them all: who reads the list without a `limit` misses none of the release's. */
const PAGE_SIZE = 100;

export const listWorkflows = defineRoute({
  ...withScope("Workflows", "simulations:read"),
  ...listOf(MethodologySummary, pagesOf(PAGE_SIZE)),
  endpoint: "GET /v1/workflows",
  read: ({ query, identity, inTransaction, services, cursors }) =>
    answerPage({ query: { limit: PAGE_SIZE, ...query }, cursors }, async (page) => {
      const { rows, next } = await inTransaction((tx) => pageOfPublished(tx, page));
      const summaries = rows.map(async (row) =>
        methodologyResource(row, await definitionOf(services, identity.organizationId, row))
      );
      return { rows: await Promise.all(summaries), next };
    }),
});

export const showWorkflow = defineRoute({
  ...withScope("Workflows", "simulations:read"),
  endpoint: "GET /v1/workflows/{workflow_id}",
  responses: { 200: { description: "The methodology", data: Methodology } },
  read: async ({ params: { workflow_id }, identity, inTransaction, services }) => {
    const { organizationId } = identity;
    const row = await inTransaction((tx) => findMethodology(tx, workflow_id));
    if (row === null) throw new ApiError("workflow_not_found");
    const definition = await definitionOf(services, organizationId, row);
    return { data: methodologyResource(row, definition) };
  },
});

/** The content of a row's version. @throws Error where this release lacks it: a later one registered it */
async function definitionOf(
  { methodologies }: Services,
  organizationId: string,
  { id, slug, version, origin }: MethodologyRow,
): Promise<Definition> {
  const definition = await methodologies.version(organizationId, {
    methodology_id: origin === "release" ? null : id,
    methodology_slug: slug,
    methodology_version: version,
  });
  if (definition === undefined) {
    throw new Error(`Methodology ${slug} version ${version} is not in this release`);
  }
  return definition;
}

/** A methodology, in a list as well. */
function methodologyResource(row: MethodologyRow, definition: Definition) {
  const { rows, ...calibration } = definition.calibration;
  const held_out_rows = rows.filter(({ held_out }) => held_out).length;
  return {
    ...definition,
    ...row,
    workflow_id: row.slug,
    illustrative: calibration.illustrative,
    calibration: { ...calibration, rows: rows.length, held_out_rows },
  };
}
