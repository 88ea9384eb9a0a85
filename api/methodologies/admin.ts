import Type from "typebox";
import { changeMethodologyStatus } from "#db/methodologies/methodologies.ts";
import { newestMethodology } from "#engine/bank/catalogue.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, FOR_OPERATORS } from "../http/define-route.ts";
import { Id, namedObject, nullable } from "../http/fields.ts";
import { ChangedMethodology, MethodologyStatus } from "./methodologies.ts";

export const adminChangeWorkflow = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "PATCH /v1/admin/workflows/{workflow_id}",
  body: namedObject("ChangeMethodology", {
    status: MethodologyStatus,
    // Whose own methodology it is; absent or null: everybody's.
    organization_id: Type.Optional(nullable(Id)),
  }),
  responses: { 200: { description: "As it is now", data: ChangedMethodology } },
  write: async ({ params: { workflow_id }, body }, tx) => {
    const { status } = body;
    const organizationId = body.organization_id ?? null;
    const row = await changeMethodologyStatus(tx, workflow_id, organizationId, status);
    // Rows of methodologies that only later releases have stay as they are.
    const isKnown = row?.origin === "survey" || newestMethodology(workflow_id) !== undefined;
    if (row === null || !isKnown) throw new ApiError("workflow_not_found");
    const details = organizationId === null ? { status } : { status, organization_id: organizationId };
    await tx.record("workflow.update", workflow_id, details);
    return { data: { ...row, workflow_id } };
  },
});
