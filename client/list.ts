import { type Operation, pathOf, type Transport } from "./transport.ts";
import type { BodyOf, CallOptions, DataOf, FiltersOf, ItemOf, WriteOptions } from "./types.ts";

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

/** A list of the service. @param query its filters, `limit` included */
export function listOf<Item>(
  transport: Transport,
  operation: string,
  path: string,
  query: object = {},
  options: CallOptions = {},
): List<Item> {
  return new List(async (cursor) => {
    const { data, meta } = await transport.call<readonly Item[]>({
      operation,
      method: "GET",
      path,
      query: { limit: PAGE_SIZE, ...query, cursor },
      repeatable: "read",
    }, options);
    const nextCursor = nextCursorIn(meta);
    return { items: data, nextCursor, hasMore: nextCursor !== null };
  });
}

/** The cursor of the next page in a page's `meta`; null on the last page. */
export function nextCursorIn({ next_cursor }: Readonly<Record<string, unknown>>): string | null {
  return typeof next_cursor === "string" ? next_cursor : null;
}

type Answered<Id extends Operation> = Promise<[DataOf<Id>] extends [never] ? void : DataOf<Id>>;

/** Gets what there is one of. */
export type Gets<Id extends Operation> = (options?: CallOptions) => Answered<Id>;
/** Reads, or deletes, what has an id. */
export type Reads<Id extends Operation> = (id: string, options?: CallOptions) => Answered<Id>;
/** Acts on what has an id: once, whatever the number of attempts. */
export type Acts<Id extends Operation> = (id: string, options?: WriteOptions) => Answered<Id>;
/** Changes what has an id. */
export type Changes<Id extends Operation> = (
  id: string,
  change: BodyOf<Id>,
  options?: WriteOptions,
) => Answered<Id>;
/** Creates something: once, whatever the number of attempts. */
export type Creates<Id extends Operation> = (body: BodyOf<Id>, options?: WriteOptions) => Answered<Id>;
/** Lists, newest first. */
export type Lists<Id extends Operation> = (
  filters?: FiltersOf<Id>,
  options?: CallOptions,
) => List<ItemOf<Id>>;
/** Lists what belongs to something that has an id, newest first. */
export type ListsOf<Id extends Operation> = (
  id: string,
  filters?: FiltersOf<Id>,
  options?: CallOptions,
) => List<ItemOf<Id>>;

/** The operations of a resource, each a method that the document's table gives its path, and the generated types the rest. */
export abstract class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  protected gets<Id extends Operation>(operation: Id): Gets<Id> {
    return (options) => this.transport.answer(operation, {}, options) as Answered<Id>;
  }

  protected byId<Id extends Operation>(operation: Id): Acts<Id> {
    return (id, options) => this.transport.answer(operation, { ids: [id] }, options) as Answered<Id>;
  }

  protected changes<Id extends Operation>(operation: Id): Changes<Id> {
    return (id, body, options) =>
      this.transport.answer(operation, { ids: [id], body }, options) as Answered<Id>;
  }

  protected creates<Id extends Operation>(operation: Id): Creates<Id> {
    return (body, options) => this.transport.answer(operation, { body }, options) as Answered<Id>;
  }

  protected lists<Id extends Operation>(operation: Id): Lists<Id> {
    return (filters, options) => listOf(this.transport, operation, pathOf(operation), filters, options);
  }

  protected listsOf<Id extends Operation>(operation: Id): ListsOf<Id> {
    return (id, filters, options) =>
      listOf(this.transport, operation, pathOf(operation, id), filters, options);
  }
}
