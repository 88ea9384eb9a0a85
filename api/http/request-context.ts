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
  context?: RequestContext;
  /** Absent where no route was found. */
  route?: Route;
  /** Absent from a success. */
  errorCode?: ErrorCode;
}

/** A request, with who makes it and who pays for it. `ctx` is Koa's. */
export interface RequestContext {
  readonly ctx: ParameterizedContext<RequestState>;
  readonly services: SystemServices;
  /** Null without valid credentials. */
  identity: Identity | null;
  /** Why the credentials are not valid; null where they are, or where there are none. */
  credentialsFault: ApiError | null;
  /** The caller's bucket that the request was charged to; null where its address was. */
  bucket: Bucket | null;
}

/** A request on its way through the pipeline of its route. */
export interface RoutedContext extends RequestContext {
  readonly route: Route;
  readonly requestId: string;
  /** Resolves when the request is charged to its bucket; rejects where it is refused. */
  charged: Promise<void>;
  /** The path's parameters, decoded and not yet validated. */
  readonly rawParams: Readonly<Record<string, string>>;
  /** Empty until validated, like `query`. */
  params: Record<PropertyKey, unknown>;
  query: Record<PropertyKey, unknown>;
  /** Undefined until read. */
  body: unknown;
}

/** A step of the pipeline: it ends the request by throwing an ApiError. */
export type Middleware = (context: RoutedContext) => Promise<void>;

/** Who calls. @throws Error where the access check let a request without a caller pass */
export function callerOf({ identity, route }: RoutedContext): Identity {
  if (identity === null) throw new Error(`Route ${route.operationId} has no caller`);
  return identity;
}
