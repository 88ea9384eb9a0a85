import type { Buffer } from "node:buffer";
import type { JsonObject } from "#shared/json.ts";
import { dayOf, monthOf } from "./usage.ts";
import type { Transaction } from "../postgres/database.ts";
import { recordEvent, SUBSCRIBERS, type Subscribers } from "../deliveries/events.ts";
import type { OutboxRow } from "../outbox/outbox.ts";
import { CHUNK_COLUMNS, type ChunkRow, type StoredDimensions } from "./results.ts";
import { chunkValues, RUN_COLUMNS, type RunRow, UNFINISHED } from "./runs.ts";
import type { FailureCode } from "./simulations.ts";

/** A simulation that has just ended. Only this file ends simulations, so that each end records its event. */
export interface Ending {
  readonly row: RunRow;
  /** Commands to dispatch right after the commit. */
  readonly outbox: readonly OutboxRow[];
}

/** Builds the `data` of the event of an end. */
export type BuildRunPayload = (row: RunRow) => JsonObject;

/** What follows from a completion, in its transaction. */
export interface Consequences {
  readonly payload: BuildRunPayload;
  /** Queues the Reading and returns its command; null where the organization has none, or its ceiling is reached. */
  readonly queueReading: (tx: Transaction, row: RunRow) => Promise<OutboxRow | null>;
}

export interface Completion {
  /** Milliseconds since the run's only step began; null where the run has its start already. */
  readonly tookMs: number | null;
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
  readonly chunk: ChunkRow | null;
}

interface EndedRow extends RunRow {
  subscribers: Subscribers;
}

const COMPLETE = `
  UPDATE simulations s SET status = 'completed', agents_completed = s.agent_count,
    started_at = coalesce(s.started_at, now() - make_interval(secs => coalesce($2::float8, 0) / 1000)), completed_at = now(), engine_name = $3, engine_version = $4,
    calibration_boundary = $5, verdict = $6, by_segment = $7, dimensions = $8, weights = $9, digest = decode($10, 'hex'),
    engine_report = $11, scenario_applied = $12
  WHERE s.id = $1 AND ${UNFINISHED} RETURNING ${RUN_COLUMNS}, ${SUBSCRIBERS}`;

const COMPLETE_RUN = { name: "complete_run", text: COMPLETE };

// One round trip where a run took one step: its chunk is stored by the statement that completes it.
const COMPLETE_RUN_WITH_CHUNK = {
  name: "complete_run_with_chunk",
  text: `
    WITH completed AS (${COMPLETE}), stored AS (
      INSERT INTO simulation_chunks (simulation_id, organization_id, ${CHUNK_COLUMNS})
      SELECT id, organization_id, $13, $14, $15, $16, $17, $18, $19, $20 FROM completed
      ON CONFLICT DO NOTHING
    )
    SELECT * FROM completed`,
};

/** Completes a simulation and queues its Reading; null when it had ended already. */
export async function completeRun(
  tx: Transaction,
  id: string,
  completion: Completion,
  { payload, queueReading }: Consequences,
): Promise<Ending | null> {
  const { chunk } = completion;
  const values = [
    id,
    completion.tookMs,
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
  ];
  const { rows: [ended] } = chunk === null
    ? await tx.sql<EndedRow>(COMPLETE_RUN, values)
    : await tx.sql<EndedRow>(COMPLETE_RUN_WITH_CHUNK, [...values, ...chunkValues(chunk)]);
  if (ended === undefined) return null;
  // The month's usage before the events, as every end locks them.
  const reading = ended.insights_status === "not_started" ? await queueReading(tx, ended) : null;
  const { row, outbox } = await recordEndEvent(tx, ended, payload);
  return { row, outbox: reading === null ? outbox : [...outbox, reading] };
}

// A run that failed before any agent answered costs nothing: it leaves the counters of the month that it was created in.
const FAIL_RUN = {
  name: "fail_run",
  text: `
    WITH failed AS (
      UPDATE simulations s SET status = 'failed', completed_at = now(), failure_code = $2, failure_message = $3
      WHERE s.id = $1 AND ${UNFINISHED} RETURNING ${RUN_COLUMNS}, ${SUBSCRIBERS}
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
 * Fails a simulation; null when it had ended already.
 * @param message a sentence for customers.
 */
export async function failRun(
  tx: Transaction,
  id: string,
  failure: { readonly code: FailureCode; readonly message: string; readonly by: EndedBy },
  payload: BuildRunPayload,
): Promise<Ending | null> {
  const { code, message, by } = failure;
  const { rows: [ended] } = await tx.sql<EndedRow>(FAIL_RUN, [id, code, message, by === "service"]);
  return ended === undefined ? null : await recordEndEvent(tx, ended, payload);
}

/** Records the event of an end, in the transaction of the end itself. */
async function recordEndEvent(
  tx: Transaction,
  { subscribers, ...row }: EndedRow,
  payload: BuildRunPayload,
): Promise<Ending> {
  const outbox = await recordEvent(tx, {
    organizationId: row.organization_id,
    type: row.status === "completed" ? "simulation.completed" : "simulation.failed",
    simulationId: row.id,
    callbackUrl: row.callback_url,
    data: payload(row),
  }, subscribers);
  return { row, outbox };
}
