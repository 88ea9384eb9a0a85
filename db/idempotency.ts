import type { Buffer } from "node:buffer";
import { sha256 } from "#shared/crypto.ts";
import type { Database, Transaction } from "./database.ts";

/** How long an answer is replayed. */
export const IDEMPOTENCY_WINDOW_HOURS = 24;

export interface StoredResponse {
  request_hash: Buffer;
  status: number;
  /** Encrypted. */
  answer: string;
}

/** What a key means: one organization, one endpoint, one key. */
export function idempotencyKeyHash(organizationId: string, endpoint: string, key: string): Buffer {
  return sha256(`${organizationId}\n${endpoint}\n${key}`);
}

/**
 * Appended to a transaction's opening: takes the key's lock if nobody holds it, then reads the kept answer with a snapshot taken after
 * the lock. One row: `locked`, and the kept answer's columns or nulls.
 */
export function lockAndFind(keyHash: Buffer): string {
  const lock = keyHash.readBigInt64BE(0);
  return `; SELECT set_config('app.idempotency_lock', pg_try_advisory_xact_lock(${lock})::text, true);
    SELECT current_setting('app.idempotency_lock') = 'true' AS locked, kept.*
    FROM (VALUES (1)) AS one LEFT JOIN (
      SELECT request_hash, status, answer FROM idempotency_keys WHERE key_hash = '\\x${
    keyHash.toString("hex")
  }'
        AND created_at > now() - interval '${IDEMPOTENCY_WINDOW_HOURS} hours'
    ) AS kept ON true`;
}

/** Keeps an answer in the transaction of what it created; replaces one whose window is over. */
export async function saveResponse(
  tx: Transaction,
  kept: { keyHash: Buffer; organizationId: string } & StoredResponse,
): Promise<void> {
  await tx.sql({
    name: "keep_answer",
    text: `
      INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, answer, created_at)
      VALUES ($1, $2, $3, $4, $5, now())
      ON CONFLICT (key_hash) DO UPDATE SET request_hash = excluded.request_hash, status = excluded.status,
        answer = excluded.answer, created_at = excluded.created_at`,
  }, [kept.keyHash, kept.organizationId, kept.request_hash, kept.status, kept.answer]);
}

/**
 * Deletes answers that are older than so many hours, oldest first, at most `limit`; says how many there were.
 * @param hours at least {@link IDEMPOTENCY_WINDOW_HOURS}, or an answer would be forgotten while it is still replayed
 */
export async function purgeResponses(database: Database, hours: number, limit: number): Promise<number> {
  const rows = await database.query(
    `DELETE FROM idempotency_keys WHERE key_hash IN (
      SELECT key_hash FROM idempotency_keys WHERE created_at < now() - make_interval(hours => $1)
      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING 1`,
    [hours, limit],
  );
  return rows.length;
}
