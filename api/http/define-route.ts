import type { Static, TObject, TSchema } from "typebox";
import type { OrganizationTransaction, Transaction } from "#db/database.ts";
import type { OutboxRow } from "#db/outbox/outbox.ts";
import type { ErrorCode } from "#shared/errors.ts";
import type { JsonObject } from "#shared/json.ts";
import type { Limits, PlanTier } from "#shared/plans.ts";
import type { Scope } from "#shared/api-key.ts";
import type { Services } from "./services.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: a scope, any key, an operator's key, or everybody. */
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

/** Text that is JSON already; a list is written piece after piece. */
export class RawJson {
  readonly pieces: readonly string[];
  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
  }
}

export interface HandlerResult {
  readonly status: number;
  /** Null and absent are the same; 204 has no body at all. */
  readonly data?: object | RawJson | null;
  readonly meta?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly identity: Identity;
  readonly requestId: string;
  readonly services: Services;
}

/** What a writing handler may do with its transaction. */
export interface WriteTransaction extends OrganizationTransaction {
  /** Tells Temporal right after the commit; the outbox row stays for the relay should that fail. */
  send(row: OutboxRow): void;
}

interface Documented {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
}

export interface ResponseSpec {
  readonly description: string;
  /** Schema of `data`; absent where there is none. */
  readonly data?: TSchema;
  /** Keys of `meta` beyond those of every answer. */
  readonly meta?: TObject;
  readonly headers?: readonly string[];
}

export interface RouteSpec<Params extends TObject, Query extends TObject, Body extends TSchema>
  extends Documented {
  readonly method: Method;
  /** In OpenAPI's form: `/v1/simulations/{id}`. */
  readonly path: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  /** Absent: takes no body or `{}`. */
  readonly body?: Body;
  /** On each of its answers, errors too. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** Codes beyond those that its access, parameters and idempotency imply. */
  readonly errors?: readonly ErrorCode[];
}

export interface ReadRoute<Params extends TObject, Query extends TObject, Body extends TSchema>
  extends RouteSpec<Params, Query, Body> {
  readonly read: (
    request: RouteRequest<Static<Params>, Static<Query>, Static<Body>>,
  ) => Promise<HandlerResult>;
}

export interface WriteRoute<Params extends TObject, Query extends TObject, Body extends TSchema>
  extends RouteSpec<Params, Query, Body> {
  /** Whether an Idempotency-Key must be given; POST honours one everywhere. */
  readonly idempotencyKey?: "required";
  /** Runs in one transaction with the kept answer; may be run again when Postgres asks for it. */
  readonly write: (
    request: RouteRequest<Static<Params>, Static<Query>, Static<Body>>,
    tx: WriteTransaction,
  ) => Promise<HandlerResult>;
  /**
   * Runs after the commit, outside any transaction and holding no connection, and also when a kept answer is replayed: for a route
   * that waits for what it has set going. Takes the answer that was kept and returns the one to send.
   */
  readonly afterCommit?: (
    request: RouteRequest<Static<Params>, Static<Query>, Static<Body>>,
    kept: HandlerResult,
  ) => Promise<HandlerResult>;
}

export type AnyRoute = RouteSpec<TObject, TObject, TSchema> & {
  readonly idempotencyKey?: "required";
  readonly read?: (request: RouteRequest<unknown, unknown, unknown>) => Promise<HandlerResult>;
  readonly write?: (
    request: RouteRequest<unknown, unknown, unknown>,
    tx: WriteTransaction,
  ) => Promise<HandlerResult>;
  readonly afterCommit?: (
    request: RouteRequest<unknown, unknown, unknown>,
    kept: HandlerResult,
  ) => Promise<HandlerResult>;
};

type Empty = TObject<Record<never, never>>;

/** One entry of the route table: the route, its validators, its scope check, its page in the document come from it. */
export function defineRoute<
  Params extends TObject = Empty,
  Query extends TObject = Empty,
  Body extends TSchema = Empty,
>(
  route: ReadRoute<Params, Query, Body> | WriteRoute<Params, Query, Body>,
): AnyRoute {
  return route as unknown as AnyRoute;
}

export type { Transaction };
