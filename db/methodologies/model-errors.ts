import type { ModelFigures } from "#engine/forecast/model-forecasts.ts";
import type { Database, Transaction } from "../postgres/database.ts";

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
  const row = await database.first<{ figures: ModelFigures }>(
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
