import type { Buffer } from "node:buffer";
import { simulationPayload } from "#shared/webhooks/payloads.ts";
import { readingStart } from "#temporal/reading.ts";
import { dayOf, monthOf } from "./usage.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import {
  announceEvent,
  COMMAND_IDS,
  type CommandIds,
  eventCtes,
  type NewEvent,
  planEvent,
  receiversOf,
  recordEventFor,
  SUBSCRIBERS,
  type Subscribers,
} from "../deliveries/events.ts";
import { RELAY_NOT_BEFORE, traced } from "../outbox/outbox.ts";
import type { EncodedChunk } from "#engine/sampling/chunks.ts";
import {
  chunkValues,
  findUnfinishedRun,
  insertChunk,
  RUN_COLUMNS,
  type RunRow,
  type StoredDimensions,
  type Timed,
  timeSince,
  UNFINISHED,
  type UnfinishedRun,
  writeUntilCurrent,
} from "./runs.ts";
import type { FailureCode } from "./simulations.ts";
import { limitsOf, PLAN_TIERS } from "#shared/plans.ts";

/** Only this file ends simulations, so that each end records its event. */

export interface Completion {
  readonly engine: { readonly name: string; readonly version: string };
  readonly calibration_boundary: object;
  readonly scenario_applied: object | null;
  readonly verdict: object;
  readonly by_segment: readonly object[];
  readonly dimensions: StoredDimensions;
  /** One float64 an agent, little-endian. */
  readonly weights: Buffer;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  /** Usage and cost of a run on a model; null on the embedded engine. */
  readonly engine_report: object | null;
  /** The only chunk of a run that took one step; null where the run's chunks are stored already. */
  readonly chunk: EncodedChunk | null;
}

// One statement, so one round trip and no lock for longer: the verdict, the only chunk, the Reading with its command, the event with its
// deliveries and theirs. It takes its locks in the order simulation, usage of the month, events. The event was planned for the subscriptions of
// $21: where they differ by now, or another engine than $11 has begun the run, nothing is written.
const COMPLETE_RUN = {
  name: "complete_run",
  text: `
    WITH run AS MATERIALIZED (
      SELECT s.id FROM simulations s WHERE s.id = $4 AND ${UNFINISHED} AND ${SUBSCRIBERS}::jsonb = $21::jsonb
        AND coalesce(s.engine_name, $11) = $11 FOR UPDATE
    ), ${
    readingCtes(
      "(SELECT FROM run WHERE $30::jsonb IS NOT NULL) AS wanted",
      "$4",
      "$2",
      "$31",
      "$32",
      "$9::timestamptz",
    )
  }, completed AS (
      UPDATE simulations s SET status = 'completed', agents_completed = s.agent_count, started_at = coalesce(s.started_at, $10),
        completed_at = $9::timestamptz, engine_name = $11, engine_version = $12, calibration_boundary = $13, verdict = $14, by_segment = $15,
        dimensions = $16, weights = $17, digest = decode($18, 'hex'), engine_report = $19, scenario_applied = $20,
        insights_status = CASE WHEN EXISTS (SELECT FROM reading) THEN 'queued' ELSE s.insights_status END
      FROM run WHERE s.id = run.id RETURNING s.id
    ), stored AS (${
    insertChunk(
      "SELECT id, $2, $22, $23, $24, $25, $26, $27, $28, $29 FROM completed WHERE $22::integer IS NOT NULL",
    )
  }), reading_command AS (
      INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
      SELECT $2, $30::jsonb ->> 'workflow_id', $30::jsonb, ${RELAY_NOT_BEFORE} FROM reading
      RETURNING id, workflow_id
    ), ${eventCtes("completed")}
    SELECT ARRAY(SELECT id::text FROM reading_command) AS reading,
      ${COMMAND_IDS} AS deliveries
    FROM completed`,
};

/**
 * Completes a simulation and queues its Reading where it wants one, in one statement.
 * @param run as it was read last; a run of one step began then.
 * @param baseUrl the API's, for links.
 * @returns false when it had ended already.
 * @throws Error where its organization's subscriptions change again and again.
 */
export function completeRun(
  database: Database,
  run: Timed<UnfinishedRun>,
  completion: Completion,
  baseUrl: string,
): Promise<boolean> {
  return writeUntilCurrent(
    run,
    () => findUnfinishedRun(database, run.id),
    (unfinished) => writeCompletion(database, unfinished, { ...completion, startedAt: run.now }, baseUrl),
  );
}

