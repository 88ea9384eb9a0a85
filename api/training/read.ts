import Type from "typebox";
import {
  failQueuedRun,
  FILE_TOO_LARGE,
  findTrainingResults,
  findTrainingRun,
  pageOfTrainingRuns,
  type TrainingRunRow,
} from "#db/training/training-runs.ts";
import { failedResults } from "#engine/training/results.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { listFilters, multiEnum } from "../http/fields.ts";
import { answerPage, listOf } from "../http/pagination.ts";
import type { FoundUpload, Uploads } from "./serialize.ts";
import { TRAINING_STATUSES, TrainingResults, TrainingRun } from "./schema.ts";
import { findUpload, foundTrainingRun, removeUpload, trainingRunResource } from "./serialize.ts";

export const listTraining = defineRoute({
  ...withScope("Training", "training:read"),
  ...listOf(TrainingRun, { ...listFilters, status: Type.Optional(multiEnum(TRAINING_STATUSES)) }),
  endpoint: "GET /v1/training",
  summary: "List training runs, newest first",
  read: (request) => {
    const { query, inTransaction, services: { uploads } } = request;
    return answerPage(request, async (page) => {
      const filters = { ...query, statuses: query.status };
      const { rows, next } = await inTransaction((tx) => pageOfTrainingRuns(tx, filters, page));
      const shown = rows.map(async (row) => trainingRunResource(row, await listedUpload(row, uploads)));
      return { rows: await Promise.all(shown), next };
    }, (resource) => resource);
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
  summary: "Show a training run's status",
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
  summary: "Show an ended training run's accuracy",
  description: "The results of a run that failed say why, and hold no figures.",
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
