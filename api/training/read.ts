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
import { routesWith, withScope } from "../http/define-route.ts";
import { Id, listFilters, multiEnum, PageMeta, pageQuery, strictObject } from "../http/fields.ts";
import { pageRequest, pageResult } from "../http/pagination.ts";
import type { TrainingServices } from "./serialize.ts";
import { TRAINING_STATUSES, TrainingResults, TrainingRun } from "./schema.ts";
import { findUpload, foundTrainingRun, removeUpload, trainingRunResource } from "./serialize.ts";

const defineRoute = routesWith<TrainingServices>();

export const listTraining = defineRoute({
  ...withScope("Training", "training:read"),
  method: "GET",
  path: "/v1/training",
  operationId: "listTraining",
  summary: "List training runs, newest first",
  query: strictObject({
    ...pageQuery,
    ...listFilters,
    status: Type.Optional(multiEnum(TRAINING_STATUSES)),
  }),
  responses: { 200: { description: "A page", data: Type.Array(TrainingRun), meta: PageMeta } },
  read: async ({ query, inOrganization, services }) => {
    const filters = { ...query, statuses: query.status };
    const page = await inOrganization((tx) => pageOfTrainingRuns(tx, filters, pageRequest(query, services)));
    // Of the others the row knows; at most 20 are QUEUED, and for each of these the store of uploads is asked.
    const uploads = await Promise.all(page.rows.map(async (row) => {
      if (row.status !== "QUEUED") return row.upload_received ? "received" : "none";
      return await findUpload(row, services.uploads);
    }));
    const rows = page.rows.map((row, i) => ({ row, upload: uploads[i] ?? "none" }));
    return pageResult({ ...page, rows }, ({ row, upload }) => trainingRunResource(row, upload), services);
  },
});

export const showTraining = defineRoute({
  ...withScope("Training", "training:read"),
  method: "GET",
  path: "/v1/training/{id}",
  operationId: "showTraining",
  summary: "Show a training run's status",
  params: strictObject({ id: Id }),
  responses: { 200: { description: "Its status", data: TrainingRun } },
  errors: ["not_found"],
  read: async ({ params: { id }, inOrganization, services }) => {
    let row = foundTrainingRun(await inOrganization((tx) => findTrainingRun(tx, id)));
    const upload = await findUpload(row, services.uploads);
    if (row.status === "QUEUED" && upload === "too_large") {
      // Nothing would ever read the file, so it goes at once, after its run: one that was started meanwhile reads it and fails.
      const hasFailed = await inOrganization((tx) => failQueuedRun(tx, id, FILE_TOO_LARGE));
      row = await inOrganization((tx) => findTrainingRun(tx, id)) ?? row;
      if (hasFailed) await removeUpload(id, services.uploads);
    }
    return { status: 200, data: trainingRunResource(row, upload) };
  },
});

export const trainingResults = defineRoute({
  ...withScope("Training", "training:read"),
  method: "GET",
  path: "/v1/training/{id}/results",
  operationId: "trainingResults",
  summary: "Show an ended training run's accuracy",
  description: "The results of a run that failed say why, and hold no figures.",
  params: strictObject({ id: Id }),
  responses: { 200: { description: "The results", data: TrainingResults } },
  errors: ["not_found", "training_not_complete"],
  read: async ({ params: { id }, inOrganization }) => {
    const row = foundTrainingRun(await inOrganization((tx) => findTrainingResults(tx, id)));
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
