import type { QueryResultRow } from "pg";
import type { TObject, TSchema } from "typebox";
import { isTakenOver } from "#db/accounts/proof.ts";
import { recordAudit, recordOwnChange } from "#db/organizations/audit-log.ts";
import type { Database, OrganizationTransaction, Transaction } from "#db/postgres/database.ts";
import type { RequestOf, RouteOf, RouteScope, RouteScopes } from "./define-route.ts";
import { networkOf } from "#shared/addresses.ts";
import { ApiError } from "#shared/errors.ts";
import { changeOf, type Identity, sessionTokenOf } from "./identity.ts";
import { canonicalJson } from "./json.ts";
import type { RoutedContext } from "./request-context.ts";
import type { HandlerResult } from "./response.ts";
import { servicesOfOrganizations } from "./services.ts";

/** A route's handler, bound to a request and to the database that the route's scope allows. */
export type Handler = ReadHandler | WriteHandler;

interface ReadHandler {
  readonly kind: "read";
  read(): Promise<HandlerResult>;
}

export interface WriteHandler {
  readonly kind: "write";
  /** Does once what the route does before its transaction; null where that is nothing. */
  readonly prepare: (() => Promise<void>) | null;
  /**
   * Opens the scope's transaction.
   *
   * @param opening statements sent with the BEGIN, in one round trip
   * @param work gets the transaction, the rows of the opening's last statement, and the handler, to run in the transaction
   */
  transaction<T>(
    opening: string,
    work: (tx: Transaction, opened: QueryResultRow[], write: () => Promise<HandlerResult>) => Promise<T>,
  ): Promise<T>;
  /** Runs what the route does after the commit. Takes the stored result and returns the one to send. */
  afterCommit(stored: HandlerResult): Promise<HandlerResult>;
}

/** Binds a route's handler to a validated request. */
export function bindHandler(context: RoutedContext): Handler {
  const { ctx, route, services, params, query, body, requestId, charged } = context;
  // Read where they are needed: few routes look at them.
  const request = {
    params,
    query,
    body,
    requestId,
    charged,
    receivedAt: ctx.state.receivedAt,
    header: (name: string) => ctx.get(name),
    get wantsCsv() {
      return ctx.accepts("application/json", "text/csv") === "text/csv";
    },
    get client() {
      return {
        network: networkOf(ctx.ip),
        userAgent: ctx.get("User-Agent") || null,
        sessionToken: sessionTokenOf(ctx),
      };
    },
    has: (etag: string) => isAmong(etag, ctx.get("If-None-Match")),
    untilClosed: () => closedSignal(ctx),
  };
  const { tenantDatabase, systemDatabase } = services;
  const beginSystem: Database["begin"] = (opening, work) => systemDatabase.begin(`BEGIN${opening}`, work);
  const cursors = services.cursors.of(() => listOf(context));
  const ofSystem = { services: { ...services, cursors }, inOrganization: null };
  switch (route.routeScope) {
    case "organization": {
      const identity = callerOf(context);
      const { organizationId } = identity;
      const bound = {
        identity,
        services: { ...servicesOfOrganizations(services), cursors },
        inOrganization: <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
          tenantDatabase.withOrganization(organizationId, work),
      };
      return bind(route, Object.assign(request, bound), {
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
        transaction: (tx) => ({
          ...tx,
          organizationId,
          record: (action, subject, details = {}) =>
            recordOwnChange(tx, organizationId, {
              ...changeOf({ identity, requestId }),
              action,
              subject,
              details,
            }),
        }),
      });
    }
    case "operator": {
      const identity = callerOf(context);
      return bind(route, Object.assign(request, { identity, ...ofSystem }), {
        begin: beginSystem,
        transaction: (tx) => ({
          ...tx,
          record: (action, subject, details, organizationId) =>
            recordAudit(tx, {
              ...changeOf({ identity, requestId }),
              action,
              subject,
              details,
              ...(organizationId === undefined ? {} : { organization_id: organizationId }),
            }),
        }),
      });
    }
    case "public":
      return bind(route, Object.assign(request, { identity: null, ...ofSystem }), {
        begin: beginSystem,
        transaction: (tx) => tx,
      });
  }
}

/** The list that a request names: a cursor fits its organization, its route and its filters, whose values may come in any order. */
function listOf({ identity, route, params, query }: RoutedContext): string {
  const { cursor: _, limit: __, wait: ___, ...given } = query;
  const filters = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]),
  );
  const whose = route.routeScope === "organization" ? identity?.organizationId ?? null : route.routeScope;
  return canonicalJson([whose, route.operationId, params, filters]);
}

/** Compares weak validators (RFC 9110, 13.1.2). */
function isAmong(etag: string, header: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(etag));
}

function closedSignal({ req, res }: RoutedContext["ctx"]): AbortSignal {
  const closing = new AbortController();
  if (req.socket.destroyed) closing.abort();
  res.once("close", () => closing.abort());
  return closing.signal;
}

/** @throws Error where the access check let a request without a caller pass */
function callerOf({ identity, route }: RoutedContext): Identity {
  if (identity === null) throw new Error(`Route ${route.operationId} has no caller`);
  return identity;
}

/** How a scope opens a transaction, and what of it a handler gets. */
interface Opening<F extends RouteScope> {
  begin: Database["begin"];
  transaction(tx: Transaction): RouteScopes[F]["tx"];
}

function bind<F extends RouteScope>(
  route: RouteOf<F>,
  request: RequestOf<TObject, TObject, TSchema, F>,
  { begin, transaction }: Opening<F>,
): Handler {
  if ("read" in route) return { kind: "read", read: () => route.read(request) };
  let prepared: unknown;
  return {
    kind: "write",
    prepare: route.prepare === undefined ? null : async () => {
      prepared = await route.prepare?.(request);
    },
    transaction: (opening, work) =>
      begin(
        opening,
        (tx, opened) => work(tx, opened, () => route.write(request, transaction(tx), prepared)),
      ),
    afterCommit: async (stored) => await route.afterCommit?.(request, stored) ?? stored,
  };
}
