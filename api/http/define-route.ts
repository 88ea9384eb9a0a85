import Type, { type Static, type TObject, type TSchema } from "typebox";
import type { OrganizationTransaction, Transaction } from "#db/postgres/database.ts";
import type { ErrorCode } from "#shared/errors.ts";
import type { JsonObject } from "#shared/json.ts";
import type { Scope } from "#shared/api-key.ts";
import { EventId, Id, SimulationId, strictObject } from "./fields.ts";
import type { Identity } from "./identity.ts";
import type { InTransaction } from "./pagination.ts";
import type { CommonRequest } from "./request.ts";
import type { Answer, HandlerResult, HeaderName } from "./response.ts";
import type { Services, SystemServices } from "./services.ts";

/** `headers` of a route whose answer no cache may keep: it holds a secret or belongs to a person. */
export const NO_STORE = { "Cache-Control": "no-store" } as const;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** Such as `GET /v1/simulations/{id}`. */
type Endpoint = `${Method} /${string}`;

/** Who may call an organization's route: a key with the scope or any session, any caller, or people alone. */
export type Access = { readonly scope: Scope } | "any" | "person";

/**
 * Whose rows a route reaches, and so who may call it at all. Each route names its scope: without the word it does not compile.
 *
 * | scope | callers | rows |
 * |---|---|---|
 * | `organization` | as its `access` says | the caller's organization's, by row-level security |
 * | `operator` | operators | every organization's |
 * | `public` | everybody, without an identity | every organization's |
 */
export type RouteScope = "organization" | "operator" | "public";

interface ScopeOf<Caller, Reached, Tx extends Transaction, Writing extends Tx> {
  readonly identity: Caller;
  readonly services: Reached;
  readonly inTransaction: InTransaction<Tx>;
  readonly tx: Writing;
}

/** What a scope lets a route declare, and gives its handler. */
export interface RouteScopes {
  readonly organization:
    & ScopeOf<Identity, Services, OrganizationTransaction, OrganizationWriteTransaction>
    & { readonly access: Access };
  readonly operator:
    & ScopeOf<Identity, SystemServices, Transaction, OperatorWriteTransaction>
    & { readonly access?: never };
  readonly public: ScopeOf<null, SystemServices, Transaction, Transaction> & { readonly access?: never };
}

/** What a handler gets of a request: everything in it has passed the route's schemas. */
export interface RouteRequest<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  S extends RouteScope = "organization",
> extends Omit<CommonRequest, "params" | "query" | "body"> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly identity: RouteScopes[S]["identity"];
  readonly services: RouteScopes[S]["services"];
  readonly inTransaction: RouteScopes[S]["inTransaction"];
}

/** The transaction of a handler that writes: row-level security shows it one organization's rows alone. */
export interface OrganizationWriteTransaction extends OrganizationTransaction {
  /** Records a change by the caller in the audit log, such as `api_key.create` of a key's id. The details are ids and words of the service. */
  record(action: string, subject: string, details?: JsonObject): Promise<void>;
}

export interface OperatorWriteTransaction extends Transaction {
  /** Records an operator's change in the audit log. @param organizationId whose people see the entry, where it is about one organization */
  record(action: string, subject: string, details: JsonObject, organizationId?: string): Promise<void>;
}

export interface ResponseSpec {
  readonly description: string;
  /** Schema of `data`; absent without data. */
  readonly data?: TSchema;
  /** Keys of `meta` beyond those of every response. */
  readonly meta?: TObject;
  readonly headers?: readonly HeaderName[];
  /** The table that a caller gets who prefers text/csv. */
  readonly csv?: { readonly description: string; readonly example: string };
}

interface RouteSpec<S extends RouteScope, E extends Endpoint, Query extends TObject, Body extends TSchema> {
  /** Method and path, in OpenAPI's form: the route's parameters and their 404 follow from it. */
  readonly endpoint: E;
  /** What the document says of it, where that has figures of the code; else `openapi/operations.json` does. */
  readonly description?: string;
  readonly tag: string;
  readonly routeScope: S;
  readonly query?: Query;
  /** Absent: the route takes no body or `{}`. {@link RAW_BODY}: its handler gets the bytes as they came. */
  readonly body?: Body;
  /** A POST that changes something: null clears a field. On any other POST null for an optional field is as absent. */
  readonly nulls?: "clear";
  /** Headers that the handler reads, each with its description. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** On each of the route's responses, errors too. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** Codes beyond those that its access, path, parameters and idempotency imply. */
  readonly errors?: readonly ErrorCode[];
  /** Matches a question with the methodologies while its caller waits, which costs more than other requests: its organization has a bucket for these. */
  readonly matchesQuestion?: true;
  /** Answers during a maintenance, and while the rate limiter is out of reach. Operators' routes answer during a maintenance in any case. */
  readonly answersAlways?: true;
  /** When the route answers 422 validation_error; absent where it does not. */
  readonly unprocessable?: string;
}

/** The parameters that an endpoint names, which any endpoint at all does not. */
type ParamsOf<Path extends string> = Endpoint extends Path ? unknown
  : Path extends `${string}{${infer Name}}${infer Rest}` ? { readonly [Key in Name]: string } & ParamsOf<Rest>
  : unknown;

type RequestOf<
  S extends RouteScope,
  E extends Endpoint = Endpoint,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
> = RouteRequest<ParamsOf<E>, Static<Query>, Static<Body>, S>;

