import type { Database } from "../postgres/database.ts";
import { SUBSCRIBERS, type Subscribers } from "../deliveries/events.ts";
import { CHUNK_COLUMNS, type ChunkRow } from "./results.ts";
import { SIMULATION_COLUMNS, type SimulationRow } from "./simulations.ts";

/** The columns that a worker needs to run a simulation. */
export interface RunRow extends SimulationRow {
  organization_id: string;
  routing_confidence: number | null;
  generate_insights: boolean;
}

export const RUN_COLUMNS = `${SIMULATION_COLUMNS}, organization_id, routing_confidence, generate_insights`;

/** Condition on a simulation `s`: it has not ended. A simulation that has ended is final. */
export const UNFINISHED = "s.status IN ('queued', 'running')";

const BEGIN_RUN = {
  name: "begin_run",
  text: `UPDATE simulations s SET status = 'running', started_at = coalesce(s.started_at, now())
    WHERE s.id = $1 AND ${UNFINISHED} RETURNING ${RUN_COLUMNS}`,
};

/** Marks a simulation as running; null when it has ended. */
export async function beginRun(database: Database, id: string): Promise<RunRow | null> {
  return await database.first<RunRow>(BEGIN_RUN, [id]);
}

/** A run that has not ended, with what its end needs. */
export interface UnfinishedRun extends RunRow {
  readonly subscribers: Subscribers;
  /** When this was read, by Postgres' clock. */
  readonly now: Date;
}

const FIND_UNFINISHED_RUN = {
  name: "find_unfinished_run",
  text:
    `SELECT ${RUN_COLUMNS}, ${SUBSCRIBERS} AS subscribers, clock_timestamp() AS now FROM simulations s WHERE s.id = $1 AND ${UNFINISHED}`,
};

/** Null when the simulation has ended. */
export async function findUnfinishedRun(database: Database, id: string): Promise<UnfinishedRun | null> {
  return await database.first<UnfinishedRun>(FIND_UNFINISHED_RUN, [id]);
}

// A chunk counts once however often its activity runs: only the attempt that inserts the chunk adds its agents to the progress.
const STORE_CHUNK = {
  name: "store_chunk",
  text: `
    WITH stored AS (
      INSERT INTO simulation_chunks (simulation_id, organization_id, ${CHUNK_COLUMNS})
      SELECT s.id, s.organization_id, $2, $3, $4, $5, $6, $7, $8, $9 FROM simulations s WHERE s.id = $1 AND ${UNFINISHED}
      ON CONFLICT DO NOTHING
      RETURNING agent_count
    )
    UPDATE simulations SET agents_completed = agents_completed + stored.agent_count FROM stored WHERE id = $1`,
};

/** Stores a chunk and adds its agents to the progress, once; does nothing when the simulation has ended. */
export async function storeChunk(database: Database, simulationId: string, chunk: ChunkRow): Promise<void> {
  await database.query(STORE_CHUNK, [simulationId, ...chunkValues(chunk)]);
}

/** A chunk's values in the order of `CHUNK_COLUMNS`. */
export function chunkValues(chunk: ChunkRow): unknown[] {
  return [
    chunk.first_index,
    chunk.agent_count,
    chunk.answers,
    chunk.intensities,
    chunk.segments,
    chunk.reason_indexes,
    chunk.reasons,
    chunk.quotes,
  ];
}

const FIND_STORED_CHUNKS = {
  name: "find_stored_chunks",
  text: `SELECT ${CHUNK_COLUMNS} FROM simulation_chunks WHERE simulation_id = $1 ORDER BY first_index`,
};

/** A simulation's chunks by their first agent; workers read them for any organization. */
export function storedChunks(database: Database, simulationId: string): Promise<ChunkRow[]> {
  return database.query<ChunkRow>(FIND_STORED_CHUNKS, [simulationId]);
}

const SAVE_ESTIMATE = {
  name: "save_estimate",
  text: `UPDATE simulations s SET cost_estimate = $2 WHERE s.id = $1 AND ${UNFINISHED}`,
};

/** Saves the estimated cost of a run, unless the simulation has ended. */
export async function saveEstimate(
  database: Database,
  simulationId: string,
  estimate: object,
): Promise<void> {
  await database.query(SAVE_ESTIMATE, [simulationId, estimate]);
}
