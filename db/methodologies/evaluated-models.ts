import { createHash } from "node:crypto";
import type { KnowledgeFigures, ModelEstimate, ModelFigures } from "#engine/forecast/model-forecasts.ts";
import type { Database } from "../postgres/database.ts";
import { first, purge, run, value } from "../postgres/queries.ts";

/** What an estimate is kept under: model and prompts, the question's text as it is read, and of which year's people. */
export interface EstimateKey {
  readonly modelId: string;
  readonly question: string;
  readonly year: number;
}

const hashOf = (question: string): Buffer => createHash("sha256").update(question).digest();

/** What was found of a model with its prompts; null where it was never evaluated. */
export const findKnowledgeFigures = value<KnowledgeFigures, [id: string]>(
  "SELECT figures FROM forecast_models WHERE id = $1",
);

/** Stores an evaluation in place of an earlier one. */
export const saveKnowledgeFigures = run<[id: string, figures: KnowledgeFigures]>(
  `INSERT INTO forecast_models (id, figures) VALUES ($1, $2)
   ON CONFLICT (id) DO UPDATE SET figures = excluded.figures, measured_at = now()`,
);

export const findEstimate = first<ModelEstimate, [key: EstimateKey]>(
  "SELECT share, says_yes FROM forecast_estimates WHERE model_id = $1 AND question_hash = $2 AND year = $3",
  ({ modelId, question, year }) => [modelId, hashOf(question), year],
);

/** Stores an estimate and returns the one that counts: the first of two workers that asked at a time. */
export async function saveEstimate(
  database: Database,
  { modelId, question, year }: EstimateKey,
  estimate: ModelEstimate,
): Promise<ModelEstimate> {
  const key = [modelId, hashOf(question), year];
  await database.query(
    "INSERT INTO forecast_estimates (model_id, question_hash, year, share, says_yes) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
    [...key, estimate.share, estimate.says_yes],
  );
  return await findEstimate(database, { modelId, question, year }) ?? estimate;
}

/** Deletes estimates of so many days. */
export const purgeEstimates = purge(
  `DELETE FROM forecast_estimates WHERE (model_id, question_hash, year) IN (
    SELECT model_id, question_hash, year FROM forecast_estimates WHERE created_at < now() - make_interval(days => $1)
    ORDER BY created_at LIMIT $2
  )`,
);

/** A model behind an engine, with the versions of prompt, persona and reply schema. */
interface ModelEngine {
  readonly name: string;
  readonly version: string;
}

/** How far a model was off when it was last evaluated under this version; null where it never was. */
export const findModelError = value<ModelFigures, [engine: ModelEngine]>(
  "SELECT figures FROM model_errors WHERE engine_name = $1 AND engine_version = $2",
  ({ name, version }) => [name, version],
);

/** Stores an evaluation in place of an earlier one. */
export const saveModelError = run<[engine: ModelEngine, agents: number, figures: ModelFigures]>(
  `INSERT INTO model_errors (engine_name, engine_version, questions, agents, figures) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (engine_name, engine_version) DO UPDATE SET questions = excluded.questions, agents = excluded.agents,
     figures = excluded.figures, measured_at = now()`,
  ({ name, version }, agents, figures) => [name, version, figures.questions, agents, figures],
);
