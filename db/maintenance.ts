import type { Transaction } from "./postgres/database.ts";
import { first } from "./postgres/queries.ts";

interface MaintenanceRow {
  readonly retry_after_seconds: number;
  readonly since: Date;
}

/** The planned maintenance; null without one. */
export const findMaintenance = first<MaintenanceRow, []>(
  "SELECT retry_after_seconds, since FROM maintenance",
);

/** Begins a maintenance, or changes its seconds. @returns since when it lasts. */
export async function beginMaintenance(tx: Transaction, retryAfterSeconds: number): Promise<Date> {
  const row = await tx.one<{ since: Date }>(
    `INSERT INTO maintenance (retry_after_seconds) VALUES ($1)
     ON CONFLICT (planned) DO UPDATE SET retry_after_seconds = excluded.retry_after_seconds RETURNING since`,
    [retryAfterSeconds],
  );
  return row.since;
}

/** Ends the maintenance, if there is one. */
export async function endMaintenance(tx: Transaction): Promise<void> {
  await tx.sql("DELETE FROM maintenance");
}
