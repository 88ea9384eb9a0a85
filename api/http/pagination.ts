import { Buffer } from "node:buffer";
import Type, { type TObject, type TSchema } from "typebox";
import type { MacKeys } from "#shared/crypto.ts";
import { validationError } from "#shared/errors.ts";
import { isUuid } from "#shared/ids.ts";
import type { Page, PagePosition, PageRequest } from "#db/postgres/paginate.ts";
import { DEFAULT_PAGE_SIZE, PageMeta, pageQuery, strictObject } from "./fields.ts";
import type { HandlerResult } from "./response.ts";

/** How a list writes the position of its pages into cursors, and reads it. */
export interface Cursors<Position> {
  write(position: Position): string;
  /** @throws ApiError 400 for a cursor that this service did not write for this list */
  read(cursor: string): Position;
}

/** What the routes of all lists declare alike. @param filters of the query, beside the page @param meta beyond that of every response */
export function listOf<Filters extends Record<string, TSchema> = Record<never, never>>(
  item: TSchema,
  filters?: Filters,
  meta: TObject = PageMeta,
) {
  return {
    query: strictObject({ ...pageQuery, ...filters } as typeof pageQuery & Filters),
    responses: { 200: { description: "A page", data: Type.Array(item), meta } },
  } as const;
}

/** Runs work in a transaction that sees the rows of the scope. */
export type InTransaction<Tx> = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

interface ListRequest<Position> {
  readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
  readonly services: { readonly cursors: Cursors<Position> };
}

/**
 * Answers with the page that a list's query names: its rows as resources, and the cursor of the next one.
 *
 * @throws ApiError 400 for a cursor that this service did not write
 */
export async function answerPage<Row, Position>(
  { query: { limit = DEFAULT_PAGE_SIZE, cursor }, services: { cursors } }: ListRequest<Position>,
  read: (page: PageRequest<Position>) => Promise<Page<Row, Position>>,
  resource: (row: Row) => object,
): Promise<HandlerResult> {
  const { rows, next } = await read({ limit, after: cursor === undefined ? null : cursors.read(cursor) });
  return {
    status: 200,
    data: rows.map(resource),
    meta: { next_cursor: next === null ? null : cursors.write(next), has_more: next !== null },
  };
}

/** The same of rows that are read in a transaction of the request. */
export function answerRows<Tx, Row, Position>(
  request: ListRequest<Position> & { readonly inTransaction: InTransaction<Tx> },
  read: (tx: Tx, page: PageRequest<Position>) => Promise<Page<Row, Position>>,
  resource: (row: Row) => object,
): Promise<HandlerResult> {
  return answerPage(request, (page) => request.inTransaction((tx) => read(tx, page)), resource);
}

const POSITION_BYTES = 24;
const SIGNATURE_BYTES = 12;

/** What a signature is for besides its position, so that no list of one kind accepts a cursor of the other. */
type CursorKind = "newest" | "numbered";

/**
 * Writes and reads the cursors of lists: 8 bytes of milliseconds or of a number, 16 of id, 12 of signature, in base64url. The signature
 * binds a cursor to its list, so that no caller pages through a list by the positions of another; it authorizes nothing, since a page
 * shows the caller's own rows whatever its cursor says.
 */
export class CursorCodec implements Cursors<PagePosition> {
  readonly #keys: MacKeys;
  readonly #list: () => string;

  /** @param list names the list that the cursors are for */
  constructor(keys: MacKeys, list: () => string = () => "") {
    this.#keys = keys;
    this.#list = list;
  }

  /** The cursors of one list alone. @param list is called for the first cursor */
  of(list: () => string): CursorCodec {
    return new CursorCodec(this.#keys, list);
  }

  write({ created_at, id }: PagePosition): string {
    return this.#write("newest", created_at.getTime(), id);
  }

  /** @throws ApiError 400 for a cursor that this service did not write for this list */
  read(cursor: string): PagePosition {
    const { rank, id } = this.#read("newest", cursor);
    return { created_at: new Date(rank), id };
  }

  /** The cursors of a list that is ordered by a number within one row, such as the attempts of the delivery `id`. */
  numbered(id: string): Cursors<number> {
    return {
      write: (number) => this.#write("numbered", number, id),
      read: (cursor) => {
        const position = this.#read("numbered", cursor);
        if (position.id !== id) throw foreignCursor();
        return position.rank;
      },
    };
  }

  #write(kind: CursorKind, rank: number, id: string): string {
    const position = Buffer.alloc(POSITION_BYTES);
    position.writeBigInt64BE(BigInt(rank));
    position.write(id.replaceAll("-", ""), 8, "hex");
    const signature = this.#keys.sign(this.#signed(kind, position), SIGNATURE_BYTES);
    return Buffer.concat([position, signature]).toString("base64url");
  }

  #read(kind: CursorKind, cursor: string): { rank: number; id: string } {
    const bytes = Buffer.from(cursor, "base64url");
    const position = bytes.subarray(0, POSITION_BYTES);
    const id = position.toString("hex", 8).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    const authentic = bytes.length === POSITION_BYTES + SIGNATURE_BYTES &&
      bytes.toString("base64url") === cursor &&
      this.#keys.verify(this.#signed(kind, position), bytes.subarray(POSITION_BYTES), SIGNATURE_BYTES) &&
      isUuid(id);
    if (!authentic) throw foreignCursor();
    return { rank: Number(position.readBigInt64BE()), id };
  }

  #signed(kind: CursorKind, position: Uint8Array): Buffer {
    return Buffer.concat([Buffer.from(kind), position, Buffer.from(this.#list())]);
  }
}

function foreignCursor() {
  return validationError([{
    field: "/query/cursor",
    message: "must be a meta.next_cursor of this list with these filters, unaltered",
  }]);
}