async function writeCompletion(
  database: Database,
  run: Timed<UnfinishedRun>,
  completion: Completion & { readonly startedAt: Date },
  baseUrl: string,
): Promise<boolean> {
  const completedAt = timeSince(run);
  const ended: RunRow = { ...run, status: "completed", completed_at: completedAt };
  const described = eventOf(ended, baseUrl);
  const event = planEvent(described, receiversOf(described, run.subscribers), completedAt);
  const reading = run.insights_status === "not_started"
    ? traced(readingStart({ ...run, simulation_id: run.id, generation: 1, baseUrl }))
    : null;
  const row = await database.first<{ reading: string[]; deliveries: CommandIds }>(COMPLETE_RUN, [
    ...event.values,
    completedAt,
    completion.startedAt,
    completion.engine.name,
    completion.engine.version,
    completion.calibration_boundary,
    completion.verdict,
    JSON.stringify(completion.by_segment),
    completion.dimensions,
    completion.weights,
    completion.digest,
    completion.engine_report,
    completion.scenario_applied,
    run.subscribers,
    ...(completion.chunk === null ? Array(8).fill(null) : chunkValues(completion.chunk)),
    reading,
    PLAN_CEILINGS,
    READING_RATE_USD,
  ]);
  if (row === null) return false;
  announceEvent(database, event, row.deliveries);
  const [id] = row.reading;
  if (id !== undefined && reading !== null) database.dispatch({ id, command: reading });
  return true;
}

// A run that failed before any agent answered costs nothing: it leaves the counters of the month that it was created in.
const FAIL_RUN = {
  name: "fail_run",
  text: `
    WITH failed AS (
      UPDATE simulations s SET status = 'failed', completed_at = now(), failure_code = $2, failure_message = $3
      WHERE s.id = $1 AND ${UNFINISHED} RETURNING ${RUN_COLUMNS}, ${SUBSCRIBERS} AS subscribers
    ), given_back AS (
      UPDATE usage_months used SET simulations = used.simulations - 1, agent_runs = used.agent_runs - failed.agent_count
      FROM failed WHERE $4::boolean AND used.organization_id = failed.organization_id AND used.month = ${
    monthOf("failed.created_at")
  } AND failed.agents_completed = 0
    ), given_back_of_day AS (
      UPDATE usage_days used SET simulations = used.simulations - 1, agent_runs = used.agent_runs - failed.agent_count
      FROM failed JOIN simulations s ON s.id = failed.id
      WHERE $4::boolean AND used.organization_id = failed.organization_id AND used.day = ${
    dayOf("failed.created_at")
  } AND used.key_id IS NOT DISTINCT FROM s.created_by_key_id AND failed.agents_completed = 0
    )
    SELECT * FROM failed`,
};

/** Who ends a run. A customer's cancel costs the whole run; the service gives back a run without an answer. */
export type EndedBy = "customer" | "service";

/**
 * Fails a simulation and records the event; false when it had ended already.
 * @param failure its `message` is a sentence for customers.
 * @param baseUrl the API's, for links.
 */
export async function failRun(
  tx: Transaction,
  id: string,
  failure: { readonly code: FailureCode; readonly message: string; readonly by: EndedBy },
  baseUrl: string,
): Promise<boolean> {
  const { code, message, by } = failure;
  const ended = await tx.first<RunRow & { completed_at: Date; subscribers: Subscribers }>(FAIL_RUN, [
    id,
    code,
    message,
    by === "service",
  ]);
  if (ended === null) return false;
  const { subscribers, ...row } = ended;
  const event = eventOf(row, baseUrl);
  await recordEventFor(tx, event, receiversOf(event, subscribers), row.completed_at);
  return true;
}

function eventOf(row: RunRow, baseUrl: string): NewEvent & { readonly callbackUrl: string | null } {
  return {
    organizationId: row.organization_id,
    type: row.status === "completed" ? "simulation.completed" : "simulation.failed",
    simulationId: row.id,
    callbackUrl: row.callback_url,
    data: simulationPayload(row, baseUrl),
  };
}

/**
 * The flat rate of a Reading in US dollars (specification, "Limits": about 0.05 USD a simulation). It is set aside when the Reading starts,
 * and is its cost in the end where no model rewrote its texts, or where the model's cost is unknown.
 */
export const READING_RATE_USD = 0.05;

/** The plans' monthly ceilings by tier, in US dollars; null is none. */
export const PLAN_CEILINGS = JSON.stringify(
  Object.fromEntries(PLAN_TIERS.map((tier) => [tier, limitsOf(tier).reading_ceiling_usd])),
);