// Handlers are methods, whose parameters TypeScript compares in both directions, so that one table holds routes of all shapes.
// That is safe here: the pipeline calls a handler only with what the same route's schemas and scope let through.

interface Reads<Request> {
  readonly idempotencyKey?: never;
  /**
   * Starts the handler while the rate limiter is asked, which saves its callers a round trip. It awaits `charged` before it does more than
   * one cheap statement, since the limiter may refuse the call.
   */
  readonly readsAhead?: true;
  read(request: Request): Promise<Answer>;
}

interface Writes<Request, S extends RouteScope> {
  /** Whether an Idempotency-Key must be given; every POST but a public one honours one. */
  readonly idempotencyKey?: S extends "public" ? never : "required";
  /**
   * Runs before the transaction, without a connection: for what takes long and writes nothing. Not run where a stored response is replayed.
   * `write` gets what it returns.
   */
  prepare?(request: Request): Promise<unknown>;
  /** Runs in one transaction with the stored response; runs again after a deadlock, so it must have no other effects. */
  write(request: Request, tx: RouteScopes[S]["tx"], prepared: unknown): Promise<Answer | void>;
  /**
   * Runs after the commit, outside any transaction and without a connection, also when a stored response is replayed: for a route
   * that waits for the workflow it started. Takes the stored result and returns the one to send.
   */
  afterCommit?(request: Request, stored: HandlerResult): Promise<Answer>;
}

/** A route of one scope as its resource declares it. It reads in whatever transactions it opens, or writes in the one that its scope opens. */
type DeclaredRoute<S extends RouteScope, E extends Endpoint, Query extends TObject, Body extends TSchema> =
  & RouteSpec<S, E, Query, Body>
  & Pick<RouteScopes[S], "access">
  & (Reads<RequestOf<S, E, Query, Body>> | Writes<RequestOf<S, E, Query, Body>, S>);

/** What follows from a route's endpoint. */
interface FromEndpoint {
  readonly method: Method;
  readonly path: string;
  readonly params: TObject;
  /** The 404 of what is not at its path; null for a path without parameters. */
  readonly missing: ErrorCode | null;
}

export type RouteOf<
  S extends RouteScope,
  E extends Endpoint = Endpoint,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
> = DeclaredRoute<S, E, Query, Body> & FromEndpoint;

/** A route of any scope, by which the compiler tells its identity, services and transaction. */
export type UnnamedRoute = { readonly [S in RouteScope]: RouteOf<S> }[RouteScope];
export type Route = UnnamedRoute & { readonly operationId: string };

/**
 * The routes that modules export, each named by its export: in the modules' order, and within a module alphabetically.
 *
 * @throws Error where two modules export one name
 */
export function routesOf(modules: readonly object[]): readonly Route[] {
  const named = new Map<string, Route>();
  for (const [operationId, route] of modules.flatMap((module) => Object.entries(module)).filter(isRoute)) {
    if (named.has(operationId)) throw new Error(`Two modules export a route ${operationId}`);
    named.set(operationId, { ...route, operationId });
  }
  return [...named.values()];
}

function isRoute(entry: [string, unknown]): entry is [string, UnnamedRoute] {
  const [, exported] = entry;
  return typeof exported === "object" && exported !== null && "endpoint" in exported;
}

/** Whether the pipeline reads a body: not that of a GET or DELETE. */
export function takesBody({ method }: Pick<FromEndpoint, "method">): boolean {
  return method !== "GET" && method !== "DELETE";
}

/** One entry of the route table: routing, validators, access, scope and the page in the OpenAPI document come from it. */
export function defineRoute<
  S extends RouteScope,
  E extends Endpoint,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
>(
  route: DeclaredRoute<S, E, Query, Body>,
): RouteOf<S, E, Query, Body> {
  return Object.assign(route, fromEndpoint(route.endpoint));
}

/** The parameter behind a word of a path, and the 404 of what is not there; behind any other word an id stands. */
const PARAMETERS: Readonly<Record<string, readonly [TSchema, ErrorCode]>> = {
  simulations: [SimulationId, "simulation_not_found"],
  compare: [SimulationId, "simulation_not_found"],
  events: [EventId, "not_found"],
  workflows: [Type.String({ minLength: 1 }), "workflow_not_found"],
  shared: [Type.String({ minLength: 1, maxLength: 100 }), "not_found"],
};

function fromEndpoint(endpoint: Endpoint): FromEndpoint {
  const [method, path] = endpoint.split(" ") as [Method, string];
  const parameters = Array.from(path.matchAll(/([\w-]+)\/\{(\w+)\}/g), ([, word = "", name = ""]) => {
    const [schema, missing] = PARAMETERS[word] ?? [Id, "not_found" as const];
    return { name, schema, missing };
  });
  return {
    method,
    path,
    params: strictObject(Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))),
    missing: parameters[0]?.missing ?? null,
  };
}

/** An organization's route for its people, and for its keys that have the scope. */
export function withScope(tag: string, scope: Scope) {
  return { tag, routeScope: "organization", access: { scope } } as const;
}

/** An organization's route for its people alone. */
export function forPeople(tag: string) {
  return { tag, routeScope: "organization", access: "person" } as const;
}

/** An organization's route for its people and all of its keys. */
export function forAnyCaller(tag: string) {
  return { tag, routeScope: "organization", access: "any" } as const;
}

/** A route for everybody, without an identity. */
export function forEverybody(tag: string) {
  return { tag, routeScope: "public" } as const;
}

export const FOR_OPERATORS = { tag: "Operators", routeScope: "operator" } as const;
