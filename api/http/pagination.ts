import { Buffer } from "node:buffer";
import Type, { type TObject, type TSchema } from "typebox";
import type { Config } from "#shared/config.ts";
import type { MacKeys } from "#shared/crypto.ts";
import { fieldError } from "#shared/errors.ts";
import type { Page, PagePosition, PageRequest } from "#db/postgres/paginate.ts";
import { DEFAULT_PAGE_SIZE, PageMeta, pageQuery, strictObject } from "./fields.ts";
import type { Answer } from "./response.ts";
import type { Services } from "./services.ts";

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

interface ListRequest {
  readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined };
  readonly cursors: Cursors;
}

/**
 * Answers with the page that a list's query names, and the cursor of the next one.
 *
 * @param read takes the position that its pages gave, which is JSON but for a date in `created_at`
 * @throws ApiError 400 for a cursor that this service did not write
 */
export async function answerPage<Row extends object, Position = PagePosition>(
  { query: { limit = DEFAULT_PAGE_SIZE, cursor }, cursors }: ListRequest,
  read: (page: PageRequest<Position>) => Promise<Page<Row, Position>>,
  resource: (row: Row) => object = (row) => row,
): Promise<Answer> {
  const after = cursor === undefined ? null : cursors.read(cursor) as Position;
  const { rows, next } = await read({ limit, after });
  return {
    data: rows.map(resource),
    meta: { next_cursor: next === null ? null : cursors.write(next), has_more: next !== null },
  };
}

/** The same of rows that are read in a transaction of the request, by the filters of its query. */
export function answerRows<Tx, Query, Row extends object, Position = PagePosition>(
  request: ListRequest & {
    readonly query: Query;
    readonly inTransaction: InTransaction<Tx>;
    readonly services: Pick<Services, "config">;
  },
  read: (tx: Tx, filters: Query, page: PageRequest<Position>) => Promise<Page<Row, Position>>,
  resource: (row: Row, config: Config) => object = (row) => row,
): Promise<Answer> {
  return answerPage(
    request,
    (page: PageRequest<Position>) => request.inTransaction((tx) => read(tx, request.query, page)),
    (row) => resource(row, request.services.config),
  );
}

const SIGNATURE_BYTES = 12;

/** The cursors of one list alone. */
export interface Cursors {
  write(position: unknown): string;
  /** @throws ApiError 400 for a cursor that this service did not write for this list */
  read(cursor: string): unknown;
}

/**
 * Writes and reads the cursors of lists: 12 bytes of signature and the position as JSON, in base64url. The signature binds a cursor to its
 * list, so that no caller pages through a list by the positions of another, and a position has the type that its list writes; it authorizes
 * nothing, since a page shows the caller's own rows whatever its cursor says.
 *
 * @param list names the list that the cursors are for, and is called for the first cursor
 */
export function cursorsOf(keys: MacKeys, list: () => string): Cursors {
  const signed = (text: string) => `${text}\n${list()}`;
  return {
    write(position) {
      const text = JSON.stringify(position);
      return Buffer.concat([keys.sign(signed(text), SIGNATURE_BYTES), Buffer.from(text)]).toString(
        "base64url",
      );
    },
    read(cursor) {
      const bytes = Buffer.from(cursor, "base64url");
      const [signature, text] = [bytes.subarray(0, SIGNATURE_BYTES), bytes.toString("utf8", SIGNATURE_BYTES)];
      const authentic = bytes.toString("base64url") === cursor &&
        keys.verify(signed(text), signature, SIGNATURE_BYTES);
      if (!authentic) {
        throw fieldError(
          "/query/cursor",
          "must be a meta.next_cursor of this list with these filters, unaltered",
        );
      }
      return JSON.parse(text, (key, value) => key === "created_at" ? new Date(value) : value);
    },
  };
}
