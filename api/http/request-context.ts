import type { Context } from "koa";
import type { JsonObject } from "#shared/json.ts";
import type { AnyRoute, Identity } from "./define-route.ts";
import type { Bucket } from "./rate-limiter.ts";
import type { Services } from "./services.ts";

/** One request on its way through the pipeline. */
export interface RequestContext {
  readonly ctx: Context;
  readonly route: AnyRoute;
  readonly services: Services;
  readonly requestId: string;
  readonly rawParams: Readonly<Record<string, string>>;
  identity: Identity | null;
  bucket: Bucket | null;
  params: JsonObject;
  query: JsonObject;
  body: unknown;
}

export type Middleware = (call: RequestContext) => Promise<void>;
