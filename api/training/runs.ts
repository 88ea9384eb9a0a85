import Type from "typebox";
import { MAX_QUEUED_RUNS, MAX_UPLOAD_BYTES, nextDay, type UploadRefusal } from "#shared/uploads.ts";
import {
  boolean,
  DESCRIPTION_PATTERN,
  Id,
  integer,
  listFilters,
  Metadata,
  multiEnum,
  name,
  named,
  namedObject,
  nullable,
  number,
  oneOf,
  text,
  Timestamp,
} from "../http/fields.ts";
import {
  deleteTrainingRun,
  failQueuedRun,
  FILE_TOO_LARGE,
  findTrainingResults,
  findTrainingRun,
  insertTrainingRun,
  lockTrainingRun,
  pageOfTrainingRuns,
  startTrainingRun,
  type TrainingRunRow,
} from "#db/training/training-runs.ts";
import type { Services } from "../http/services.ts";
import { ApiError, type ErrorOptions, foundOr, unavailable } from "#shared/errors.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import { failedResults } from "#engine/training/results.ts";
import { waitForWorkflow } from "#temporal/client.ts";
import { workflowIdOf } from "#temporal/command.ts";
import { trainingRunStart } from "#temporal/training-run.ts";
import { defineRoute, NO_STORE, type RouteRequest, withScope } from "../http/define-route.ts";
import { countHourly } from "../http/access.ts";
import { answerPage, listOf } from "../http/pagination.ts";
import Router from "@koa/router";
import { chargeUpload } from "#db/training/upload-usage.ts";
import { newId } from "#shared/ids.ts";

export const CreateTrainingUpload = namedObject("CreateTrainingUpload", {
  workflow_name: name(120, "Your own name for the run; it names no published workflow"),
  description: Type.Optional(Type.String({ maxLength: 1_000, pattern: DESCRIPTION_PATTERN })),
  metadata: Type.Optional(Metadata),
  file_bytes: Type.Optional(
    integer(
      "The file's size; where it is given, the URL takes no larger one, and an object store none of another size",
      { minimum: 1, maximum: MAX_UPLOAD_BYTES },
    ),
  ),
});

export const TRAINING_STATUSES = ["QUEUED", "RUNNING", "COMPLETED", "FAILED"] as const;
export const TrainingStatus = named("TrainingStatus", oneOf(TRAINING_STATUSES));

export const CreatedTrainingUpload = namedObject("TrainingUpload", {
  training_id: Id,
  upload_url: text("PUT the calibration CSV here with `Content-Type: text/csv`; at most 25 MiB", {
    format: "uri",
  }),
  upload_url_expires_at: Timestamp,
});

export const TrainingRun = namedObject("TrainingRun", {
  training_id: Id,
  workflow_name: Type.String(),
  description: nullable(Type.String()),
  status: TrainingStatus,
  results_available: boolean("True once the run has ended"),
  upload_received: boolean("True once the calibration file is there"),
  metadata: Metadata,
  created_at: Timestamp,
  started_at: nullable(Timestamp),
  completed_at: nullable(Timestamp),
  failure_message: nullable(text("Names line and column where the file cannot be read")),
});

const mape = nullable(
  number(
    "Mean of |predicted − observed| ÷ observed in percent, over rows with an observed share of at least 5 %; null without any",
    { minimum: 0 },
  ),
);
const mae_points = nullable(
  number("Mean of |predicted − observed| in percentage points, over all rows", { minimum: 0 }),
);

export const TrainingResults = namedObject("TrainingResults", {
  training_id: Id,
  basis: oneOf(
    ["uploaded_file", "mock", "none"],
    "uploaded_file: computed from it; mock: made up, without a file; none: the run failed",
  ),
  mape,
  mae_points,
  smape: nullable(
    number("Mean of |predicted − observed| ÷ (half their sum) in percent, over all rows", {
      minimum: 0,
      maximum: 200,
    }),
  ),
  by_segment: Type.Array(
    namedObject("TrainingSegment", {
      segment: Type.String(),
      mape,
      observations: integer("Rows of the file", { minimum: 0 }),
      small_actuals: integer("Rows below 5 %, which MAPE leaves out", { minimum: 0 }),
      mae_points,
    }),
  ),
  preview_only: Type.Literal(true),
  disclaimer: text("What was computed, left out and assumed; display it verbatim"),
});

