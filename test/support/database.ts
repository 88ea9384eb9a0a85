import type { QueryResultRow } from "pg";
import pg from "pg";
import { stack } from "./stack.ts";

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
