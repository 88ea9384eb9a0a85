import type { BlockStatus, ModelTier, PostHoc, ReadingBoundary } from "#engine/readings/schema.ts";
import { PLAN_CEILINGS, READING_RATE_USD } from "../simulations/end.ts";
import { questionHash } from "../postgres/metadata.ts";
import { did, first, firstOwn, run, valueOwn } from "../postgres/queries.ts";
import type { InsightsStatus, SimulationStatus } from "../simulations/simulations.ts";
import type { Buffer } from "node:buffer";
import type { ReadingTexts } from "#engine/readings/texts.ts";
import type { CalibrationBoundary } from "#engine/verdict/schema.ts";
import type { JsonObject } from "#shared/json.ts";
import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import {
  announceEvent,
  COMMAND_IDS,
  type CommandIds,
  eventCtes,
  planEvent,
  receiversOf,
  SUBSCRIBERS,
} from "../deliveries/events.ts";
import type { Database } from "../postgres/database.ts";
import {
  type ResultsRow,
  type Timed,
  timed,
  timeSince,
  type UnfinishedRun,
  writeUntilCurrent,
} from "../simulations/runs.ts";
import { readingPayload } from "#shared/webhooks/payloads.ts";

/** A Reading as the insights resource shows it. All but the state is null until the Reading has ended. */
export interface ReadingRow {
  simulation_id: string;
  insights_status: InsightsStatus;
  block_status: BlockStatus | null;
  calibration_boundary: ReadingBoundary | null;
  post_hoc: PostHoc | null;
  generated_at: Date | null;
  /** numeric: Postgres sends text. */
  cost_usd: string | null;
  error_message: string | null;
  simulation_status: SimulationStatus;
  /** Of the organization. */
  insights_enabled: boolean;
  /** Whether another Reading now would exceed the month's ceiling. */
  over_ceiling: boolean;
}

/** The Reading of a simulation in whatever state it is; null where there is no such simulation. */
export const findReading = firstOwn<ReadingRow, [simulationId: string]>({
  name: "find_reading",
  // As generating one would decide now; the primary keys answer all of it.
  text: `
    SELECT s.id AS simulation_id, s.insights_status, r.block_status, r.calibration_boundary, r.post_hoc, r.generated_at, r.cost_usd,
      r.error_message, s.status AS simulation_status, o.insights_enabled,
      coalesce(
        coalesce(used.reading_cost_usd + used.reading_reserved_usd, 0) + $4::numeric
          > coalesce(o.reading_ceiling_usd, ($3::jsonb ->> o.plan_tier)::numeric), false
      ) AS over_ceiling
    FROM simulations s JOIN organizations o ON o.id = s.organization_id LEFT JOIN readings r ON r.simulation_id = s.id
    LEFT JOIN usage_months used ON used.organization_id = o.id AND used.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
    WHERE s.organization_id = $1 AND s.id = $2`,
}, (organizationId, simulationId) => [organizationId, simulationId, PLAN_CEILINGS, READING_RATE_USD]);

/** What three of four of the organization's newest 20 Readings took at most, queue included, in seconds; null before the first. */
export const usualReadingSeconds = valueOwn<number, []>({
  name: "usual_reading_seconds",
  text: `
    SELECT ceil(percentile_cont(0.75) WITHIN GROUP (ORDER BY extract(epoch FROM newest.generated_at - newest.queued_at)))::integer AS seconds
    FROM (
      SELECT generated_at, queued_at FROM readings WHERE organization_id = $1 AND generated_at IS NOT NULL
      ORDER BY generated_at DESC LIMIT 20
    ) AS newest`,
});

/** A Reading that has not ended, with what its end needs. Without a callback URL its events go to subscriptions alone. */
interface UnfinishedReading
  extends Pick<UnfinishedRun, "id" | "organization_id" | "callback_url" | "subscribers" | "now"> {
  /** numeric: Postgres sends text. */
  reserved_usd: string;
  rewrite_attempts: number;
  /** numeric: Postgres sends text; null where it is unknown, or nothing was rewritten. */
  rewrite_cost_usd: string | null;
}

type OfRun = `methodology_${"id" | "slug" | "version"}` | "question" | "audience" | "seed";
type OfResults = "engine_name" | "verdict" | "dimensions";

