import type { Buffer } from "node:buffer";
import { escapeLiteral } from "pg";
import { sha256 } from "#shared/crypto.ts";
import type { Transaction } from "./postgres/database.ts";
import { purge } from "./postgres/queries.ts";

/** How long the API replays a stored response (contract, "Idempotency"). */
export const IDEMPOTENCY_WINDOW_HOURS = 24;

/** The first response to an idempotency key. */
export interface StoredResponse {
  request_hash: Buffer;
  status: number;
  /** Body and headers, encrypted. */
  answer: string;
}

/** The scope of a key: one organization and one endpoint. */
export function idempotencyKeyHash(organizationId: string, endpoint: string, key: string): Buffer {
  return sha256(`${organizationId}\n${endpoint}\n${key}`);
}

/**
 * Statements for a transaction's opening: try to take the key's lock, then read the stored response with a snapshot from after the lock.
 * They return one row: `locked`, and the columns of a {@link StoredResponse} or nulls.
 */
export function lockAndFind(keyHash: Buffer): string {
  const lock = keyHash.readBigInt64BE(0);
  return `; SELECT set_config('app.idempotency_lock', pg_try_advisory_xact_lock(${lock})::text, true);
    SELECT current_setting('app.idempotency_lock') = 'true' AS locked, stored.*
    FROM (VALUES (1)) AS one LEFT JOIN (
      SELECT request_hash, status, answer FROM idempotency_keys WHERE key_hash = '\\x${
    keyHash.toString("hex")
  }'
        AND created_at > now() - interval '${IDEMPOTENCY_WINDOW_HOURS} hours'
    ) AS stored ON true`;
}

/** Stores a response at the commit of the resource that it describes; replaces one whose window is over. */
export function saveResponse(
  tx: Transaction,
  response: { keyHash: Buffer; organizationId: string } & StoredResponse,
): void {
  const hex = (bytes: Buffer) => `'\\x${bytes.toString("hex")}'`;
  const values = [
    hex(response.keyHash),
    escapeLiteral(response.organizationId),
    hex(response.request_hash),
    String(response.status),
    escapeLiteral(response.answer),
  ];
  tx.withCommit(`
    INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, answer, created_at)
    VALUES (${values.join(", ")}, now())
    ON CONFLICT (key_hash) DO UPDATE SET request_hash = excluded.request_hash, status = excluded.status,
      answer = excluded.answer, created_at = excluded.created_at`);
}

/** Deletes responses of so many hours, at least {@link IDEMPOTENCY_WINDOW_HOURS}: the API still replays younger ones. */
export const purgeResponses = purge(
  `DELETE FROM idempotency_keys WHERE key_hash IN (
    SELECT key_hash FROM idempotency_keys WHERE created_at < now() - make_interval(hours => $1)
    ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )`,
);
