import { isTakenOver } from "#db/accounts/proof.ts";
import { recordAudit, recordOwnChange } from "#db/organizations/audit-log.ts";
import type { Transaction } from "#db/postgres/database.ts";
import type { Route, RouteOf, RouteRequest, RouteScope, RouteScopes } from "./define-route.ts";
import { ApiError } from "#shared/errors.ts";
import { writeOnce, type Writing } from "./idempotency.ts";
import { actorOf } from "./identity.ts";
import { canonicalJson, inOrderOf, missingKey } from "./json.ts";
import {
  callerOf,
  type RequestState,
  type RoutedContext,
  type RoutedMiddleware,
  type WithServices,
} from "./request-context.ts";
import { type Answer, Csv, type HandlerResult, RawJson, writeResult } from "./response.ts";
import { requestOf } from "./request.ts";
import { servicesOfOrganizations } from "./services.ts";
import type { RouterMiddleware } from "@koa/router";
import type { Next } from "koa";
import { checkAccess, checkOrigin, identify, limitMatching, limitRate } from "./access.ts";
import { readBody, validate } from "./body.ts";

/** Runs the route's handler: one that reads as it is, one that writes in its scope's transaction, with an Idempotency-Key at most once. */
async function runHandler<S extends RouteScope>(
  context: RoutedContext,
  route: RouteOf<S>,
): Promise<HandlerResult> {
  const { own, begin, writable } = SCOPES[route.routeScope](context);
  const request = Object.assign(requestOf(context, () => listOf(context)), own);
  if ("read" in route) return declared(route, await route.read(request));
  const stored = await writeOnce(context, {
    begin,
    prepare: route.prepare?.bind(route, request),
    write: async (tx, prepared) => declared(route, await route.write(request, writable(tx), prepared)),
  });
  return route.afterCommit === undefined ? stored : declared(route, await route.afterCommit(request, stored));
}

/**
 * The result with what its route declares of the data: handlers answer with rows, whose other columns are stored and sent nowhere.
 *
 * @throws Error where the handler's object lacks a key altogether, whose null would pass for a value
 */
function declared(
  { endpoint, responses }: Pick<Route, "endpoint" | "responses">,
  answer: Answer | void,
): HandlerResult {
  const [success] = Object.keys(responses);
  const result: HandlerResult = { status: Number(success), ...answer };
  const { status, data = null } = result;
  if (data === null || data instanceof RawJson || data instanceof Csv) return result;
  const schema = responses[status]?.data;
  if (schema === undefined) throw new Error(`${endpoint} declares no data of its ${status}`);
  const missing = missingKey(schema, data);
  if (missing !== undefined) {
    throw new Error(`${endpoint} answers without ${missing}, which its ${status} requires`);
  }
  return { ...result, data: inOrderOf(schema, data) as object };
}

/** What a scope adds to a request, and how it opens the transaction of a handler that writes. */
interface Scope<S extends RouteScope> extends Pick<Writing, "begin"> {
  readonly own: Pick<RouteRequest<unknown, unknown, unknown, S>, "identity" | "services" | "inTransaction">;
  /** The transaction as the handler gets it. */
  writable(tx: Transaction): RouteScopes[S]["tx"];
}

const SCOPES: { readonly [S in RouteScope]: (context: RoutedContext) => Scope<S> } = {
  organization(context) {
    const { state: { requestId }, services } = context;
    const { tenantDatabase } = services;
    const identity = callerOf(context);
    const { organizationId } = identity;
    const change = { ...actorOf(identity), request_id: requestId };
    return {
      own: {
        identity,
        services: servicesOfOrganizations(services),
        inTransaction: (work) => tenantDatabase.withOrganization(organizationId, work),
      },
      begin: (opening, work) =>
        tenantDatabase.beginAs(organizationId, opening, async (tx, opened) => {
          // Whoever trickles a body must not write once the owner of the address has ended all that was done unproved.
          if (identity.isUnproved && await isTakenOver(tx, organizationId)) {
            throw new ApiError(
              "not_authenticated",
              "The organization has another owner by now; sign in again.",
            );
          }
          return await work(tx, opened);
        }),
      writable: (tx) => ({
        ...tx,
        organizationId,
        record: (action, subject, details = {}) =>
          recordOwnChange(tx, organizationId, { ...change, action, subject, details }),
      }),
    };
  },
  operator(context) {
    const { requestId } = context.state;
    const identity = callerOf(context);
    const change = { ...actorOf(identity), request_id: requestId };
    return {
      ...ofSystem(context, identity),
      writable: (tx) => ({
        ...tx,
        record: (action, subject, details, organization_id) =>
          recordAudit(tx, organization_id ?? null, { ...change, action, subject, details }),
      }),
    };
  },
  public: (context) => ({ ...ofSystem(context, null), writable: (tx) => tx }),
};

/** What operators' and public routes have alike. */
function ofSystem<Caller>({ services }: RoutedContext, identity: Caller) {
  const { systemDatabase } = services;
  const begin: Writing["begin"] = (opening, work) => systemDatabase.begin(`BEGIN${opening}`, work);
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => systemDatabase.transaction(work);
  return { own: { identity, services, inTransaction }, begin };
}

/** The list that a request names: a cursor fits its organization, its route and its filters, whose values may come in any order. */
function listOf({ state: { identity, route, params, query } }: RoutedContext): string {
  const { cursor: _, limit: __, wait: ___, ...given } = query;
  const filters = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );
  const whose = route.routeScope === "organization" ? identity?.organizationId ?? null : route.routeScope;
  return canonicalJson([whose, route.operationId, params, filters]);
}

/** What happens to every request whose route was found, in this order. */
const PIPELINE: readonly RoutedMiddleware[] = [
  identify, //       who calls, if anybody does
  charge, //         503 maintenance, rate_limiter_unavailable; 429 rate_limit_exceeded: one command of Redis tells all three
  checkAccess, //    401 missing_authorization, not_authenticated, invalid_credentials; 403 forbidden, forbidden_*
  checkOrigin, //    403 forbidden
  readBody, //       400, 413 validation_error
  validate, //       400 validation_error
  limitMatching, //  429 rate_limit_exceeded, of the organization's second bucket
  respond, //        409 idempotency_*, and the handler's own
];

/** The middlewares of a route's requests. They throw ApiErrors, which the outermost middlewares write as the response. */
export function pipelineOf(route: Route): RouterMiddleware<RequestState, WithServices>[] {
  const enter: RoutedMiddleware = async (ctx, next) => {
    const routed = { route, charged: Promise.resolve(), params: {}, query: {}, body: undefined };
    Object.assign(ctx.state, routed);
    ctx.set({ ...route.headers });
    await next();
  };
  // The first of them makes the state a routed one.
  return [enter, ...PIPELINE] as unknown[] as RouterMiddleware<RequestState, WithServices>[];
}

/** Charges the request, before anything is done for it or, on a route that `readsAhead`, while its handler reads. */
async function charge(ctx: RoutedContext, next: Next): Promise<void> {
  const charged = limitRate(ctx);
  ctx.state.charged = charged;
  if (!("readsAhead" in ctx.state.route)) await charged;
  charged.catch(() => {});
  try {
    await next();
  } finally {
    // What the limiter refuses goes before every other error.
    await charged;
  }
}

/** Runs the route's handler and writes its result as the response. */
async function respond(ctx: RoutedContext): Promise<void> {
  const result = await runHandler(ctx, ctx.state.route);
  await ctx.state.charged;
  writeResult(ctx, result);
}
