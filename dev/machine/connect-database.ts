import process from "node:process";
import pg, { type QueryResultRow } from "pg";
import type { DataSource } from "typeorm";
import { createDataSource, type DatabaseRole } from "#db/data-source.ts";
import { Database } from "#db/postgres/database.ts";
import { readEnvironment } from "./environment.ts";
import { devFolder } from "./folder.ts";

/** The database in `DATABASE_URL`, or that of a running `deno task dev`. @throws Error where there is neither. */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL || readEnvironment(devFolder())?.database_url;
  if (url === undefined) throw new Error("No database: set DATABASE_URL, or start `deno task dev` first");
  return url;
}

/**
 * Connects a command to a database with a role's rights, and disconnects it after `work`, which gets the database with retries of
 * transactions, and as TypeORM sees it, for migrations.
 */
export async function withDatabase<T>(
  { url = databaseUrl(), role, command }: { url?: string; role: DatabaseRole; command: string },
  work: (connected: { database: Database; dataSource: DataSource }) => Promise<T>,
): Promise<T> {
  const dataSource = createDataSource({ url, role, pool: 2, applicationName: command });
  const database = new Database(await dataSource.initialize());
  try {
    return await work({ database, dataSource });
  } finally {
    await database.close();
  }
}

/** Runs one statement on a connection of its own. */
export async function query<Row = QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
