import type { ParameterizedContext } from "koa";
import type { ApiError, ErrorCode } from "#shared/errors.ts";
import type { Route } from "./define-route.ts";
import type { Identity } from "./identity.ts";
import type { Bucket } from "./rate-limiter.ts";
import type { SystemServices } from "./services.ts";

/** Koa's `ctx.state`. */
export interface RequestState {
  /** The caller's X-Request-Id where it fits, else a new one. */
  requestId: string;
  receivedAt: Date;
  /** Absent until somebody is charged for the request. */
  call?: Call;
  /** Absent where no route was found. */
  route?: Route;
  /** Absent from a success. */
  errorCode?: ErrorCode;
}

/** A request, and who calls and pays for it. */
export interface Call {
  readonly ctx: ParameterizedContext<RequestState>;
  readonly services: SystemServices;
  /** Null without valid credentials. */
  identity: Identity | null;
  /** Why the credentials are not valid; null where they are, or where there are none. */
  credentialsFault: ApiError | null;
  /** The caller's bucket that the request was charged to; null where its address was. */
  bucket: Bucket | null;
}

/** A call on its way through the pipeline of its route. */
export interface RequestContext extends Call {
  readonly route: Route;
  readonly requestId: string;
  /** The path's parameters, decoded and not yet validated. */
  readonly rawParams: Readonly<Record<string, string>>;
  /** Empty until validated, like `query`. */
  params: Record<PropertyKey, unknown>;
  query: Record<PropertyKey, unknown>;
  /** Undefined until read. */
  body: unknown;
}

/** A step of the pipeline: it ends the request by throwing an ApiError. */
export type Middleware = (context: RequestContext) => Promise<void>;
