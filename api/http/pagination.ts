import { Buffer } from "node:buffer";
import type { MacKeys } from "#shared/crypto.ts";
import { validationError } from "#shared/errors.ts";
import { isUuid } from "#shared/ids.ts";
import type { Page, PagePosition, PageRequest } from "#db/paginate.ts";
import { DEFAULT_PAGE_SIZE } from "./fields.ts";
import type { HandlerResult } from "./response.ts";

interface Pages {
  readonly cursors: CursorCodec;
}

/** The page that a list's query names. @throws ApiError 400 for a cursor that this service did not write */
export function pageRequest(
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  { cursors }: Pages,
): PageRequest {
  return {
    limit: limit ?? DEFAULT_PAGE_SIZE,
    after: cursor === undefined ? null : cursors.read(cursor),
  };
}

/** A list's result: the page's rows as resources, and the cursor of the next page. */
export function pageResult<Row>(
  { rows, next }: Page<Row>,
  resource: (row: Row) => object,
  { cursors }: Pages,
): HandlerResult {
  return {
    status: 200,
    data: rows.map(resource),
    meta: { next_cursor: next === null ? null : cursors.write(next), has_more: next !== null },
  };
}

const POSITION_BYTES = 24;
const SIGNATURE_BYTES = 12;

/**
 * Writes and reads the cursors of lists: 8 bytes of milliseconds, 16 of id, 12 of signature, in base64url. The signature keeps cursors
 * opaque; it authorizes nothing, since a page shows the caller's own rows whatever its cursor says.
 */
export class CursorCodec {
  readonly #keys: MacKeys;

  constructor(keys: MacKeys) {
    this.#keys = keys;
  }

  write({ created_at, id }: PagePosition): string {
    const position = Buffer.alloc(POSITION_BYTES);
    position.writeBigInt64BE(BigInt(created_at.getTime()));
    position.write(id.replaceAll("-", ""), 8, "hex");
    return Buffer.concat([position, this.#keys.sign(position, SIGNATURE_BYTES)]).toString("base64url");
  }

  /** @throws ApiError 400 for a cursor that this service did not write */
  read(cursor: string): PagePosition {
    const bytes = Buffer.from(cursor, "base64url");
    const position = bytes.subarray(0, POSITION_BYTES);
    const id = position.toString("hex", 8).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    const authentic = bytes.length === POSITION_BYTES + SIGNATURE_BYTES &&
      bytes.toString("base64url") === cursor &&
      this.#keys.verify(position, bytes.subarray(POSITION_BYTES), SIGNATURE_BYTES) && isUuid(id);
    if (!authentic) {
      throw validationError([{
        field: "/query/cursor",
        message: "must be a meta.next_cursor of this list, unaltered",
      }]);
    }
    return { created_at: new Date(Number(position.readBigInt64BE())), id };
  }
}
