import type { Buffer } from "node:buffer";
import type { Audience } from "#engine/population/audience.ts";
import type { ModelTier } from "#engine/readings/boundary.ts";
import type { ReadingTexts } from "#engine/readings/texts.ts";
import type { StoredVerdict } from "#engine/verdict/stored-verdict.ts";
import type { JsonObject } from "#shared/json.ts";
import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import { SUBSCRIBERS, type Subscribers } from "../deliveries/events.ts";
import type { Database } from "../postgres/database.ts";
import { did, rows, run } from "../postgres/queries.ts";
import type { StoredDimensions } from "../simulations/results.ts";
import { type Timed, timed } from "../simulations/runs.ts";

/** A Reading that has not ended, with what its end needs. */
export interface UnfinishedReading {
  id: string;
  organization_id: string;
  /** Null: its events go to subscriptions alone. */
  callback_url: string | null;
  subscribers: Subscribers;
  /** numeric: Postgres sends text. */
  reserved_usd: string;
  rewrite_attempts: number;
  /** numeric: Postgres sends text; null where it is unknown, or nothing was rewritten. */
  rewrite_cost_usd: string | null;
  now: Date;
}

/** A completed simulation as its Reading is computed from it. All that it is computed from is final. */
export interface ReadRun extends UnfinishedReading {
  methodology_id: string | null;
  methodology_slug: string;
  methodology_version: number;
  /** Null asks the methodology's KPI question. */
  question: string | null;
  /** Null: the whole population. */
  audience: Audience | null;
  /** What of the scenario was applied, by field: a question at another price is another question. */
  applied: JsonObject;
  /** bigint: Postgres sends text. */
  seed: string;
  completed_at: Date;
  engine_name: string;
  /** Null in rows from before there was one. */
  calibration_boundary: {
    readonly tier: 1 | 2 | 3;
    readonly matched_question?: {
      readonly text: string;
      readonly polarity: "same" | "opposite";
      readonly year?: string | null;
      readonly scale?: Readonly<Record<"yes" | "maybe" | "no", readonly string[]>>;
    } | null;
    readonly sources?: readonly { readonly illustrative: boolean; readonly year?: string | null }[];
  } | null;
  verdict: StoredVerdict;
  dimensions: StoredDimensions;
  weights: Buffer;
  /** Null until a model has rewritten the texts. */
  rewrite: Rewrite | null;
}

/** The texts after a model rewrote them; texts that it failed to rewrite are the computed ones. */
export interface Rewrite {
  readonly texts: ReadingTexts;
  readonly model_tier: ModelTier;
}

const END_COLUMNS = `s.id, s.organization_id, s.callback_url, ${SUBSCRIBERS} AS subscribers, r.reserved_usd,
  r.rewrite_attempts, r.rewrite_cost_usd, clock_timestamp() AS now`;
const APPLIED = "coalesce(scenario_applied - '{ignored,read_from}'::text[], '{}')";
const RUN_COLUMNS =
  `${END_COLUMNS}, s.methodology_id, s.methodology_slug, s.methodology_version, s.question, s.audience, s.seed,
  s.completed_at, s.engine_name, s.calibration_boundary, s.verdict, s.dimensions, s.weights, r.rewrite, ${APPLIED} AS applied`;

/** Condition on a simulation `s` and its Reading `r`. A Reading that has ended is final. */
export const UNFINISHED = "s.id = r.simulation_id AND s.insights_status IN ('queued', 'running')";

/** The Reading `$1` if it has not ended and is at generation `$2`: a run of an earlier generation changes nothing of a later one. */
const IN_FLIGHT = `r.simulation_id = $1 AND r.generation = $2 AND ${UNFINISHED}`;

/** Gives a Reading in flight as a statement reads it. */
function inFlight<Row extends { readonly now: Date }>(
  read: (on: Database, simulationId: string, generation: number) => Promise<Row[]>,
) {
  return async (
    database: Database,
    { simulation_id, generation }: ReadingWorkflowInput,
  ): Promise<Timed<Row> | null> => timed(await read(database, simulation_id, generation));
}

/** Marks a Reading as running; null when it has ended. */
export const markReadingRunning = inFlight(rows<ReadRun, [string, number]>({
  name: "mark_reading_running",
  text:
    `UPDATE simulations s SET insights_status = 'running' FROM readings r WHERE ${IN_FLIGHT} RETURNING ${RUN_COLUMNS}`,
}));

