import { findTrainingResults } from "#db/training/training-runs.ts";
import { failedResults } from "#engine/training/results.ts";
import { ApiError } from "#shared/errors.ts";
import { hasEnded, trainingRunNotFound } from "./serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { TrainingResults } from "./schema.ts";

export const trainingResults = defineRoute({
  method: "GET",
  path: "/v1/training/{id}/results",
  operationId: "trainingResults",
  summary: "Show an ended training run's accuracy",
  description: "A run that failed has ended too: its results say why, and hold no figures.",
  tag: "Training",
  access: { scope: "training:read" },
  params: strictObject({ id: Id }),
  responses: { 200: { description: "The results", data: TrainingResults } },
  errors: ["not_found", "training_not_complete"],
  read: async ({ params: { id }, identity, services }) => {
    const row = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => findTrainingResults(tx, id),
    );
    if (row === null) throw trainingRunNotFound();
    if (!hasEnded(row)) {
      throw new ApiError("training_not_complete", "The training run has not ended; it has no results yet.", {
        meta: { status: row.status },
      });
    }
    return { status: 200, data: row.results ?? failedResults(id, row.failure_message ?? "") };
  },
});
