import type { Buffer } from "node:buffer";
import type { EncodedChunk } from "#engine/sampling/chunks.ts";
import type { StoredVerdict } from "#engine/verdict/stored-verdict.ts";
import type { JsonObject } from "#shared/json.ts";
import { first, firstOwn, rows, rowsOwn, run } from "../postgres/queries.ts";
import { SIMULATION_COLUMNS, type SimulationRow } from "./simulations.ts";
import type { Database } from "../postgres/database.ts";
import { SUBSCRIBERS, type Subscribers } from "../deliveries/events.ts";

/** A simulation as the results resource shows it. */
export interface ResultsRow extends SimulationRow {
  status: "completed";
  engine_name: string;
  engine_version: string;
  calibration_boundary: JsonObject;
  scenario_applied: JsonObject | null;
  verdict: StoredVerdict;
  by_segment: JsonObject[];
  dimensions: StoredDimensions;
  weights: Buffer | null;
}

/** The dimensions and segments that the bytes of the segment columns index. */
export interface StoredDimensions {
  /** How many of the dimensions, from the first on, are reported in `by_segment` and on agents. */
  readonly reported: number;
  readonly all: readonly { readonly name: string; readonly segments: readonly string[] }[];
  /** By reported dimension: how far a segment's difference may be off, in logits; absent in older rows. */
  readonly segment_sd?: Readonly<Record<string, number>>;
}

/** Decodes the weights column: one float64 an agent, little-endian. */
export function weightsOf(stored: Buffer): Float64Array {
  const weight = new Float64Array(stored.length / 8);
  for (let i = 0; i < weight.length; i++) weight[i] = stored.readDoubleLE(8 * i);
  return weight;
}

/** The columns of an {@link EncodedChunk}. */
const CHUNK_COLUMNS =
  `first_index AS first, agent_count AS count, answers AS answer, intensities AS intensity, segments AS segment,
  reason_indexes AS reason, reasons, quotes`;

/**
 * A simulation in any state; null for an unknown id. The results' columns mean nothing until it has completed. Without `agents` the weights are
 * null: one per agent, they are most of the row.
 */
export const findResults = firstOwn<
  ResultsRow | SimulationRow & { status: "queued" | "running" | "failed" },
  [id: string, parts: { readonly agents: boolean }]
>({
  name: "find_results",
  text: `
    SELECT ${SIMULATION_COLUMNS}, engine_name, engine_version, calibration_boundary, scenario_applied, verdict, by_segment, dimensions, CASE WHEN $3 THEN weights END AS weights
    FROM simulations WHERE organization_id = $1 AND id = $2`,
}, (organizationId, id, { agents }) => [organizationId, id, agents]);

/** A simulation's chunks by their first agent. */
export const findChunks = rowsOwn<EncodedChunk, [simulationId: string]>({
  name: "find_chunks",
  text:
    `SELECT ${CHUNK_COLUMNS} FROM simulation_chunks WHERE organization_id = $1 AND simulation_id = $2 ORDER BY first_index`,
});

/** The columns that a worker needs to run a simulation. */
export interface RunRow extends SimulationRow {
  organization_id: string;
  routing_confidence: number | null;
  generate_insights: boolean;
  /** The engine that has begun to answer; null before, and where one step is the whole run. */
  engine_name: string | null;
}

export const RUN_COLUMNS =
  `${SIMULATION_COLUMNS}, organization_id, routing_confidence, generate_insights, engine_name`;

/** Condition on a simulation `s`: it has not ended. A simulation that has ended is final. */
export const UNFINISHED = "s.status IN ('queued', 'running')";

/** Marks a simulation as running, on this engine unless another one has begun it; null when it has ended. */
export const beginRun = first<RunRow, [id: string, engine: string]>({
  name: "begin_run",
  text:
    `UPDATE simulations s SET status = 'running', started_at = coalesce(s.started_at, now()), engine_name = coalesce(s.engine_name, $2)
    WHERE s.id = $1 AND ${UNFINISHED} RETURNING ${RUN_COLUMNS}`,
});

/** A row with the time at which it was read: by Postgres' clock, and by `performance.now()`, so that Postgres' time is known later on. */
export type Timed<Row> = Row & { readonly now: Date; readonly read_at: number };

