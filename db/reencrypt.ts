import process from "node:process";
import { pathToFileURL } from "node:url";
import { Keyring } from "#shared/crypto.ts";
import { createDataSource } from "./data-source.ts";
import { Database } from "./database.ts";

/** A column of ciphertext; each is bound to `<table>.<column>:<key>`. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key. */
  readonly key: string;
}

/** All that is kept for longer than an idempotent answer, which is forgotten by itself. */
const SEALED: readonly SealedColumn[] = [
  { table: "webhooks", column: "secret", key: "id" },
  { table: "webhooks", column: "custom_headers", key: "id" },
  { table: "callback_secrets", column: "secret", key: "organization_id" },
];
const BATCH = 500;

export interface Reencrypted {
  /** `<table>.<column>` */
  readonly name: string;
  readonly rows: number;
  /** Rows that none of the keys opens, by their key. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts with the first of `SECRETS_KEYS` what was encrypted with another of them. The service may run meanwhile, with the same keys in
 * the same order; run again, it goes on where it was interrupted.
 */
export async function reencrypt(database: Database, keyring: Keyring): Promise<Reencrypted[]> {
  const done: Reencrypted[] = [];
  for (const column of SEALED) done.push(await reencryptColumn(database, keyring, column));
  return done;
}

async function reencryptColumn(
  database: Database,
  keyring: Keyring,
  { table, column, key }: SealedColumn,
): Promise<Reencrypted> {
  const name = `${table}.${column}`;
  const unreadable: string[] = [];
  let rows = 0;
  let after: string | null = null;
  while (true) {
    const found: { key: string; sealed: string }[] = await database.query(
      `SELECT ${key} AS key, ${column} AS sealed FROM ${table}
       WHERE split_part(${column}, '.', 1) <> $1 AND ($2::uuid IS NULL OR ${key} > $2) ORDER BY ${key} LIMIT ${BATCH}`,
      [keyring.currentKeyId, after],
    );
    const renewed = found.flatMap((row) => {
      const sealed = renew(keyring, row.sealed, `${name}:${row.key}`);
      if (sealed === null) unreadable.push(row.key);
      return sealed === null ? [] : [{ key: row.key, old: row.sealed, new: sealed }];
    });
    // What was changed meanwhile, such as by a rotation of the secret, is encrypted with the first key already.
    const changed = await database.query(
      `UPDATE ${table} SET ${column} = renewed.new
       FROM jsonb_to_recordset($1::jsonb) AS renewed (key uuid, old text, new text)
       WHERE ${table}.${key} = renewed.key AND ${column} = renewed.old RETURNING 1`,
      [JSON.stringify(renewed)],
    );
    rows += changed.length;
    if (found.length < BATCH) return { name, rows, unreadable };
    after = found.at(-1)?.key ?? null;
  }
}

function renew(keyring: Keyring, sealed: string, context: string): string | null {
  try {
    return keyring.encrypt(keyring.decrypt(sealed, context), context);
  } catch {
    return null;
  }
}

async function main(): Promise<void> {
  const { DATABASE_URL: url, SECRETS_KEYS: keys } = process.env;
  if (url === undefined) throw new Error("Cannot re-encrypt: DATABASE_URL is missing");
  if (keys === undefined) throw new Error("Cannot re-encrypt: SECRETS_KEYS is missing");
  const keyring = new Keyring(keys);
  const dataSource = createDataSource({ url, role: "app_worker", pool: 1, applicationName: "reencrypt" });
  const database = new Database(await dataSource.initialize());
  try {
    for (const { name, rows, unreadable } of await reencrypt(database, keyring)) {
      console.log(`${name}: ${rows} encrypted with key ${keyring.currentKeyId}`);
      if (unreadable.length === 0) continue;
      console.error(`${name}: none of the keys opens ${unreadable.join(", ")}`);
      process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();