/** `too_large`: a store that customers PUT to takes any size, which no signature of a PUT can bind. */
export type FoundUpload = "none" | "received" | "too_large";

/** How long the store of uploads has to answer. */
const STORE_DEADLINE_MS = 5_000;

/** Whether a run has ended, and therefore has results. */
export function hasEnded({ status }: Pick<TrainingRunRow, "status">): boolean {
  return status === "COMPLETED" || status === "FAILED";
}

/** The status resource. */
export function trainingRunResource(row: TrainingRunRow, upload: FoundUpload) {
  return {
    ...row,
    training_id: row.id,
    results_available: hasEnded(row),
    upload_received: upload !== "none",
  };
}

/** What there is of a run's file: until the row records it, the store of uploads shows it. @throws ApiError 503 without the store */
export async function findUpload(
  { id, upload_received }: TrainingRunRow,
  uploads: Services["uploads"],
): Promise<FoundUpload> {
  if (upload_received) return "received";
  const file = await orUnavailable(() => uploads.head(id, AbortSignal.timeout(STORE_DEADLINE_MS)));
  if (file === null) return "none";
  return file.bytes > MAX_UPLOAD_BYTES ? "too_large" : "received";
}

/** Removes a run's file, if there is one. @throws ApiError 503 without the store */
export async function removeUpload(id: string, uploads: Services["uploads"]): Promise<void> {
  await orUnavailable(() => uploads.remove(id, AbortSignal.timeout(STORE_DEADLINE_MS)));
}

async function orUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw unavailable("The store of uploads does not answer; try again shortly.", 5, cause);
  }
}

export const foundTrainingRun = foundOr("There is no such training run.");

/** What the answer says to an upload that would pass a bound of the plan: the figures, and when there is room again. */
export function uploadRefusal(
  { bound, limitBytes, usedBytes }: UploadRefusal,
  now: Date,
): { readonly message: string } & Required<Pick<ErrorOptions, "meta" | "headers">> {
  const figures = `${usedBytes.toLocaleString("en-US")} of ${limitBytes.toLocaleString("en-US")} bytes`;
  const meta = { limit_bytes: limitBytes, used_bytes: usedBytes };
  if (bound === "stored") {
    const message =
      `The files of runs that have not ended take ${figures}; start one, or wait until it has ended.`;
    return { message, meta, headers: {} };
  }
  const resetsAt = nextDay(now);
  return {
    message:
      `Today's uploads have taken ${figures} that the plan allows a day; the next day begins at 00:00 UTC.`,
    meta: { ...meta, resets_at: resetsAt.toISOString() },
    headers: { "Retry-After": `${Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000)}` },
  };
}

export const listTraining = defineRoute({
  ...withScope("Training", "training:read"),
  ...listOf(TrainingRun, { ...listFilters, status: Type.Optional(multiEnum(TRAINING_STATUSES)) }),
  endpoint: "GET /v1/training",
  read: (request) => {
    const { query, inTransaction, services: { uploads } } = request;
    return answerPage(request, async (page) => {
      const { rows, next } = await inTransaction((tx) => pageOfTrainingRuns(tx, query, page));
      const shown = rows.map(async (row) => trainingRunResource(row, await listedUpload(row, uploads)));
      return { rows: await Promise.all(shown), next };
    });
  },
});

/** The row knows of all but those that are QUEUED, at most 20: for each of these the store of uploads is asked. */
async function listedUpload(row: TrainingRunRow, uploads: Services["uploads"]): Promise<FoundUpload> {
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
    return { data: trainingRunResource(row, upload) };
  },
});

