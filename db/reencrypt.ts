import type { Keyring } from "#shared/crypto.ts";
import type { Database } from "./postgres/database.ts";
import { rows } from "./postgres/queries.ts";

/**
 * All columns of ciphertext, each with its table's primary key, but for stored responses, which the data retention purges after a day. The context
 * of each value is `<table>.<column>:<key>`.
 */
const ENCRYPTED_COLUMNS = [
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

/** How many stored responses each key but the current one encrypted. Nothing encrypts them again; they are purged within two days. */
export const countStoredResponses = rows<
  { readonly key_id: string; readonly responses: number },
  [keyring: Keyring]
>(
  `SELECT split_part(answer, '.', 1) AS key_id, count(*)::integer AS responses FROM idempotency_keys
   WHERE split_part(answer, '.', 1) <> $1 GROUP BY key_id ORDER BY key_id`,
  ({ currentKeyId }) => [currentKeyId],
);

async function reencryptColumn(
  database: Database,
  keyring: Keyring,
  { table, column, key }: (typeof ENCRYPTED_COLUMNS)[number],
): Promise<Reencrypted> {
  const name = `${table}.${column}`;
  const unreadable: string[] = [];
  let [rows, after]: [number, string | null] = [0, null];
  while (true) {
    // The values that a key other than the current one encrypted, in the order of their rows' primary keys.
    const batch: { key: string; old: string }[] = await database.query(
      `SELECT ${key} AS key, ${column} AS old FROM ${table}
       WHERE split_part(${column}, '.', 1) <> $1 AND ($2::uuid IS NULL OR ${key} > $2) ORDER BY ${key} LIMIT ${BATCH}`,
      [keyring.currentKeyId, after],
    );
    const last = batch.at(-1);
    if (last === undefined) return { name, rows, unreadable };
    after = last.key;
    const changes = batch.map((value) => ({
      ...value,
      new: renew(keyring, value.old, `${name}:${value.key}`),
    }));
    unreadable.push(...changes.filter((change) => change.new === null).map((change) => change.key));
    // A value that the service changed meanwhile is left: the current key has encrypted it already.
    rows += await database.count(
      `UPDATE ${table} SET ${column} = change.new
       FROM jsonb_to_recordset($1::jsonb) AS change (key uuid, old text, new text)
       WHERE ${table}.${key} = change.key AND ${column} = change.old AND change.new IS NOT NULL`,
      [JSON.stringify(changes)],
    );
  }
}

/** Null where no key decrypts it. */
function renew(keyring: Keyring, ciphertext: string, context: string): string | null {
  try {
    return keyring.encrypt(keyring.decrypt(ciphertext, context), context);
  } catch {
    return null;
  }
}