export type ReadingStarted =
  | { readonly kind: "queued" }
  /** The organization's `insights_enabled` is false. */
  | { readonly kind: "disabled" }
  /** Another Reading would exceed the month's ceiling. */
  | { readonly kind: "over_ceiling"; readonly ceiling_usd: number };

/**
 * CTEs that set a Reading's rate aside and write its row, where `source` has a row and the organization and the month's ceiling allow it;
 * `reading` then has the row. The update of the month's counter locks it and reads its latest figures: of many Readings that start at once,
 * no more pass than the ceiling allows.
 */
function readingCtes(
  source: string,
  simulation: string,
  organization: string,
  ceilings: string,
  rate: string,
  at: string,
): string {
  return `
    organization AS (
      SELECT o.id, o.insights_enabled, coalesce(o.reading_ceiling_usd, (${ceilings}::jsonb ->> o.plan_tier)::numeric) AS ceiling
      FROM organizations o, ${source} WHERE o.id = ${organization}
    ), month AS (
      INSERT INTO usage_months AS used (organization_id, month, readings, reading_reserved_usd)
      SELECT id, ${monthOf(at)}, 1, ${rate}::numeric FROM organization
      WHERE insights_enabled AND (ceiling IS NULL OR ${rate}::numeric <= ceiling)
      ON CONFLICT (organization_id, month) DO UPDATE
      SET readings = used.readings + 1, reading_reserved_usd = used.reading_reserved_usd + excluded.reading_reserved_usd
      WHERE (
        SELECT ceiling IS NULL OR used.reading_cost_usd + used.reading_reserved_usd + ${rate}::numeric <= ceiling FROM organization
      )
      RETURNING month
    ), reading AS (
      INSERT INTO readings AS r (simulation_id, organization_id, generation, queued_at, reserved_month, reserved_usd)
      SELECT ${simulation}, ${organization}, 1, now(), month, ${rate}::numeric FROM month
      ON CONFLICT (simulation_id) DO UPDATE
      SET generation = r.generation + 1, queued_at = excluded.queued_at, reserved_month = excluded.reserved_month,
        reserved_usd = excluded.reserved_usd, rewrite_attempts = 0, rewrite = NULL, rewrite_cost_usd = NULL,
        generated_at = NULL, block_status = NULL, calibration_boundary = NULL, post_hoc = NULL, cost_usd = NULL, error_message = NULL
      RETURNING generation
    )`;
}

const LAST_GENERATION = {
  name: "last_generation",
  text: "SELECT generation FROM readings WHERE simulation_id = $1",
};

// One statement, the command included: the month's counter is locked from here to the commit, and the organization's other starts wait for it.
const START_READING = {
  name: "start_reading",
  text: `
    WITH ${readingCtes("(VALUES (1)) AS always", "$1", "$2", "$3", "$4", "$5::timestamptz")}, queued AS (
      UPDATE simulations SET insights_status = 'queued' FROM reading WHERE id = $1
    ), command AS (
      INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
      SELECT $2, $6::jsonb ->> 'workflow_id', $6::jsonb, ${RELAY_NOT_BEFORE} FROM reading
      RETURNING id
    )
    SELECT insights_enabled, ceiling, command.id AS outbox_id FROM organization LEFT JOIN command ON true`,
};

interface StartedRow {
  insights_enabled: boolean;
  /** numeric: Postgres sends text; null is none. */
  ceiling: string | null;
  /** bigint: Postgres sends text; null where no Reading was queued. */
  outbox_id: string | null;
}

/**
 * Queues the Reading of a completed simulation that has none, or whose last one failed, and sets the flat rate aside against the month's
 * ceiling. The caller holds the lock of the simulation's row.
 *
 * @param at decides the month
 * @param baseUrl the API's, for links
 */
export async function startReading(
  tx: Transaction,
  { id, organization_id, methodology_slug }: Pick<RunRow, "id" | "organization_id" | "methodology_slug">,
  at: Date,
  baseUrl: string,
): Promise<ReadingStarted> {
  const last = await tx.first<{ generation: number }>(LAST_GENERATION, [id]);
  const generation = (last?.generation ?? 0) + 1;
  const command = traced(
    readingStart({ simulation_id: id, generation, methodology_slug, organization_id, baseUrl }),
  );
  const row = await tx.first<StartedRow>(START_READING, [
    id,
    organization_id,
    PLAN_CEILINGS,
    READING_RATE_USD,
    at,
    command,
  ]);
  if (row === null || !row.insights_enabled) return { kind: "disabled" };
  if (row.outbox_id === null) return { kind: "over_ceiling", ceiling_usd: Number(row.ceiling) };
  tx.dispatch({ id: row.outbox_id, command });
  return { kind: "queued" };
}