/** A completed simulation as its Reading is computed from it. All that it is computed from is final. */
export interface ReadRun extends UnfinishedReading, Pick<ResultsRow, OfRun | OfResults> {
  /** What of the scenario was applied, by field: a question at another price is another question. */
  applied: JsonObject;
  completed_at: Date;
  weights: Buffer;
  /** Null in rows from before there was one. */
  calibration_boundary:
    | Pick<CalibrationBoundary, "tier"> & Partial<Pick<CalibrationBoundary, "matched_question" | "sources">>
    | null;
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

/** The values of a statement on a Reading in flight. */
const ofReading = ({ simulation_id, generation }: ReadingWorkflowInput) => [simulation_id, generation];

/** Marks a Reading as running; null when it has ended. */
export const markReadingRunning = timed(first<ReadRun, [reading: ReadingWorkflowInput]>({
  name: "mark_reading_running",
  text:
    `UPDATE simulations s SET insights_status = 'running' FROM readings r WHERE ${IN_FLIGHT} RETURNING ${RUN_COLUMNS}`,
}, ofReading));

/** Null when the Reading has ended. */
export const findReadRun = timed(first<ReadRun, [reading: ReadingWorkflowInput]>({
  name: "find_read_run",
  text: `SELECT ${RUN_COLUMNS} FROM simulations s, readings r WHERE ${IN_FLIGHT}`,
}, ofReading));

/** What the end of a Reading needs, without what it is computed from; null when it has ended. */
const findUnfinishedReading = timed(first<UnfinishedReading, [reading: ReadingWorkflowInput]>({
  name: "find_unfinished_reading",
  text: `SELECT ${END_COLUMNS} FROM simulations s, readings r WHERE ${IN_FLIGHT}`,
}, ofReading));

/** A run of the same question, audience and applied scenario that completed earlier. */
export interface EarlierRunRow extends Pick<ReadRun, "id" | "completed_at" | "seed" | "verdict"> {
  agent_count: number;
  /** Null where the verdict names its evidence: only older ones need it. */
  calibration_boundary: ReadRun["calibration_boundary"];
}

/** A Reading compares its run with at most this many earlier runs, the newest ones. */
const MAX_EARLIER_RUNS = 50;

/** A question in the form in which all its spellings are alike, as the index has it. "?" is no question's form, and stands for none. */
const formOf = (question: string): string =>
  `coalesce(lower(ltrim(regexp_replace(regexp_replace(normalize(${question}, NFKC), '\\s+', ' ', 'g'), '[ .?!]+$', '')) COLLATE "und-x-icu"), '?')`;

/** What the index has by what a run asked, and of whom. */
const ASKED_HASH = `hashtextextended(${
  formOf("question")
} || coalesce(audience::text, '') || (${APPLIED})::text, 0)`;

// "Earlier" means completed earlier, so that a Reading that is computed again finds the same runs. Each question by itself, in the index's own
// order: of a question asked a thousand times the newest runs alone are read.
const FIND_EARLIER_RUNS = {
  name: "earlier_runs_of_question",
  text: `
    SELECT earlier.* FROM (SELECT DISTINCT ${
    formOf("asked")
  } AS form FROM unnest($3::text[]) AS asked) AS q CROSS JOIN LATERAL (
      SELECT id, completed_at, agent_count, seed, verdict, CASE WHEN verdict ? 'evidence' THEN NULL ELSE calibration_boundary END AS calibration_boundary
      FROM simulations
      WHERE organization_id = $1 AND methodology_slug = $2 AND status = 'completed'
        AND ${ASKED_HASH} = hashtextextended(form || coalesce($6::jsonb::text, '') || $7::jsonb::text, 0)
        AND ${
    formOf("question")
  } = form AND (completed_at, id) < ($4, $5) AND audience IS NOT DISTINCT FROM $6::jsonb AND ${APPLIED} = $7::jsonb
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
  const withoutOwn = asksAlike(question, kpiQuestion) ? [null] : [];
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

const asksAlike = (one: string | null, other: string | null): boolean =>
  one === other || one !== null && other !== null && questionHash(one) === questionHash(other);

/** Counts a call of the model before it is made, so that its cost counts even if this process dies. False when the Reading has ended. */
export const recordRewriteAttempt = did<[reading: ReadingWorkflowInput]>(
  `UPDATE readings r SET rewrite_attempts = rewrite_attempts + 1 FROM simulations s WHERE ${IN_FLIGHT}`,
  ofReading,
);

/** Saves the rewritten texts, unless the Reading has ended. The cost is null where it is unknown. */
export const saveRewrite = run<[reading: ReadingWorkflowInput, rewrite: Rewrite, costUsd: number | null]>(
  `UPDATE readings r SET rewrite = $3, rewrite_cost_usd = $4 FROM simulations s WHERE ${IN_FLIGHT}`,
  ({ simulation_id, generation }, rewrite, costUsd) => [simulation_id, generation, rewrite, costUsd],
);

interface CompletedReading {
  readonly status: "completed";
  readonly block_status: BlockStatus;
  readonly calibration_boundary: ReadingBoundary;
  readonly post_hoc: PostHoc;
}

interface FailedReading {
  readonly status: "failed";
  /** A sentence for customers. */
  readonly error_message: string;
  /** Null where the blocks were not all tried. */
  readonly block_status: BlockStatus | null;
}

export type ReadingOutcome = CompletedReading | FailedReading;

/** Only this file ends Readings, so that each end records its event and its cost. */

// One statement, so one round trip and no lock for longer: state, content, the settlement with the month's ceiling, and the event with its
// deliveries. It takes its locks in the order simulation, Reading, usage of the month, events. The event was planned for the subscriptions of
// $18 and the cost of $15 to $17: where they differ by now, nothing is written.
const END_READING = {
  name: "end_reading",
  text: `
    WITH run AS MATERIALIZED (
      SELECT s.id, r.reserved_month, r.reserved_usd FROM simulations s, readings r
      WHERE r.simulation_id = $4 AND r.generation = $8 AND ${UNFINISHED} AND ${SUBSCRIBERS}::jsonb = $18::jsonb AND r.reserved_usd = $15::numeric
        AND r.rewrite_attempts = $16 AND r.rewrite_cost_usd IS NOT DISTINCT FROM $17::numeric
      FOR UPDATE OF s, r
    ), ended AS (
      UPDATE simulations s SET insights_status = $9 FROM run WHERE s.id = run.id
    ), reading AS (
      UPDATE readings r SET generated_at = $6, block_status = $10, calibration_boundary = $11, post_hoc = $12, error_message = $13,
        cost_usd = $14
      FROM run WHERE r.simulation_id = run.id
      RETURNING 1
    ), settled AS (
      UPDATE usage_months used SET reading_cost_usd = used.reading_cost_usd + $14::numeric,
        reading_reserved_usd = used.reading_reserved_usd - run.reserved_usd,
        readings = used.readings - CASE WHEN $9 = 'failed' THEN 1 ELSE 0 END
      FROM run WHERE used.organization_id = $2 AND used.month = run.reserved_month
      RETURNING 1
    ), ${eventCtes("reading, (SELECT count(*) FROM settled) AS settled_first")}
    SELECT ${COMMAND_IDS} AS deliveries FROM reading`,
};

/**
 * Ends a Reading: state, content, settlement and event, in one statement. False when it had ended already.
 * @param read as the caller read it last; null has it read.
 * @throws Error where its organization's subscriptions change again and again.
 */
export function endReading(
  database: Database,
  reading: ReadingWorkflowInput,
  outcome: ReadingOutcome,
  read: Timed<UnfinishedReading> | null = null,
): Promise<boolean> {
  return writeUntilCurrent(
    read,
    () => findUnfinishedReading(database, reading),
    (unfinished) => writeEnd(database, unfinished, reading, outcome),
  );
}

async function writeEnd(
  database: Database,
  run: Timed<UnfinishedReading>,
  { simulation_id, generation }: ReadingWorkflowInput,
  outcome: ReadingOutcome,
): Promise<boolean> {
  const { status, block_status } = outcome;
  const cost = costOf(run, status);
  const endedAt = timeSince(run);
  const ended = { simulation_id, generated_at: endedAt, cost_usd: Number(cost), ...outcome };
  const described = {
    organizationId: run.organization_id,
    type: status === "completed" ? "simulation.insights.completed" : "simulation.insights.failed",
    simulationId: simulation_id,
    generation,
    callbackUrl: run.callback_url,
    data: readingPayload(ended),
  } as const;
  const event = planEvent(described, receiversOf(described, run.subscribers), endedAt);
  const content = outcome.status === "completed"
    ? [outcome.calibration_boundary, outcome.post_hoc, null]
    : [null, null, outcome.error_message];
  const row = await database.first<{ deliveries: CommandIds }>(END_READING, [
    ...event.values,
    status,
    block_status,
    ...content,
    cost,
    run.reserved_usd,
    run.rewrite_attempts,
    run.rewrite_cost_usd,
    run.subscribers,
  ]);
  if (row === null) return false;
  announceEvent(database, event, row.deliveries);
  return true;
}

/**
 * What a Reading costs in US dollars, as text. A rewrite costs what its tokens cost, where that is known of every attempt: a worker that died
 * during one left no cost of it, and then at least the sum set aside counts. Without a rewrite a completed one costs that sum, a failed one nothing.
 */
function costOf(
  { reserved_usd, rewrite_attempts, rewrite_cost_usd }: UnfinishedReading,
  status: ReadingOutcome["status"],
): string {
  if (rewrite_attempts === 0) return status === "completed" ? reserved_usd : "0";
  if (rewrite_cost_usd === null) return reserved_usd;
  const exceeds = Number(rewrite_cost_usd) > Number(reserved_usd);
  return rewrite_attempts === 1 || exceeds ? rewrite_cost_usd : reserved_usd;
}
