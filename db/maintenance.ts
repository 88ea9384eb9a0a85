import type { Database, Transaction } from "./database.ts";

const MAINTENANCE_SECONDS = {
  name: "maintenance_seconds",
  text: "SELECT retry_after_seconds FROM maintenance",
};

/** The seconds of the planned maintenance's Retry-After; 0 where there is none. */
export async function maintenanceSeconds(database: Database): Promise<number> {
  const [row] = await database.query<{ retry_after_seconds: number }>(MAINTENANCE_SECONDS);
  return row?.retry_after_seconds ?? 0;
}

/** The planned maintenance; null where there is none. */
export async function findMaintenance(
  database: Database,
): Promise<{ readonly retry_after_seconds: number; readonly since: Date } | null> {
  const [row] = await database.query<{ retry_after_seconds: number; since: Date }>(
    "SELECT retry_after_seconds, since FROM maintenance",
  );
  return row ?? null;
}

/** Begins a maintenance, or changes its seconds. @returns since when it lasts. */
export async function beginMaintenance(tx: Transaction, retryAfterSeconds: number): Promise<Date> {
  const { rows: [row] } = await tx.sql<{ since: Date }>(
    `INSERT INTO maintenance (retry_after_seconds) VALUES ($1)
     ON CONFLICT (planned) DO UPDATE SET retry_after_seconds = excluded.retry_after_seconds RETURNING since`,
    [retryAfterSeconds],
  );
  if (row === undefined) throw new Error("Postgres returned no maintenance");
  return row.since;
}

/** Ends the maintenance, if there is one. */
export async function endMaintenance(tx: Transaction): Promise<void> {
  await tx.sql("DELETE FROM maintenance");
}
