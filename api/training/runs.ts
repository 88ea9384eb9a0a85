import Type from "typebox";
import { enqueue } from "#db/outbox/outbox.ts";
import {
  deleteTrainingRun,
  failQueuedRun,
  FILE_TOO_LARGE,
  findTrainingResults,
  findTrainingRun,
  lockTrainingRun,
  pageOfTrainingRuns,
  startTrainingRun,
  type TrainingRunRow,
} from "#db/training/training-runs.ts";
import { failedResults } from "#engine/training/results.ts";
import { ApiError } from "#shared/errors.ts";
import { waitForWorkflow } from "#temporal/client.ts";
import { trainingRunStart, trainingWorkflowId } from "#temporal/training-run.ts";
import { defineRoute, type RouteRequest, withScope } from "../http/define-route.ts";
import { listFilters, multiEnum } from "../http/fields.ts";
import { countHourly } from "../http/middleware/limit-rate.ts";
import { answerPage, listOf } from "../http/pagination.ts";
import { TRAINING_STATUSES, TrainingResults, TrainingRun } from "./schema.ts";
import {
  findUpload,
  foundTrainingRun,
  type FoundUpload,
  hasEnded,
  removeUpload,
  trainingRunResource,
  type Uploads,
} from "./serialize.ts";

export const listTraining = defineRoute({
  ...withScope("Training", "training:read"),
  ...listOf(TrainingRun, { ...listFilters, status: Type.Optional(multiEnum(TRAINING_STATUSES)) }),
  endpoint: "GET /v1/training",
  read: (request) => {
    const { query, inTransaction, services: { uploads } } = request;
    return answerPage(request, async (page) => {
      const filters = { ...query, statuses: query.status };
      const { rows, next } = await inTransaction((tx) => pageOfTrainingRuns(tx, filters, page));
      const shown = rows.map(async (row) => trainingRunResource(row, await listedUpload(row, uploads)));
      return { rows: await Promise.all(shown), next };
    });
  },
});

/** The row knows of all but those that are QUEUED, at most 20: for each of these the store of uploads is asked. */
async function listedUpload(row: TrainingRunRow, uploads: Uploads): Promise<FoundUpload> {
  if (row.status === "QUEUED") return await findUpload(row, uploads);
  return row.upload_received ? "received" : "none";
}

export const showTraining = defineRoute({
  ...withScope("Training", "training:read"),
  endpoint: "GET /v1/training/{id}",
  responses: { 200: { description: "Its status", data: TrainingRun } },
  read: async ({ params: { id }, inTransaction, services }) => {
    let row = foundTrainingRun(await inTransaction((tx) => findTrainingRun(tx, id)));
    const upload = await findUpload(row, services.uploads);
    if (row.status === "QUEUED" && upload === "too_large") {
      // Nothing would ever read the file, so it goes at once, after its run: one that was started meanwhile reads it and fails.
      const hasFailed = await inTransaction((tx) => failQueuedRun(tx, id, FILE_TOO_LARGE));
      row = await inTransaction((tx) => findTrainingRun(tx, id)) ?? row;
      if (hasFailed) await removeUpload(id, services.uploads);
    }
    return { status: 200, data: trainingRunResource(row, upload) };
  },
});

export const trainingResults = defineRoute({
  ...withScope("Training", "training:read"),
  endpoint: "GET /v1/training/{id}/results",
  responses: { 200: { description: "The results", data: TrainingResults } },
  errors: ["training_not_complete"],
  read: async ({ params: { id }, inTransaction }) => {
    const row = foundTrainingRun(await inTransaction((tx) => findTrainingResults(tx, id)));
    return { status: 200, data: resultsOf(row) };
  },
});

/** A run that completed has results, one that failed has a message. @throws ApiError 409 for one that has not ended */
function resultsOf(
  { id, status, results, failure_message }: TrainingRunRow & { readonly results: object | null },
): object {
  if (results !== null) return results;
  if (failure_message !== null) return failedResults(id, failure_message);
  throw new ApiError(
    "training_not_complete",
    "The training run has not ended. Start it where it is QUEUED, and ask again once results_available is true.",
    {
      meta: { status },
    },
  );
}

/** How long the call waits for the run's end. */
const MAX_WAIT_MS = 10_000;

export const startTraining = defineRoute({
  ...withScope("Training", "training:write"),
  endpoint: "POST /v1/training/{id}/start",
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
      throw new ApiError("training_not_queued");
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

async function currentRun(
  { params: { id }, inTransaction }: RouteRequest<{ readonly id: string }>,
): Promise<TrainingRunRow> {
  return foundTrainingRun(await inTransaction((tx) => findTrainingRun(tx, id)));
}

export const deleteTraining = defineRoute({
  ...withScope("Training", "training:write"),
  endpoint: "DELETE /v1/training/{id}",
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
