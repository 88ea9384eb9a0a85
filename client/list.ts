import { OPERATIONS } from "./generated/api.ts";
import { type Call, type Operation, pathOf, type Transport } from "./transport.ts";
import type { BodyOf, CallOptions, DataOf, FiltersOf, ItemOf, QueryOf, WriteOptions } from "./types.ts";

/** Rows of a page that an iterator reads; the most that the service gives. */
const PAGE_SIZE = 100;
const MAX_TAKEN = 10_000;

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** For {@link List.page}; null on the last page. */
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

/** A list and its filters. It asks for nothing until it is used, and holds one page at a time. */
export class List<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | null) => Promise<Page<Item>>;

  /** @param read reads the page that a cursor names; the first one for null */
  constructor(read: (cursor: string | null) => Promise<Page<Item>>) {
    this.#read = read;
  }

  /** One page. @param cursor `nextCursor` of the page before; the first page without one */
  page(cursor: string | null = null): Promise<Page<Item>> {
    return this.#read(cursor);
  }

  /** Page after page. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor: string | null = null;
    do {
      const page: Page<Item> = await this.#read(cursor);
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Item after item, over all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** The first items, as an array. @param count 0 to 10,000 @throws RangeError for another count */
  async take(count: number): Promise<Item[]> {
    if (!Number.isInteger(count) || count < 0 || count > MAX_TAKEN) {
      throw new RangeError(`Cannot take ${count} items: take 0 to 10,000, or iterate`);
    }
    const taken: Item[] = [];
    if (count === 0) return taken;
    for await (const item of this) {
      taken.push(item);
      if (taken.length === count) break;
    }
    return taken;
  }
}

/** A list of the service, whose query has its filters, `limit` included. */
export function listOf<Item>(
  transport: Transport,
  place: Pick<Call, "operation" | "path" | "query">,
  options?: CallOptions,
): List<Item> {
  return new List(async (cursor) => {
    const query = { limit: PAGE_SIZE, ...place.query, cursor };
    const call = { ...place, method: "GET", query, repeatable: "read" } as const;
    const { data, meta } = await transport.call<readonly Item[]>(call, options);
    const nextCursor = typeof meta["next_cursor"] === "string" ? meta["next_cursor"] : null;
    return { items: data, nextCursor, hasMore: nextCursor !== null };
  });
}

type Answered<Id extends Operation> = Promise<[DataOf<Id>] extends [never] ? void : DataOf<Id>>;
/** An id for each parameter of an operation's path. */
type IdsIn<Place> = Place extends `${string}{${string}}${infer Rest}` ? [id: string, ...IdsIn<Rest>] : [];
type IdsOf<Id extends Operation> = IdsIn<(typeof OPERATIONS)[Id]>;
type OptionsOf<Id extends Operation> = (typeof OPERATIONS)[Id] extends `${"GET" | "DELETE"} ${string}`
  ? CallOptions
  : WriteOptions;

/** Calls an operation by the ids of its path. A POST is done once, whatever the number of attempts. */
export type Calls<Id extends Operation, Input extends readonly unknown[] = []> = (
  ...given: [...IdsOf<Id>, ...Input, options?: OptionsOf<Id>]
) => Answered<Id>;
/** The same with a body. */
export type Sends<Id extends Operation> = Calls<Id, [body: BodyOf<Id>]>;
/** The same with a query. */
export type Asks<Id extends Operation> = Calls<Id, [query?: QueryOf<Id>]>;
/** Lists, newest first. */
export type Lists<Id extends Operation> = (
  ...given: [...IdsOf<Id>, filters?: FiltersOf<Id>, options?: CallOptions]
) => List<ItemOf<Id>>;

/** The operations of a resource, each a method that the document's table gives its path, and the generated types the rest. */
export abstract class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** @param input what is given after the ids, if anything */
  protected calls<Id extends Operation, Input extends readonly unknown[]>(
    operation: Id,
    input?: "body" | "query",
  ): Calls<Id, Input> {
    return (...given: unknown[]) => {
      const ids = takeIds(operation, given);
      const call = input === undefined ? { ids } : { ids, [input]: given.shift() };
      return this.transport.answer(operation, call, given[0] as WriteOptions) as Answered<Id>;
    };
  }

  protected lists<Id extends Operation>(operation: Id): Lists<Id> {
    return (...given: unknown[]) => {
      const path = pathOf(operation, ...takeIds(operation, given));
      const [query, options] = given as [Call["query"], CallOptions];
      return listOf(this.transport, { operation, path, query }, options);
    };
  }
}

/** Takes from a method's arguments those that name its path's parameters. */
function takeIds(operation: Operation, given: unknown[]): string[] {
  return given.splice(0, OPERATIONS[operation].split("{").length - 1) as string[];
}
