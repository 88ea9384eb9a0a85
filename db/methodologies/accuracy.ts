import type { Transaction } from "../database.ts";

/** Whose accuracy: of one engine's predictions by one version of a methodology. */
export interface AccuracyKey {
  readonly slug: string;
  readonly version: number;
  readonly engine: { readonly name: string; readonly version: string };
}

export interface AccuracyRow {
  accuracy_pct: number | null;
  confirm_mean_pct: number | null;
  mae_points: number | null;
  rows_used: number;
  rows_dropped: number;
  computed_at: Date;
}

/** Null where nobody has computed it. */
export async function findAccuracy(
  { sql }: Pick<Transaction, "sql">,
  { slug, version, engine }: AccuracyKey,
): Promise<AccuracyRow | null> {
  const { rows: [row] } = await sql<AccuracyRow>({
    name: "find_accuracy",
    text:
      `SELECT accuracy_pct, confirm_mean_pct, mae_points, rows_used, rows_dropped, computed_at FROM methodology_accuracy
      WHERE slug = $1 AND version = $2 AND engine_name = $3 AND engine_version = $4`,
  }, [slug, version, engine.name, engine.version]);
  return row ?? null;
}

/** Stores a computed accuracy with its date; computed again, the newer one stands. */
export async function saveAccuracy(
  tx: Transaction,
  { slug, version, engine }: AccuracyKey,
  figures: Omit<AccuracyRow, "computed_at">,
): Promise<void> {
  await tx.sql(
    `INSERT INTO methodology_accuracy (slug, version, engine_name, engine_version, accuracy_pct, confirm_mean_pct, mae_points,
       rows_used, rows_dropped)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (slug, version, engine_name, engine_version) DO UPDATE SET accuracy_pct = excluded.accuracy_pct,
       confirm_mean_pct = excluded.confirm_mean_pct, mae_points = excluded.mae_points, rows_used = excluded.rows_used,
       rows_dropped = excluded.rows_dropped, computed_at = now()`,
    [
      slug,
      version,
      engine.name,
      engine.version,
      figures.accuracy_pct,
      figures.confirm_mean_pct,
      figures.mae_points,
      figures.rows_used,
      figures.rows_dropped,
    ],
  );
}
