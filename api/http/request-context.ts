import type { DefaultContext, Middleware, Next, ParameterizedContext } from "koa";
import type { ApiError, ErrorCode } from "#shared/errors.ts";
import type { Route } from "./define-route.ts";
import type { Identity } from "./identity.ts";
import type { Bucket } from "./rate-limiter.ts";
import type { Received } from "./request.ts";
import type { SystemServices } from "./services.ts";

/** Koa's `ctx.state`: who makes the request, and who pays for it. */
export interface RequestState {
  /** The caller's X-Request-Id where it fits, else a new one. */
  requestId: string;
  receivedAt: Date;
  /** Absent where no route was found. */
  route?: Route;
  /** Null without valid credentials. */
  identity: Identity | null;
  /** Why the credentials are not valid; null where they are, or where there are none. */
  credentialsFault: ApiError | null;
  /** The caller's bucket that the request was charged to; null where its address was. */
  bucket: Bucket | null;
  /** Absent from a success. */
  errorCode?: ErrorCode;
}

/** The state on the way through the pipeline of a route. */
export interface RoutedState extends RequestState, Received {
  route: Route;
}

/** What Koa's context has beside its own. */
export interface WithServices extends DefaultContext {
  readonly services: SystemServices;
}

export type RequestContext = ParameterizedContext<RequestState, WithServices>;
/** `params` of the context itself are the path's as the router reads them, decoded and not yet validated. */
export type RoutedContext = ParameterizedContext<
  RoutedState,
  WithServices & { readonly params: Readonly<Record<string, string>> }
>;

/** A middleware of every request, with a route or without. */
export type RequestMiddleware = Middleware<RequestState, WithServices>;
/** A middleware of the pipeline: it ends the request by throwing an ApiError. */
export type RoutedMiddleware = (ctx: RoutedContext, next: Next) => Promise<void>;

/** Who calls. @throws Error where the access check let a request without a caller pass */
export function callerOf({ state: { identity, route } }: RoutedContext): Identity {
  if (identity === null) throw new Error(`Route ${route.operationId} has no caller`);
  return identity;
}
