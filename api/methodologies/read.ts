import Type from "typebox";
import { EMBEDDED_ENGINE } from "#engine/simulation/answer-agents.ts";
import { findAccuracy } from "#db/methodologies/accuracy.ts";
import { findMethodology, pageOfPublished } from "#db/methodologies/methodologies.ts";
import { defineRoute } from "../http/define-route.ts";
import { PageMeta, pageQuery, strictObject } from "../http/fields.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import { Methodology, MethodologySummary, WorkflowId } from "./schema.ts";
import { methodologyResource, methodologySummary, workflowNotFound } from "./serialize.ts";

export const listWorkflows = defineRoute({
  method: "GET",
  path: "/v1/workflows",
  operationId: "listWorkflows",
  summary: "List the published methodologies",
  tag: "Workflows",
  fence: "organization",
  access: { scope: "simulations:read" },
  query: strictObject(pageQuery),
  responses: { 200: { description: "A page", data: Type.Array(MethodologySummary), meta: PageMeta } },
  read: async ({ query, identity, services }) => {
    const page = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => pageOfPublished(tx, pageRequest(query, services)),
    );
    return pageResult(page, methodologySummary, services);
  },
});

export const showWorkflow = defineRoute({
  method: "GET",
  path: "/v1/workflows/{workflow_id}",
  operationId: "showWorkflow",
  summary: "Show a methodology",
  tag: "Workflows",
  fence: "organization",
  access: { scope: "simulations:read" },
  params: strictObject({ workflow_id: WorkflowId }),
  responses: { 200: { description: "The methodology", data: Methodology } },
  errors: ["workflow_not_found"],
  read: async ({ params: { workflow_id }, identity, services }) => {
    const data = await services.tenantDatabase.withOrganization(identity.organizationId, async (tx) => {
      const row = await findMethodology(tx, workflow_id);
      if (row === null) throw workflowNotFound();
      const key = { slug: row.slug, version: row.version, engine: EMBEDDED_ENGINE };
      return methodologyResource(row, await findAccuracy(tx, key));
    });
    return { status: 200, data };
  },
});
