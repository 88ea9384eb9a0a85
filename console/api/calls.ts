import { type CallOptions, ServiceError, SimulationService } from "#client/index.ts";
import { listOf } from "#client/list.ts";
import { type Call, pathIn, Transport } from "#client/transport.ts";
import { OPERATIONS as OF_KEYS, type operations as KeyOperations } from "#client/generated/api.ts";
import { OPERATIONS as OF_PERSONS, type operations as PersonOperations } from "../generated/api.ts";

/** The path that the service stands under, without a slash at its end; "" at the root of its origin. */
export const BASE_PATH = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "";
/** Where the API is: the console's own origin, whose cookie the browser sends along. */
export const BASE_URL = `${location.origin}${BASE_PATH}`;

/** A person waits: two more attempts, and at most half a minute. */
const PATIENCE = { timeoutMs: 30_000, attemptTimeoutMs: 20_000, maxRetries: 2 };

/** The project's client, for what it offers: it calls with the session's cookie instead of a key. */
export const service = new SimulationService({ baseUrl: BASE_URL, ...PATIENCE });

/** The client's transport, for what only people call. */
const transport = new Transport({ baseUrl: BASE_URL, ...PATIENCE });

/** What a key may call, as the client has it, and what people alone may. */
interface operations extends KeyOperations, PersonOperations {}
const OPERATIONS = { ...OF_KEYS, ...OF_PERSONS };
export type Operation = keyof typeof OPERATIONS;
type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;
type Success<Id extends Operation> = {
  [Status in keyof operations[Id]["responses"]]: Json<operations[Id]["responses"][Status]>;
}[keyof operations[Id]["responses"]];
/** The `data` of an operation's success. */
export type DataOf<Id extends Operation> = Success<Id> extends { data: infer Data } ? Data : never;
/** The `meta` of an operation's success. */
export type MetaOf<Id extends Operation> = Success<Id> extends { meta: infer Meta } ? Meta : never;
export type ItemOf<Id extends Operation> = DataOf<Id> extends readonly (infer Item)[] ? Item : never;
export type BodyOf<Id extends Operation> = Json<NonNullable<operations[Id]["requestBody"]>>;
type ParametersOf<Id extends Operation, In extends "path" | "query"> =
  [operations[Id]["parameters"][In]] extends [undefined] ? Record<never, never>
    : NonNullable<operations[Id]["parameters"][In]>;
/** What an operation is called with beside its body: the parameters of its path, and of its query. */
export type ArgumentsOf<Id extends Operation> = ParametersOf<Id, "path"> & Partial<ParametersOf<Id, "query">>;

/** Where an operation is: arguments that its path does not name are its query. @throws TypeError for one that is no segment of a path */
export function placeOf(operation: Operation, args: object) {
  const [method, template = ""] = OPERATIONS[operation].split(" ");
  const query: Record<string, unknown> = { ...args };
  const path = pathIn(template, (name) => {
    const value = query[name];
    delete query[name];
    return value;
  });
  return { operation, method: method as Call["method"], path, query };
}

/** Reads a resource with its envelope's `meta`. @throws CallError */
export async function readWithMeta<Id extends Operation>(
  operation: Id,
  args: ArgumentsOf<Id>,
  options?: CallOptions,
): Promise<{ readonly data: DataOf<Id>; readonly meta: MetaOf<Id> }> {
  const call = { ...placeOf(operation, args), repeatable: "read" } as const;
  const { data, meta } = await transport.call<DataOf<Id>>(call, options);
  return { data, meta: meta as MetaOf<Id> };
}

export function listAt<Id extends Operation>(operation: Id, args: object, options: CallOptions) {
  return listOf<ItemOf<Id>>(transport, placeOf(operation, args), options);
}

export interface Change<Id extends Operation> {
  readonly operation: Id;
  readonly args: ArgumentsOf<Id>;
  readonly body?: BodyOf<Id> | undefined;
}

/**
 * Sends a change. A POST carries the key, so that a second press after a lost answer changes nothing twice.
 * @throws CallError
 */
export async function send<Id extends Operation>(
  { operation, args, body }: Change<Id>,
  idempotencyKey: string,
): Promise<DataOf<Id>> {
  const place = placeOf(operation, args);
  const isAuth = place.path.startsWith("/v1/auth/");
  const repeatable = place.method === "POST" && !isAuth ? "keyed" : "bare";
  return (await transport.call<DataOf<Id>>({ ...place, body, repeatable }, { idempotencyKey })).data;
}

/** Whether a call was refused because the caller is not signed in, or the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 401 &&
    (error.code === "not_authenticated" || error.code === "missing_authorization");
}
