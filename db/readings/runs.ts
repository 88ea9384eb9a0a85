import type { Buffer } from "node:buffer";
import type { ModelTier } from "#engine/readings/boundary.ts";
import type { ReadingTexts } from "#engine/readings/texts.ts";
import type { StoredVerdict } from "#engine/verdict/stored-verdict.ts";
import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import type { Database } from "../database.ts";
import type { StoredDimensions } from "../simulations/results.ts";

/** A completed simulation as its Reading is computed from it. All of it is final. */
export interface ReadRun {
  id: string;
  organization_id: string;
  methodology_slug: string;
  methodology_version: number;
  /** Null asks the methodology's KPI question. */
  question: string | null;
  /** bigint: Postgres sends text. */
  seed: string;
  completed_at: Date;
  engine_name: string;
  /** Null in rows from before there was one. */
  calibration_boundary: { readonly tier: 1 | 2 | 3; readonly accuracy_pct: number | null } | null;
  verdict: StoredVerdict;
  dimensions: StoredDimensions;
  weights: Buffer;
  /** What a model worded, once it has. */
  words: Rewrite | null;
}

/** What a model, or its failing, made of the texts. */
export interface Rewrite {
  readonly texts: ReadingTexts;
  readonly model_tier: ModelTier;
}

const RUN_COLUMNS =
  `s.id, s.organization_id, s.methodology_slug, s.methodology_version, s.question, s.seed, s.completed_at, s.engine_name,
  s.calibration_boundary, s.verdict, s.dimensions, s.weights, r.words`;

/** A Reading that has not ended, of this generation: what a later one does is none of an earlier one's business. */
const IN_FLIGHT =
  `r.simulation_id = $1 AND r.generation = $2 AND s.id = r.simulation_id AND s.insights_status IN ('queued', 'running')`;

const BEGIN = {
  name: "begin_reading",
  text:
    `UPDATE simulations s SET insights_status = 'running' FROM readings r WHERE ${IN_FLIGHT} RETURNING ${RUN_COLUMNS}`,
};

/** Marks the Reading as running; null when it has ended. */
export async function beginReading(
  database: Database,
  reading: ReadingWorkflowInput,
): Promise<ReadRun | null> {
  return (await database.query<ReadRun>(BEGIN, [reading.simulation_id, reading.generation]))[0] ?? null;
}

const FIND = {
  name: "find_reading_run",
  text: `SELECT ${RUN_COLUMNS} FROM simulations s, readings r WHERE ${IN_FLIGHT}`,
};

/** Null when the Reading has ended. */
export async function findReadRun(
  database: Database,
  reading: ReadingWorkflowInput,
): Promise<ReadRun | null> {
  return (await database.query<ReadRun>(FIND, [reading.simulation_id, reading.generation]))[0] ?? null;
}

/** A run of the same question that completed earlier. */
export interface EarlierRunRow {
  id: string;
  completed_at: Date;
  agent_count: number;
  seed: string;
  verdict: StoredVerdict;
}

/** Earlier runs that a Reading looks at: the newest ones. */
const MOST_EARLIER_RUNS = 50;

// "Earlier" is by completion, so that a Reading that is computed again finds the same runs.
const EARLIER = {
  name: "earlier_runs_of_question",
  text: `
    SELECT id, completed_at, agent_count, seed, verdict FROM simulations
    WHERE organization_id = $1 AND methodology_slug = $2 AND status = 'completed'
      AND hashtextextended(coalesce(question, ''), 0) = ANY (ARRAY(SELECT hashtextextended(q, 0) FROM unnest($3::text[]) q))
      AND coalesce(question, '') = ANY ($3::text[]) AND (completed_at, id) < ($4, $5)
    ORDER BY completed_at DESC, id DESC LIMIT ${MOST_EARLIER_RUNS}`,
};

/**
 * Completed runs of the same organization, methodology and question before this one, newest first, at most 50.
 * @param kpiQuestion what runs without a question of their own were asked; null where that is not known.
 */
export function earlierRuns(
  database: Database,
  run: ReadRun,
  kpiQuestion: string | null,
): Promise<EarlierRunRow[]> {
  const asked = run.question ?? kpiQuestion;
  const questions = asked === kpiQuestion ? [kpiQuestion ?? "", ""] : [asked];
  const { organization_id, methodology_slug, completed_at, id } = run;
  return database.query<EarlierRunRow>(EARLIER, [
    organization_id,
    methodology_slug,
    questions,
    completed_at,
    id,
  ]);
}

const ASK_FOR_WORDS = {
  name: "ask_for_reading_words",
  text:
    `UPDATE readings r SET words_asked = words_asked + 1 FROM simulations s WHERE ${IN_FLIGHT} RETURNING 1`,
};

/** Notes that a model is about to be asked, so that what it costs is not forgotten with this process. False when the Reading has ended. */
export async function recordRewriteAttempt(
  database: Database,
  { simulation_id, generation }: ReadingWorkflowInput,
): Promise<boolean> {
  return (await database.query(ASK_FOR_WORDS, [simulation_id, generation])).length === 1;
}

const KEEP_WORDS = {
  name: "keep_reading_words",
  text:
    `UPDATE readings r SET words = $3, words_cost_usd = $4 FROM simulations s WHERE ${IN_FLIGHT} RETURNING 1`,
};

/** Keeps what a model was paid for. @param costUsd null where it is not known. */
export async function saveRewrite(
  database: Database,
  { simulation_id, generation }: ReadingWorkflowInput,
  words: Rewrite,
  costUsd: number | null,
): Promise<void> {
  await database.query(KEEP_WORDS, [simulation_id, generation, JSON.stringify(words), costUsd]);
}
