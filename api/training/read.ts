import { findTrainingRun } from "#db/training/training-runs.ts";
import { trainingRunNotFound, trainingRunResource } from "./serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { TrainingRun } from "./schema.ts";

export const showTraining = defineRoute({
  method: "GET",
  path: "/v1/training/{id}",
  operationId: "showTraining",
  summary: "Show a training run's status",
  tag: "Training",
  access: { scope: "training:read" },
  params: strictObject({ id: Id }),
  responses: { 200: { description: "Its status", data: TrainingRun } },
  errors: ["not_found"],
  read: async ({ params: { id }, identity, services }) => {
    const row = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => findTrainingRun(tx, id),
    );
    if (row === null) throw trainingRunNotFound();
    return { status: 200, data: await trainingRunResource(row, services.uploads) };
  },
});
