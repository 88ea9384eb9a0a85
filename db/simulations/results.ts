import { Buffer } from "node:buffer";
import type { EncodedChunk } from "#engine/simulation/chunk-codec.ts";
import type { JsonObject } from "#shared/json.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { SimulationRow } from "./simulations.ts";

/** A chunk of agents as it is stored; engine/simulation/chunk-codec.ts says what the bytes mean. */
export interface ChunkRow {
  first_index: number;
  agent_count: number;
  answers: Buffer;
  intensities: Buffer;
  segments: Buffer;
  reason_indexes: Buffer;
  reasons: string[];
  /** By agent index. */
  quotes: Record<string, string>;
}

export function chunkRow(chunk: EncodedChunk): ChunkRow {
  return {
    first_index: chunk.first,
    agent_count: chunk.count,
    answers: bytes(chunk.answer),
    intensities: bytes(chunk.intensity),
    segments: bytes(chunk.segment),
    reason_indexes: bytes(chunk.reason),
    reasons: [...chunk.reasons],
    quotes: { ...chunk.quotes },
  };
}

export function encodedChunk(row: ChunkRow): EncodedChunk {
  return {
    first: row.first_index,
    count: row.agent_count,
    answer: row.answers,
    intensity: row.intensities,
    segment: row.segments,
    reason: row.reason_indexes,
    reasons: row.reasons,
    quotes: row.quotes,
  };
}

function bytes({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** What the results resource shows beside the status. */
export interface ResultsRow extends SimulationRow {
  engine_name: string;
  engine_version: string;
  calibration_boundary: JsonObject;
  verdict: JsonObject;
  by_segment: JsonObject[];
  dimensions: StoredDimensions;
  weights: Buffer | null;
}

/** What the bytes of the segment columns mean. */
export interface StoredDimensions {
  /** The first so many are reported in `by_segment` and on agents. */
  readonly reported: number;
  readonly all: readonly { readonly name: string; readonly segments: readonly string[] }[];
}

/** One float64 an agent, little-endian. */
export function weightsOf(stored: Buffer): Float64Array {
  const weight = new Float64Array(stored.length / 8);
  for (let i = 0; i < weight.length; i++) weight[i] = stored.readDoubleLE(8 * i);
  return weight;
}

export const CHUNK_COLUMNS =
  "first_index, agent_count, answers, intensities, segments, reason_indexes, reasons, quotes";

const FIND_RESULTS = {
  name: "find_results",
  text: `
    SELECT id, methodology_slug, methodology_version, question, agent_count, seed, status, agents_completed, insights_status,
      created_at, started_at, completed_at, failure_code, failure_message, engine_name, engine_version, calibration_boundary,
      verdict, by_segment, dimensions, CASE WHEN $3 THEN weights END AS weights
    FROM simulations WHERE organization_id = $1 AND id = $2`,
};

/**
 * The simulation in whatever state it is; the results' columns are null until it has completed, and the weights, which are most of
 * the row, without the agents.
 */
export async function findResults(
  tx: OrganizationTransaction,
  id: string,
  { agents }: { readonly agents: boolean },
): Promise<ResultsRow | SimulationRow & { status: "queued" | "running" | "failed" } | null> {
  const { rows: [row] } = await tx.sql<ResultsRow>(FIND_RESULTS, [tx.organizationId, id, agents]);
  return row ?? null;
}

const CHUNKS = {
  name: "organization_chunks",
  text:
    `SELECT ${CHUNK_COLUMNS} FROM simulation_chunks WHERE organization_id = $1 AND simulation_id = $2 ORDER BY first_index`,
};

export async function findChunks(tx: OrganizationTransaction, simulationId: string): Promise<ChunkRow[]> {
  return (await tx.sql<ChunkRow>(CHUNKS, [tx.organizationId, simulationId])).rows;
}
