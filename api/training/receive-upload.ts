import Router from "@koa/router";
import { ApiError } from "#shared/errors.ts";
import type { Services } from "../http/services.ts";
import { chargeAnonymous } from "../http/middleware/limit-rate.ts";

/**
 * Takes the files of upload URLs that the service signed for itself: no API key, no JSON, no 1 MiB. The answer is an object store's,
 * so that a client need not know which of the two it talks to. No routes where customers PUT to a store.
 */
export function uploadRoutes(services: Services): Router {
  const router = new Router();
  const { receive } = services.uploads;
  if (receive === null) return router;

  router.put("/uploads/:token", async (ctx) => {
    await chargeAnonymous(ctx.ip, services);
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
