import { enqueue } from "#db/outbox/outbox.ts";
import { findTrainingRun, startTrainingRun } from "#db/training/training-runs.ts";
import { ApiError } from "#shared/errors.ts";
import { trainingRunStart, trainingWorkflowId } from "#temporal/training-run.ts";
import { waitForWorkflow } from "#temporal/wait-for-workflow.ts";
import { hasEnded, trainingRunNotFound, trainingRunResource } from "./serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { TrainingRun } from "./schema.ts";

/** How long the call waits for the run's end. */
const PATIENCE_MS = 10_000;

export const startTraining = defineRoute({
  method: "POST",
  path: "/v1/training/{id}/start",
  operationId: "startTraining",
  summary: "Start a training run",
  description:
    "Answers with the run as it stands when it has ended, or after 10 seconds: then `status` is RUNNING and it goes on by itself.",
  tag: "Training",
  access: { scope: "training:write" },
  params: strictObject({ id: Id }),
  responses: { 202: { description: "Started", data: TrainingRun } },
  errors: ["not_found", "training_not_queued"],
  write: async ({ params: { id }, identity, services }, tx) => {
    if (!await startTrainingRun(tx, id)) {
      if (await findTrainingRun(tx, id) === null) throw trainingRunNotFound();
      throw new ApiError("training_not_queued", "The training run was started already.");
    }
    const organization = { id: identity.organizationId, name: identity.organizationName };
    const start = trainingRunStart({ id, organization, baseUrl: services.config.baseUrl });
    tx.dispatchAfterCommit(await enqueue(tx, tx.organizationId, start));
    return { status: 202 };
  },
  // The run is the same whether it takes a second or days: that it seems synchronous is this call's waiting alone.
  afterCommit: async ({ params: { id }, identity, services }, kept) => {
    const find = async () => {
      const row = await services.tenantDatabase.withOrganization(
        identity.organizationId,
        (tx) => findTrainingRun(tx, id),
      );
      return row ?? Promise.reject(trainingRunNotFound());
    };
    let row = await find();
    if (!hasEnded(row)) {
      await waitForWorkflow(services.temporal, trainingWorkflowId(id), PATIENCE_MS);
      row = await find();
    }
    return { ...kept, data: await trainingRunResource(row, services.uploads) };
  },
});
