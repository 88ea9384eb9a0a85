import { enqueue } from "#db/outbox/outbox.ts";
import {
  deleteTrainingRun,
  findTrainingRun,
  lockTrainingRun,
  startTrainingRun,
  type TrainingRunRow,
} from "#db/training/training-runs.ts";
import { ApiError } from "#shared/errors.ts";
import { trainingRunStart, trainingWorkflowId } from "#temporal/training-run.ts";
import { waitForWorkflow } from "#temporal/client.ts";
import { defineRoute, type RouteRequest, withScope } from "../http/define-route.ts";
import { countHourly } from "../http/middleware/limit-rate.ts";
import { TrainingRun } from "./schema.ts";
import { findUpload, foundTrainingRun, hasEnded, removeUpload, trainingRunResource } from "./serialize.ts";

/** How long the call waits for the run's end. */
const MAX_WAIT_MS = 10_000;

export const startTraining = defineRoute({
  ...withScope("Training", "training:write"),
  endpoint: "POST /v1/training/{id}/start",
  summary: "Start a training run",
  description:
    "Answers when the run has ended, or after 10 seconds: then `status` is RUNNING, and the run continues. In an hour an organization may start " +
    "ten times as many as its plan has requests a minute, half of that while its founder's address is unproved: then 429 `rate_limit_exceeded`.",
  responses: { 202: { description: "Started", data: TrainingRun } },
  errors: ["training_not_queued"],
  prepare: async (request) => {
    // Of a run that was started the write knows whether this is a replay: it holds the key's lock.
    if ((await currentRun(request)).status !== "QUEUED") return;
    await countHourly(request.services.limiter, "training-starts", request.identity);
  },
  write: async ({ params: { id }, services }, tx) => {
    if (!await startTrainingRun(tx, id)) {
      foundTrainingRun(await findTrainingRun(tx, id));
      throw notQueued();
    }
    const { baseUrl } = services.config;
    const start = trainingRunStart({ id, organization_id: tx.organizationId, baseUrl });
    await enqueue(tx, tx.organizationId, start);
    return { status: 202 };
  },
  // The synchronous completion of version 1 is this wait alone: the workflow is the same when a run takes days.
  afterCommit: async (request, stored) => {
    const { params: { id }, services } = request;
    let row = await currentRun(request);
    if (!hasEnded(row)) {
      await waitForWorkflow(services.temporal, trainingWorkflowId(id), MAX_WAIT_MS);
      row = await currentRun(request);
    }
    return { ...stored, data: trainingRunResource(row, await findUpload(row, services.uploads)) };
  },
});

function notQueued(): ApiError {
  return new ApiError("training_not_queued", "The training run was started already.");
}

async function currentRun(
  { params: { id }, inTransaction }: RouteRequest<{ readonly id: string }>,
): Promise<TrainingRunRow> {
  return foundTrainingRun(await inTransaction((tx) => findTrainingRun(tx, id)));
}

export const removeTraining = defineRoute({
  ...withScope("Training", "training:write"),
  endpoint: "DELETE /v1/training/{id}",
  summary: "Delete a training run with its file and its results",
  description:
    "Refused while it is QUEUED or RUNNING. One that is never started is forgotten after a day by itself.",
  responses: { 204: { description: "Deleted" } },
  errors: ["training_not_terminal", "service_unavailable"],
  write: async ({ params: { id }, services }, tx) => {
    const row = foundTrainingRun(await lockTrainingRun(tx, id));
    if (!hasEnded(row)) {
      throw new ApiError(
        "training_not_terminal",
        `The training run is ${row.status}; it has not ended yet.`,
        {
          meta: { status: row.status },
        },
      );
    }
    // Before the commit: a store that is out of reach leaves the run as it was, and a second call removes the rest.
    await removeUpload(id, services.uploads);
    await deleteTrainingRun(tx, id);
    await tx.record("training.delete", id);
    return { status: 204 };
  },
});
