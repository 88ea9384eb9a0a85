import { first, one, run } from "./postgres/queries.ts";

interface MaintenanceRow {
  readonly retry_after_seconds: number;
  readonly since: Date;
}

/** The planned maintenance; null without one. */
export const findMaintenance = first<MaintenanceRow, []>(
  "SELECT retry_after_seconds, since FROM maintenance",
);

/** Begins a maintenance, or changes its seconds. Gives since when it lasts. */
export const beginMaintenance = one<Pick<MaintenanceRow, "since">, [retryAfterSeconds: number]>(
  `INSERT INTO maintenance (retry_after_seconds) VALUES ($1)
   ON CONFLICT (planned) DO UPDATE SET retry_after_seconds = excluded.retry_after_seconds RETURNING since`,
);

/** Ends the maintenance, if there is one. */
export const endMaintenance = run<[]>("DELETE FROM maintenance");
