import type { QueryResultRow } from "pg";
import pg from "pg";
import { createDataSource, type DatabaseRole } from "#db/data-source.ts";
import { Database } from "#db/postgres/database.ts";
import { stack } from "./stack.ts";

/** Connects as the service does. @param pool the most connections */
export async function connectAs(
  role: DatabaseRole,
  { url = stack().databaseUrl, pool = 2 }: { readonly url?: string; readonly pool?: number } = {},
): Promise<Database> {
  return new Database(await createDataSource({ url, role, pool, applicationName: "test" }).initialize());
}

/** Runs a statement as the database's owner, outside the service. */
export async function ask<Row extends QueryResultRow>(
  text: string,
  values: unknown[] = [],
  url = stack().databaseUrl,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