/** Gives the row that a statement finds, with the time at which it was read; null without one. */
export const timed = <Row extends { readonly now: Date }, Given extends unknown[]>(
  find: (on: Database, ...given: Given) => Promise<Row | null>,
) =>
async (database: Database, ...given: Given): Promise<Timed<Row> | null> => {
  const row = await find(database, ...given);
  return row && { ...row, read_at: performance.now() };
};

/** The time by Postgres' clock. */
export function timeSince({ now, read_at }: Timed<object>): Date {
  return new Date(now.getTime() + performance.now() - read_at);
}

/** A run that has not ended, with what its end needs. */
export interface UnfinishedRun extends RunRow {
  readonly subscribers: Subscribers;
  readonly now: Date;
}

/** Null when the simulation has ended. */
export const findUnfinishedRun = timed(first<UnfinishedRun, [id: string]>({
  name: "find_unfinished_run",
  text:
    `SELECT ${RUN_COLUMNS}, ${SUBSCRIBERS} AS subscribers, clock_timestamp() AS now FROM simulations s WHERE s.id = $1 AND ${UNFINISHED}`,
}));

/** How often an end is written for subscriptions that change at the same moment. */
const MAX_WRITES = 5;

/**
 * Writes an end whose event was planned for the subscriptions as its run was read, and reads it again where they have changed.
 *
 * @param read the run that has not ended.
 * @param write false where the run has ended, or its organization's subscriptions have changed.
 * @returns false where it had ended already.
 * @throws Error where the subscriptions change again and again.
 */
export async function writeUntilCurrent<Run extends { readonly organization_id: string }>(
  run: Run | null,
  read: () => Promise<Run | null>,
  write: (run: Run) => Promise<boolean>,
): Promise<boolean> {
  let unfinished = run ?? await read();
  for (let writes = 0; writes < MAX_WRITES; writes++) {
    if (unfinished === null) return false;
    if (await write(unfinished)) return true;
    unfinished = await read();
  }
  if (unfinished === null) return false;
  throw new Error(`The subscriptions of organization ${unfinished.organization_id} keep changing`);
}

/** SQL that stores a chunk once. @param values SELECTs its simulation, its organization and {@link chunkValues} */
export const insertChunk = (values: string) => `
      INSERT INTO simulation_chunks (simulation_id, organization_id, first_index, agent_count, answers, intensities, segments, reason_indexes,
        reasons, quotes)
      ${values}
      ON CONFLICT DO NOTHING`;

/** A chunk's values in the order of its columns. */
export function chunkValues(
  { first, count, answer, intensity, segment, reason, reasons, quotes }: EncodedChunk,
) {
  return [first, count, answer, intensity, segment, reason, reasons, quotes];
}

/** Stores a chunk and adds its agents to the progress, once; does nothing when the simulation has ended. */
export const storeChunk = run<[simulationId: string, chunk: EncodedChunk]>({
  name: "store_chunk",
  // A chunk counts once however often its activity runs: only the attempt that inserts the chunk adds its agents to the progress.
  text: `
    WITH stored AS (${
    insertChunk(
      `SELECT s.id, s.organization_id, $2, $3, $4, $5, $6, $7, $8, $9 FROM simulations s WHERE s.id = $1 AND ${UNFINISHED}`,
    )
  } RETURNING agent_count)
    UPDATE simulations SET agents_completed = agents_completed + stored.agent_count FROM stored WHERE id = $1`,
}, (simulationId, chunk) => [simulationId, ...chunkValues(chunk)]);

/** A simulation's chunks by their first agent; workers read them for any organization. */
export const storedChunks = rows<EncodedChunk, [simulationId: string]>({
  name: "find_stored_chunks",
  text: `SELECT ${CHUNK_COLUMNS} FROM simulation_chunks WHERE simulation_id = $1 ORDER BY first_index`,
});

/** Saves the estimated cost of a run, unless the simulation has ended. */
export const saveEstimate = run<[simulationId: string, estimate: object]>(
  `UPDATE simulations s SET cost_estimate = $2 WHERE s.id = $1 AND ${UNFINISHED}`,
);
