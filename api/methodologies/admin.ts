import { newestMethodology } from "#engine/methodologies/catalogue.ts";
import { changeMethodologyStatus } from "#db/methodologies/methodologies.ts";
import { recordAudit } from "#db/organizations/audit-log.ts";
import { defineRoute } from "../http/define-route.ts";
import { strictObject } from "../http/fields.ts";
import { actorOf } from "../http/identity.ts";
import { ChangedMethodology, MethodologyStatus, WorkflowId } from "./schema.ts";
import { workflowNotFound } from "./serialize.ts";

export const adminChangeWorkflow = defineRoute({
  method: "PATCH",
  path: "/v1/admin/workflows/{workflow_id}",
  operationId: "adminChangeWorkflow",
  summary: "Publish or deprecate a methodology",
  description: "A deprecated one takes no new simulations; those that ran keep their results.",
  tag: "Operators",
  fence: "operator",
  params: strictObject({ workflow_id: WorkflowId }),
  body: strictObject({ status: MethodologyStatus }),
  responses: { 200: { description: "As it is now", data: ChangedMethodology } },
  errors: ["workflow_not_found"],
  write: async ({ params: { workflow_id }, body: { status }, identity, requestId }, tx) => {
    // Rows of methodologies that only later releases have stay as they are.
    if (newestMethodology(workflow_id) === undefined) throw workflowNotFound();
    const row = await changeMethodologyStatus(tx, workflow_id, status);
    if (row === null) throw workflowNotFound();
    await recordAudit(tx, {
      ...actorOf(identity),
      action: "workflow.update",
      subject: workflow_id,
      details: { status },
      request_id: requestId,
    });
    return { status: 200, data: { workflow_id: row.slug, version: row.version, status: row.status } };
  },
});
