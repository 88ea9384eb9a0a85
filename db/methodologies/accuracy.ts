import { heldOutAccuracy } from "#engine/forecast/accuracy.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import type { Methodology } from "#engine/bank/methodology.ts";
import type { ModelFigures } from "#engine/forecast/uncertainty.ts";
import { EMBEDDED_ENGINE } from "#engine/sampling/answer-agents.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import { registerMethodologies } from "./methodologies.ts";

/** Identifies an accuracy: that of one engine's predictions with one version of a methodology. */
interface AccuracyKey {
  readonly slug: string;
  readonly version: number;
  readonly engine: { readonly name: string; readonly version: string };
}

export interface AccuracyRow {
  accuracy_pct: number | null;
  confirm_mean_pct: number | null;
  mae_points: number | null;
  baseline_pct: number | null;
  rows_used: number;
  rows_dropped: number;
  computed_at: Date;
}

const FIND_ACCURACY = {
  name: "find_accuracy",
  text:
    `SELECT accuracy_pct, confirm_mean_pct, mae_points, baseline_pct, rows_used, rows_dropped, computed_at FROM methodology_accuracy
    WHERE slug = $1 AND version = $2 AND engine_name = $3 AND engine_version = $4`,
};

/** Null where it was never computed. */
export async function findAccuracy(
  tx: Transaction,
  { slug, version, engine }: AccuracyKey,
): Promise<AccuracyRow | null> {
  const values = [slug, version, engine.name, engine.version];
  return (await tx.sql<AccuracyRow>(FIND_ACCURACY, values)).rows[0] ?? null;
}

/** Stores a computed accuracy with the time of its computation, in place of an earlier one. */
async function saveAccuracy(
  tx: Transaction,
  { slug, version, engine }: AccuracyKey,
  figures: Omit<AccuracyRow, "computed_at">,
): Promise<void> {
  await tx.sql(
    `INSERT INTO methodology_accuracy (slug, version, engine_name, engine_version, accuracy_pct, confirm_mean_pct, mae_points,
       rows_used, rows_dropped, baseline_pct)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (slug, version, engine_name, engine_version) DO UPDATE SET accuracy_pct = excluded.accuracy_pct,
       confirm_mean_pct = excluded.confirm_mean_pct, mae_points = excluded.mae_points, rows_used = excluded.rows_used,
       rows_dropped = excluded.rows_dropped, baseline_pct = excluded.baseline_pct, computed_at = now()`,
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
      figures.baseline_pct,
    ],
  );
}

export interface Calibrated {
  readonly methodology: Methodology;
  readonly figures: Omit<AccuracyRow, "computed_at">;
  readonly heldOutRows: number;
}

/**
 * Registers the published methodologies, computes the accuracy of each on the calibration rows held out of its fit, and stores it.
 * @param missingOnly skips methodologies whose accuracy under this version of the engine is stored.
 */
export async function calibrate(database: Database, { missingOnly = false } = {}): Promise<Calibrated[]> {
  const calibrated: Calibrated[] = [];
  await database.transaction((tx) => registerMethodologies(tx, PUBLISHED));
  for (const methodology of PUBLISHED) {
    const key = { slug: methodology.slug, version: methodology.version, engine: EMBEDDED_ENGINE };
    if (missingOnly && await database.transaction((tx) => findAccuracy(tx, key)) !== null) continue;
    const { rows, ...figures } = heldOutAccuracy(methodology);
    await database.transaction((tx) => saveAccuracy(tx, key, figures));
    calibrated.push({ methodology, figures, heldOutRows: rows.length });
  }
  return calibrated;
}

/** A model behind an engine, with the versions of prompt, persona and reply schema. */
interface ModelEngine {
  readonly name: string;
  readonly version: string;
}

/** How far a model was off when it was last evaluated under this version; null where it never was. */
export async function findModelError(
  database: Database,
  { name, version }: ModelEngine,
): Promise<ModelFigures | null> {
  const [row] = await database.query<{ figures: ModelFigures }>(
    "SELECT figures FROM model_errors WHERE engine_name = $1 AND engine_version = $2",
    [name, version],
  );
  return row?.figures ?? null;
}

/** Stores an evaluation in place of an earlier one. */
export async function saveModelError(
  tx: Transaction,
  { name, version }: ModelEngine,
  agents: number,
  figures: ModelFigures,
): Promise<void> {
  await tx.sql(
    `INSERT INTO model_errors (engine_name, engine_version, questions, agents, figures) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (engine_name, engine_version) DO UPDATE SET questions = excluded.questions, agents = excluded.agents,
       figures = excluded.figures, measured_at = now()`,
    [name, version, figures.questions, agents, JSON.stringify(figures)],
  );
}