/** Null when the Reading has ended. */
export const findReadRun = inFlight(rows<ReadRun, [string, number]>({
  name: "find_read_run",
  text: `SELECT ${RUN_COLUMNS} FROM simulations s, readings r WHERE ${IN_FLIGHT}`,
}));

/** What the end of a Reading needs, without what it is computed from; null when it has ended. */
export const findUnfinishedReading = inFlight(rows<UnfinishedReading, [string, number]>({
  name: "find_unfinished_reading",
  text: `SELECT ${END_COLUMNS} FROM simulations s, readings r WHERE ${IN_FLIGHT}`,
}));

/** A run of the same question, audience and applied scenario that completed earlier. */
export interface EarlierRunRow {
  id: string;
  completed_at: Date;
  agent_count: number;
  seed: string;
  verdict: StoredVerdict;
  /** Null where the verdict names its evidence: only older ones need it. */
  calibration_boundary: ReadRun["calibration_boundary"];
}

/** A Reading compares its run with at most this many earlier runs, the newest ones. */
const MAX_EARLIER_RUNS = 50;

/** What the index has by what a run asked, and of whom. */
const ASKED_HASH =
  `hashtextextended(coalesce(question, '') || coalesce(audience::text, '') || (${APPLIED})::text, 0)`;

// "Earlier" means completed earlier, so that a Reading that is computed again finds the same runs. Each question by itself, in the index's own
// order: of a question asked a thousand times the newest runs alone are read.
const FIND_EARLIER_RUNS = {
  name: "earlier_runs_of_question",
  text: `
    SELECT earlier.* FROM unnest($3::text[]) AS q CROSS JOIN LATERAL (
      SELECT id, completed_at, agent_count, seed, verdict, CASE WHEN verdict ? 'evidence' THEN NULL ELSE calibration_boundary END AS calibration_boundary
      FROM simulations
      WHERE organization_id = $1 AND methodology_slug = $2 AND status = 'completed'
        AND ${ASKED_HASH} = hashtextextended(q || coalesce($6::jsonb::text, '') || $7::jsonb::text, 0)
        AND coalesce(question, '') = q AND (completed_at, id) < ($4, $5) AND audience IS NOT DISTINCT FROM $6::jsonb AND ${APPLIED} = $7::jsonb
      ORDER BY ${ASKED_HASH}, completed_at DESC, id DESC LIMIT ${MAX_EARLIER_RUNS}
    ) AS earlier
    ORDER BY completed_at DESC, id DESC LIMIT ${MAX_EARLIER_RUNS}`,
};

/**
 * Completed runs of the same organization, methodology, question, audience and applied scenario before this one, newest first, at most 50.
 * @param kpiQuestion the question of runs that have none of their own; null where this release does not know the methodology.
 */
export function earlierRuns(
  database: Database,
  run: ReadRun,
  kpiQuestion: string | null,
): Promise<EarlierRunRow[]> {
  const question = run.question ?? kpiQuestion;
  // Agents of a run without a question of its own answered the KPI question.
  const withoutOwn = question === kpiQuestion ? [""] : [];
  const questions = question === null ? withoutOwn : [question, ...withoutOwn];
  const { organization_id, methodology_slug, completed_at, id } = run;
  return database.query<EarlierRunRow>(FIND_EARLIER_RUNS, [
    organization_id,
    methodology_slug,
    questions,
    completed_at,
    id,
    run.audience,
    run.applied,
  ]);
}

/** Counts a call of the model before it is made, so that its cost counts even if this process dies. False when the Reading has ended. */
export const recordRewriteAttempt = did<[reading: ReadingWorkflowInput]>({
  name: "record_rewrite_attempt",
  text: `UPDATE readings r SET rewrite_attempts = rewrite_attempts + 1 FROM simulations s WHERE ${IN_FLIGHT}`,
}, ({ simulation_id, generation }) => [simulation_id, generation]);

/** Saves the rewritten texts, unless the Reading has ended. The cost is null where it is unknown. */
export const saveRewrite = run<[reading: ReadingWorkflowInput, rewrite: Rewrite, costUsd: number | null]>({
  name: "save_rewrite",
  text: `UPDATE readings r SET rewrite = $3, rewrite_cost_usd = $4 FROM simulations s WHERE ${IN_FLIGHT}`,
}, ({ simulation_id, generation }, rewrite, costUsd) => [simulation_id, generation, rewrite, costUsd]);
