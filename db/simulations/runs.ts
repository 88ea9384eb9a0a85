import type { Database } from "../postgres/database.ts";
import { first, rows, run } from "../postgres/queries.ts";
import { SUBSCRIBERS, type Subscribers } from "../deliveries/events.ts";
import type { EncodedChunk } from "#engine/sampling/chunk-codec.ts";
import { CHUNK_COLUMNS } from "./results.ts";
import { SIMULATION_COLUMNS, type SimulationRow } from "./simulations.ts";

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

/** The first row, which was read now. */
export function timed<Row extends { readonly now: Date }>([row]: readonly Row[]): Timed<Row> | null {
  return row === undefined ? null : { ...row, read_at: performance.now() };
}

/** The time by Postgres' clock. */
export function timeSince({ now, read_at }: Timed<object>): Date {
  return new Date(now.getTime() + performance.now() - read_at);
}

/** A run that has not ended, with what its end needs. */
export interface UnfinishedRun extends RunRow {
  readonly subscribers: Subscribers;
  readonly now: Date;
}

const FIND_UNFINISHED_RUN = {
  name: "find_unfinished_run",
  text:
    `SELECT ${RUN_COLUMNS}, ${SUBSCRIBERS} AS subscribers, clock_timestamp() AS now FROM simulations s WHERE s.id = $1 AND ${UNFINISHED}`,
};

/** Null when the simulation has ended. */
export async function findUnfinishedRun(
  database: Database,
  id: string,
): Promise<Timed<UnfinishedRun> | null> {
  return timed(await database.query<UnfinishedRun>(FIND_UNFINISHED_RUN, [id]));
}

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
export const saveEstimate = run<[simulationId: string, estimate: object]>({
  name: "save_estimate",
  text: `UPDATE simulations s SET cost_estimate = $2 WHERE s.id = $1 AND ${UNFINISHED}`,
});
