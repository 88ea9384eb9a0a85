import Type from "typebox";
import { methodology, newestMethodology } from "#engine/methodologies/catalogue.ts";
import type { Methodology as Definition } from "#engine/methodologies/methodology.ts";
import { EMBEDDED_ENGINE } from "#engine/simulation/version.ts";
import { recordAudit } from "#db/organizations/audit-log.ts";
import {
  changeMethodologyStatus,
  findMethodology,
  type MethodologyRow,
  pageOfPublished,
} from "#db/methodologies/methodologies.ts";
import { type AccuracyRow, findAccuracy } from "#db/methodologies/accuracy.ts";
import { ApiError } from "#shared/errors.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import { defineRoute } from "../http/define-route.ts";
import { PageMeta, pageQuery, strictObject } from "../http/fields.ts";
import { ChangedMethodology, Methodology, MethodologyStatus, MethodologySummary } from "./schema.ts";

const params = strictObject({
  workflow_id: Type.String({ minLength: 1, maxLength: 100, pattern: "^[a-z0-9-]+$" }),
});

export const listWorkflows = defineRoute({
  method: "GET",
  path: "/v1/workflows",
  operationId: "listWorkflows",
  summary: "List the published methodologies",
  tag: "Workflows",
  access: { scope: "simulations:read" },
  query: strictObject(pageQuery),
  responses: { 200: { description: "A page", data: Type.Array(MethodologySummary), meta: PageMeta } },
  read: async ({ query, identity, services }) => {
    const page = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => pageOfPublished(tx, pageRequest(query, services)),
    );
    return pageResult(page, (row) => summary(row, definitionOf(row)), services);
  },
});

export const showWorkflow = defineRoute({
  method: "GET",
  path: "/v1/workflows/{workflow_id}",
  operationId: "showWorkflow",
  summary: "Show a methodology",
  tag: "Workflows",
  access: { scope: "simulations:read" },
  params,
  responses: { 200: { description: "The methodology", data: Methodology } },
  errors: ["workflow_not_found"],
  read: async ({ params: { workflow_id }, identity, services }) => {
    const [row, accuracy] = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      async (tx) => {
        const found = await findMethodology(tx, workflow_id);
        const key = { slug: workflow_id, version: found?.version ?? 0, engine: EMBEDDED_ENGINE };
        return [found, found === null ? null : await findAccuracy(tx, key)] as const;
      },
    );
    if (row === null) throw workflowNotFound();
    return { status: 200, data: detail(row, definitionOf(row), accuracy) };
  },
});

export const adminChangeWorkflow = defineRoute({
  method: "PATCH",
  path: "/v1/admin/workflows/{workflow_id}",
  operationId: "adminChangeWorkflow",
  summary: "Publish or deprecate a methodology",
  description: "A deprecated one takes no new simulations; those that ran keep their results.",
  tag: "Operators",
  access: "operator",
  params,
  body: strictObject({ status: MethodologyStatus }),
  responses: { 200: { description: "As it is now", data: ChangedMethodology } },
  errors: ["workflow_not_found"],
  write: async ({ params: { workflow_id }, body: { status }, identity, requestId }, tx) => {
    const row = newestMethodology(workflow_id) === undefined
      ? null
      : await changeMethodologyStatus(tx, workflow_id, status);
    if (row === null) throw workflowNotFound();
    await recordAudit(tx, {
      actor_key_id: identity.keyId,
      action: "workflow.update",
      subject: workflow_id,
      details: { status },
      request_id: requestId,
    });
    return { status: 200, data: { workflow_id: row.slug, version: row.version, status: row.status } };
  },
});

function workflowNotFound(): ApiError {
  return new ApiError("workflow_not_found", "There is no such workflow.");
}

/** Versions are registered by releases that hold them, and never leave the code. */
function definitionOf({ slug, version }: MethodologyRow): Definition {
  const definition = methodology(slug, version);
  if (definition === undefined) {
    throw new Error(`Methodology ${slug} version ${version} is not in this release`);
  }
  return definition;
}

function summary({ slug, version, status, created_at }: MethodologyRow, definition: Definition) {
  return {
    workflow_id: slug,
    version,
    status,
    name: definition.name,
    label: definition.label,
    description: definition.description,
    topic: definition.topic,
    kpi_question: definition.kpi_question,
    recommended_sample_size: definition.recommended_sample_size,
    created_at: created_at.toISOString(),
  };
}

function detail(row: MethodologyRow, definition: Definition, accuracy: AccuracyRow | null) {
  const { exemplar_questions, population, segments, scenario_schema, calibration } = definition;
  return {
    ...summary(row, definition),
    exemplar_questions,
    population,
    segments,
    scenario_schema,
    calibration: {
      source: calibration.source,
      illustrative: calibration.illustrative,
      rows: calibration.rows.length,
      held_out_rows: calibration.rows.filter(({ held_out }) => held_out).length,
      accuracy_pct: accuracy?.accuracy_pct ?? null,
      confirm_mean_pct: accuracy?.confirm_mean_pct ?? null,
      computed_at: accuracy?.computed_at.toISOString() ?? null,
    },
  };
}
