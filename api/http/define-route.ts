import type { Static, TObject, TSchema } from "typebox";
import type { OrganizationTransaction } from "#db/database.ts";
import type { OutboxRow } from "#db/outbox/outbox.ts";
import type { ErrorCode } from "#shared/errors.ts";
import type { Limits, PlanTier } from "#shared/plans.ts";
import type { Scope } from "#shared/api-key.ts";
import type { HandlerResult } from "./response.ts";
import type { Services } from "./services.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: keys with a scope, any key, an operator's key, or everybody. */
export type Access = { readonly scope: Scope } | "any" | "operator" | "public";

/** Who calls. */
export interface Identity {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly planTier: PlanTier;
  readonly limits: Limits;
  readonly isOperator: boolean;
}

/** What a handler gets of a request: everything in it has passed the route's schemas. */
export interface RouteRequest<Params = unknown, Query = unknown, Body = unknown> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** @throws Error on a public route, which has no caller. */
  readonly identity: Identity;
  readonly requestId: string;
  /** Whether the caller prefers text/csv to JSON. */
  readonly wantsCsv: boolean;
  readonly services: Services;
}

/** The transaction of a handler that writes. */
export interface WriteTransaction extends OrganizationTransaction {
  /** Dispatches the row's command right after the commit. If that fails, the relay does it from the outbox. */
  dispatchAfterCommit(row: OutboxRow): void;
}

export interface ResponseSpec {
  readonly description: string;
  /** Schema of `data`; absent where there is none. */
  readonly data?: TSchema;
  /** Keys of `meta` beyond those of every response. */
  readonly meta?: TObject;
  readonly headers?: readonly string[];
  /** Describes the table that a caller gets who prefers text/csv. */
  readonly csv?: string;
}

interface RouteSpec<Params extends TObject, Query extends TObject, Body extends TSchema> {
  readonly method: Method;
  /** In OpenAPI's form: `/v1/simulations/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  /** Absent: the route takes no body or `{}`. */
  readonly body?: Body;
  /** On each of the route's responses, errors too. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** Codes beyond those that its access, parameters and idempotency imply. */
  readonly errors?: readonly ErrorCode[];
  /** When the route answers 422 validation_error; absent where it does not. */
  readonly unprocessable?: string;
}

type RequestOf<Params extends TObject, Query extends TObject, Body extends TSchema> = RouteRequest<
  Static<Params>,
  Static<Query>,
  Static<Body>
>;

// Handlers are methods, whose parameters TypeScript compares in both directions, so that one table holds routes of all shapes.
// That is safe here: the pipeline calls a handler only with what the same route's schemas let through.

interface ReadRoute<Params extends TObject, Query extends TObject, Body extends TSchema>
  extends RouteSpec<Params, Query, Body> {
  readonly idempotencyKey?: never;
  read(request: RequestOf<Params, Query, Body>): Promise<HandlerResult>;
}

interface WriteRoute<Params extends TObject, Query extends TObject, Body extends TSchema>
  extends RouteSpec<Params, Query, Body> {
  /** Whether an Idempotency-Key must be given; every POST honours one. */
  readonly idempotencyKey?: "required";
  /** Runs in one transaction with the stored response; runs again after a deadlock, so it must have no other effects. */
  write(request: RequestOf<Params, Query, Body>, tx: WriteTransaction): Promise<HandlerResult>;
  /**
   * Runs after the commit, outside any transaction and without a connection, also when a stored response is replayed: for a route
   * that waits for the workflow it started. Takes the stored result and returns the one to send.
   */
  afterCommit?(request: RequestOf<Params, Query, Body>, stored: HandlerResult): Promise<HandlerResult>;
}

/** A route reads in whatever transactions it opens, or writes in the one that it is given. */
export type Route<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
> = ReadRoute<Params, Query, Body> | WriteRoute<Params, Query, Body>;

type Empty = TObject<Record<never, never>>;

/** One entry of the route table: routing, validators, scope check and the page in the OpenAPI document come from it. */
export function defineRoute<
  Params extends TObject = Empty,
  Query extends TObject = Empty,
  Body extends TSchema = Empty,
>(route: Route<Params, Query, Body>): Route<Params, Query, Body> {
  return route;
}
