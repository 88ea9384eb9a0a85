import Router from "@koa/router";
import { insertTrainingRun } from "#db/training/training-runs.ts";
import { chargeUpload } from "#db/training/upload-usage.ts";
import { ApiError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { MAX_QUEUED_RUNS, MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { defineRoute, NO_STORE, withScope } from "../http/define-route.ts";
import type { Services } from "../http/services.ts";
import { CreatedTrainingUpload, CreateTrainingUpload } from "./schema.ts";
import { uploadRefused } from "./serialize.ts";

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
    if (services.uploads.receive === null) {
      const refusal = await chargeUpload(tx, {
        ...identity,
        trainingId: id,
        bytes: bytes ?? MAX_UPLOAD_BYTES,
      });
      if (refusal !== null) throw uploadRefused(refusal, services.now());
    }
    const { url, expiresAt } = await services.uploads.presign(id, bytes);
    return {
      status: 201,
      data: { training_id: id, upload_url: url, upload_url_expires_at: expiresAt },
      headers: { Location: `${services.config.baseUrl}/v1/training/${id}` },
    };
  },
});

/**
 * Takes the files of upload URLs that the service signed for itself: no API key, no JSON, no 1 MiB. Responses are an object store's, so
 * that one client serves both. There are no routes where customers PUT to a store.
 */
export function uploadRoutes(services: Services): Router {
  const router = new Router();
  const { receive } = services.uploads;
  if (receive === null) return router;

  router.put("/uploads/:token", async (ctx) => {
    const { etag } = await receive(ctx.params["token"] ?? "", ctx.req.headers, ctx.req);
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
