import type { ParameterizedContext } from "koa";
import type { QueryResultRow } from "pg";
import { beginAs } from "#db/database.ts";
import type { Identity, Route, RouteRequest, WriteTransaction } from "./define-route.ts";
import type { Bucket } from "./rate-limiter.ts";
import type { Services } from "./services.ts";

/** Koa's `ctx.state`. */
export interface RequestState {
  /** The caller's X-Request-Id where it fits, else a new one. */
  requestId: string;
  /** Absent where no route was found. */
  context?: RequestContext;
}

/** One request on its way through the pipeline of its route. */
export interface RequestContext {
  readonly ctx: ParameterizedContext<RequestState>;
  readonly route: Route;
  readonly services: Services;
  readonly requestId: string;
  /** The path's parameters, decoded and not yet validated. */
  readonly rawParams: Readonly<Record<string, string>>;
  /** Null before authentication, and on public routes. */
  identity: Identity | null;
  /** The bucket that the request was charged to; null before that, and without a key. */
  bucket: Bucket | null;
  /** Empty until validated, like `query`. */
  params: Record<PropertyKey, unknown>;
  query: Record<PropertyKey, unknown>;
  /** Undefined until read. */
  body: unknown;
}

/** A step of the pipeline: it ends the request by throwing an ApiError. */
export type Middleware = (context: RequestContext) => Promise<void>;

/** The handler's part of a validated request. */
export function routeRequest(
  { ctx, params, query, body, identity, requestId, services, route }: RequestContext,
): RouteRequest<RequestContext["params"], RequestContext["query"]> {
  return {
    params,
    query,
    body,
    requestId,
    services,
    wantsCsv: ctx.accepts("application/json", "text/csv") === "text/csv",
    get identity() {
      if (identity === null) throw new Error(`Route ${route.operationId} is public and has no caller`);
      return identity;
    },
  };
}

/**
 * Opens the transaction of a handler that writes: one of the caller's organization, or for operators one that sees every organization.
 *
 * @param opening statements sent with the BEGIN, in one round trip
 * @param work gets the transaction, and the rows of the opening's last statement
 */
export function writeTransaction<T>(
  { route, identity, services }: RequestContext,
  opening: string,
  work: (tx: WriteTransaction, opened: QueryResultRow[]) => Promise<T>,
): Promise<T> {
  const [database, begin] = route.access === "operator" || identity === null
    ? [services.systemDatabase, "BEGIN"]
    : [services.tenantDatabase, beginAs(identity.organizationId)];
  return database.begin(begin + opening, (tx, opened) =>
    work({
      ...tx,
      get organizationId() {
        if (identity === null) {
          throw new Error(`Route ${route.operationId} is public and has no organization`);
        }
        return identity.organizationId;
      },
      dispatchAfterCommit: (row) => tx.onCommit(() => services.dispatcher.dispatch(row)),
    }, opened));
}
