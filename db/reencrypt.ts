import type { Keyring } from "#shared/crypto.ts";
import type { Database } from "./postgres/database.ts";

/** A column of ciphertext. The context of each value is `<table>.<column>:<key>`. */
interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly key: string;
}

/** All encrypted columns, but for stored responses, which the data retention purges after a day. */
const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: "webhooks", column: "secret", key: "id" },
  { table: "webhooks", column: "custom_headers", key: "id" },
  { table: "callback_secrets", column: "secret", key: "organization_id" },
  { table: "simulation_shares", column: "token", key: "simulation_id" },
];
const BATCH = 500;

export interface Reencrypted {
  /** `<table>.<column>` */
  readonly name: string;
  readonly rows: number;
  /** The primary keys of the rows that no key decrypts. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts with the first of `SECRETS_KEYS` every value that another of them encrypted. The service may run meanwhile, with the same keys
 * in the same order. After an interruption a second run does the rest.
 */
export async function reencrypt(database: Database, keyring: Keyring): Promise<Reencrypted[]> {
  const results: Reencrypted[] = [];
  for (const column of ENCRYPTED_COLUMNS) results.push(await reencryptColumn(database, keyring, column));
  return results;
}

export interface OldKeyUse {
  readonly key_id: string;
  readonly responses: number;
}

/** How many stored responses each key but the current one encrypted. Nothing encrypts them again; they are purged within two days. */
export async function countStoredResponses(database: Database, keyring: Keyring): Promise<OldKeyUse[]> {
  return await database.query<OldKeyUse>(
    `SELECT split_part(answer, '.', 1) AS key_id, count(*)::integer AS responses FROM idempotency_keys
     WHERE split_part(answer, '.', 1) <> $1 GROUP BY key_id ORDER BY key_id`,
    [keyring.currentKeyId],
  );
}

async function reencryptColumn(
  database: Database,
  keyring: Keyring,
  column: EncryptedColumn,
): Promise<Reencrypted> {
  const name = `${column.table}.${column.column}`;
  const unreadable: string[] = [];
  let rows = 0;
  for await (const batch of batchesOfOtherKeys(database, keyring.currentKeyId, column)) {
    const changes: Change[] = [];
    for (const { key, ciphertext } of batch) {
      const renewed = renew(keyring, ciphertext, `${name}:${key}`);
      if (renewed === null) unreadable.push(key);
      else changes.push({ key, old: ciphertext, new: renewed });
    }
    rows += await writeChanges(database, column, changes);
  }
  return { name, rows, unreadable };
}

interface EncryptedValue {
  /** The row's primary key. */
  readonly key: string;
  readonly ciphertext: string;
}

/** The values that a key other than the current one encrypted, in the order of their rows' primary keys. */
async function* batchesOfOtherKeys(
  database: Database,
  currentKeyId: string,
  { table, column, key }: EncryptedColumn,
): AsyncGenerator<EncryptedValue[]> {
  let after: string | null = null;
  while (true) {
    const batch: EncryptedValue[] = await database.query<EncryptedValue>(
      `SELECT ${key} AS key, ${column} AS ciphertext FROM ${table}
       WHERE split_part(${column}, '.', 1) <> $1 AND ($2::uuid IS NULL OR ${key} > $2) ORDER BY ${key} LIMIT ${BATCH}`,
      [currentKeyId, after],
    );
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch;
    after = last.key;
  }
}

interface Change {
  readonly key: string;
  readonly old: string;
  readonly new: string;
}

/** Leaves a value that the service changed meanwhile: the current key has encrypted it already. */
async function writeChanges(
  database: Database,
  { table, column, key }: EncryptedColumn,
  changes: readonly Change[],
): Promise<number> {
  return await database.count(
    `UPDATE ${table} SET ${column} = change.new
     FROM jsonb_to_recordset($1::jsonb) AS change (key uuid, old text, new text)
     WHERE ${table}.${key} = change.key AND ${column} = change.old`,
    [JSON.stringify(changes)],
  );
}

function renew(keyring: Keyring, ciphertext: string, context: string): string | null {
  try {
    return keyring.encrypt(keyring.decrypt(ciphertext, context), context);
  } catch {
    return null;
  }
}
