import type { Buffer } from "node:buffer";
import type { JsonObject } from "#shared/json.ts";
import type { Transaction } from "../database.ts";
import { recordEvent, SUBSCRIBERS, type Subscribers } from "../deliveries/events.ts";
import type { OutboxRow } from "../outbox/outbox.ts";
import { startReading } from "../readings/start.ts";
import { CHUNK_COLUMNS, type ChunkRow, type StoredDimensions } from "./results.ts";
import { chunkValues, RUN_COLUMNS, type RunRow, UNFINISHED } from "./runs.ts";
import type { FailureCode } from "./simulations.ts";

/** A simulation that has just ended: the only ways to get there are in this file, so that none goes unannounced. */
export interface Ending {
  readonly row: RunRow;
  /** What Temporal must be told right after the commit. */
  readonly outbox: readonly OutboxRow[];
}

interface EndedRow extends RunRow {
  audience: Subscribers;
}

export interface Completion {
  readonly engine: { readonly name: string; readonly version: string };
  readonly calibration_boundary: object;
  readonly verdict: object;
  readonly by_segment: readonly object[];
  readonly dimensions: StoredDimensions;
  readonly weights: Buffer;
  /** SHA-256 in hexadecimal. */
  readonly digest: string;
  /** What a model-backed run came to; null where there is nothing to say. */
  readonly engine_report: object | null;
}

const COMPLETE = `
  UPDATE simulations s SET status = 'completed', agents_completed = s.agent_count,
    started_at = coalesce(s.started_at, $2), completed_at = now(), engine_name = $3, engine_version = $4,
    calibration_boundary = $5, verdict = $6, by_segment = $7, dimensions = $8, weights = $9, digest = decode($10, 'hex'),
    engine_report = $11
  WHERE s.id = $1 AND ${UNFINISHED} RETURNING ${RUN_COLUMNS}, ${SUBSCRIBERS}`;

const COMPLETE_RUN = { name: "complete_run", text: COMPLETE };
const COMPLETE_WHOLE_RUN = {
  name: "complete_whole_run",
  text: `
    WITH completed AS (${COMPLETE}), stored AS (
      INSERT INTO simulation_chunks (simulation_id, organization_id, ${CHUNK_COLUMNS})
      SELECT id, organization_id, $12, $13, $14, $15, $16, $17, $18, $19 FROM completed
      ON CONFLICT DO NOTHING
    )
    SELECT * FROM completed`,
};

/**
 * Completes a simulation; null when it was terminal already.
 * @param chunk the one chunk of a run that was carried out as a whole; null where chunks are stored already.
 * @param baseUrl the API's, for the event's links.
 */
export async function completeRun(
  tx: Transaction,
  id: string,
  startedAt: Date,
  completion: Completion,
  chunk: ChunkRow | null,
  baseUrl: string,
): Promise<Ending | null> {
  const values = [
    id,
    startedAt,
    completion.engine.name,
    completion.engine.version,
    completion.calibration_boundary,
    completion.verdict,
    JSON.stringify(completion.by_segment),
    completion.dimensions,
    completion.weights,
    completion.digest,
    completion.engine_report,
  ];
  const { rows: [row] } = chunk === null
    ? await tx.sql<EndedRow>(COMPLETE_RUN, values)
    : await tx.sql<EndedRow>(COMPLETE_WHOLE_RUN, [...values, ...chunkValues(chunk)]);
  return row === undefined ? null : await announce(tx, row, baseUrl);
}

const FAIL = {
  name: "fail_run",
  text: `
    UPDATE simulations s SET status = 'failed', completed_at = now(), failure_code = $2, failure_message = $3
    WHERE s.id = $1 AND ${UNFINISHED} RETURNING ${RUN_COLUMNS}, ${SUBSCRIBERS}`,
};

/** Fails a simulation; null when it was terminal already. @param baseUrl the API's, for the event's links. */
export async function failRun(
  tx: Transaction,
  id: string,
  code: FailureCode,
  message: string,
  baseUrl: string,
): Promise<Ending | null> {
  const { rows: [row] } = await tx.sql<EndedRow>(FAIL, [id, code, message]);
  return row === undefined ? null : await announce(tx, row, baseUrl);
}

/** The event of an ending and the Reading that follows a completion, in the ending's own transaction. */
async function announce(tx: Transaction, { audience, ...row }: EndedRow, baseUrl: string): Promise<Ending> {
  const outbox = await recordEvent(tx, {
    organizationId: row.organization_id,
    type: row.status === "completed" ? "simulation.completed" : "simulation.failed",
    simulationId: row.id,
    callbackUrl: row.callback_url,
    data: eventData(row, baseUrl),
  }, audience);
  if (row.status !== "completed" || row.insights_status !== "not_started") return { row, outbox };
  const reading = await startReading(tx, row, baseUrl);
  return { row, outbox: reading.kind === "queued" ? [...outbox, reading.outbox] : outbox };
}

function eventData(row: RunRow, baseUrl: string): JsonObject {
  return {
    simulation_id: row.id,
    workflow_id: row.methodology_slug,
    status: row.status,
    agent_count: row.agent_count,
    results_url: `${baseUrl}/v1/simulations/${row.id}/results`,
    completed_at: row.completed_at?.toISOString() ?? null,
    failure_code: row.failure_code,
    failure_message: row.failure_message,
  };
}
