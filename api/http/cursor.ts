import { Buffer } from "node:buffer";
import { hmacSha256, sameBytes } from "#shared/crypto.ts";
import { validationError } from "#shared/errors.ts";
import { isUuid } from "#shared/ids.ts";
import type { PagePosition } from "#db/paginate.ts";

const MAC_BYTES = 12;

/** Writes and reads the cursors of lists: 8 bytes of milliseconds, 16 of id, 12 of signature, in base64url. Opaque, never authority. */
export class CursorCodec {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  write({ created_at, id }: PagePosition): string {
    const body = Buffer.alloc(24);
    body.writeBigInt64BE(BigInt(created_at.getTime()));
    body.write(id.replaceAll("-", ""), 8, "hex");
    return Buffer.concat([body, this.#sign(body)]).toString("base64url");
  }

  /** @throws ApiError 400 when the cursor is not one that this service wrote. */
  read(cursor: string): PagePosition {
    const bytes = Buffer.from(cursor, "base64url");
    const body = bytes.subarray(0, 24);
    const hex = body.toString("hex", 8);
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${
      hex.slice(20)
    }`;
    const authentic = bytes.length === 24 + MAC_BYTES && bytes.toString("base64url") === cursor &&
      sameBytes(bytes.subarray(24), this.#sign(body)) && isUuid(id);
    if (!authentic) {
      throw validationError([{
        field: "/query/cursor",
        message: "must be a meta.next_cursor of this list, unaltered",
      }]);
    }
    return { created_at: new Date(Number(body.readBigInt64BE())), id };
  }

  #sign(body: Uint8Array): Buffer {
    return hmacSha256(this.#key, body).subarray(0, MAC_BYTES);
  }
}