export const trainingResults = defineRoute({
  ...withScope("Training", "training:read"),
  endpoint: "GET /v1/training/{id}/results",
  responses: { 200: { description: "The results", data: TrainingResults } },
  errors: ["training_not_complete"],
  read: async ({ params: { id }, inTransaction }) => {
    const row = foundTrainingRun(await inTransaction((tx) => findTrainingResults(tx, id)));
    // A run that completed has results, one that failed has a message.
    if (row.results !== null) return { data: row.results };
    if (row.failure_message !== null) return { data: failedResults(id, row.failure_message) };
    throw new ApiError(
      "training_not_complete",
      "The training run has not ended. Start it where it is QUEUED, and ask again once results_available is true.",
      { meta: { status: row.status } },
    );
  },
});

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
  },
  // The synchronous completion of version 1 is this wait alone: the workflow is the same when a run takes days.
  afterCommit: async (request, stored) => {
    const { params: { id }, services } = request;
    let row = await currentRun(request);
    if (!hasEnded(row)) {
      await waitForWorkflow(services.temporal, workflowIdOf("trainingRun", id), MAX_WAIT_MS);
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
        { meta: { status: row.status } },
      );
    }
    // Before the commit: a store that is out of reach leaves the run as it was, and a second call removes the rest.
    await removeUpload(id, services.uploads);
    await deleteTrainingRun(tx, id);
    await tx.record("training.delete", id);
  },
});

export const createTrainingUpload = defineRoute({
  ...withScope("Training", "training:write"),
  endpoint: "POST /v1/training/uploads",
  description:
    "The run is QUEUED until it is started; after a day it is deleted. Within 15 minutes PUT a CSV file with the " +
    "header `segment,question,observed_yes_pct[,n]` to `upload_url`, in 2 minutes at most; without one the results are a mock. " +
    `At most ${MAX_QUEUED_RUNS} runs are QUEUED at once. The plan bounds the bytes of a day and of the files that are stored at once (25 MiB while the founder's address is unproved), which ` +
    "a PUT or this request answers with 429 or 409 and the figures. The file is removed when the run has ended.",
  idempotencyKey: "required",
  headers: NO_STORE,
  body: CreateTrainingUpload,
  responses: { 201: { description: "Created", data: CreatedTrainingUpload, headers: ["Location"] } },
  errors: ["training_queue_full"],
  write: async ({ body, identity, services }, tx) => {
    const id = newId();
    const inserted = await insertTrainingRun(tx, {
      id,
      workflow_name: body.workflow_name,
      description: body.description ?? null,
      metadata: body.metadata ?? {},
      created_at: new Date(),
    });
    if (!inserted) {
      throw new ApiError(
        "training_queue_full",
        `There are ${MAX_QUEUED_RUNS} training runs that were not started; start one, or wait: each is deleted after a day.`,
        { meta: { limit: MAX_QUEUED_RUNS } },
      );
    }
    const bytes = body.file_bytes ?? null;
    // A store takes the PUT without a word to this service, so what may come is counted now.
    if (services.receiveUpload === null) {
      const refusal = await chargeUpload(tx, {
        ...identity,
        trainingId: id,
        bytes: bytes ?? MAX_UPLOAD_BYTES,
      });
      if (refusal !== null) {
        const { message, ...more } = uploadRefusal(refusal, services.now());
        const code = refusal.bound === "perDay" ? "rate_limit_exceeded" : "training_queue_full";
        throw new ApiError(code, message, more);
      }
    }
    const { url, expiresAt } = await services.uploads.presignPut(id, bytes);
    return {
      data: { training_id: id, upload_url: url, upload_url_expires_at: expiresAt },
      headers: { Location: `${services.config.baseUrl}/v1/training/${id}` },
    };
  },
});

/**
 * Takes the files of upload URLs that the service signed for itself: no API key, no JSON, no 1 MiB. Responses are an object store's, so
 * that one client serves both. There are no routes where customers PUT to a store.
 */
export function uploadRoutes({ receiveUpload }: Services): Router {
  const router = new Router();
  if (receiveUpload === null) return router;

  router.put("/uploads/:token", async (ctx) => {
    const { etag } = await receiveUpload(ctx.params["token"] ?? "", ctx.req);
    ctx.set("ETag", etag);
    ctx.body = "";
  });

  router.all("/uploads/:token", (ctx) => {
    throw new ApiError("not_found", `${ctx.method} is not allowed on an upload URL: PUT the file.`, {
      status: 405,
      headers: { Allow: "PUT" },
    });
  });

  return router;
}
