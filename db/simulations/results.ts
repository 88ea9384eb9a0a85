import { Buffer } from "node:buffer";
import type { AgentChunk } from "#engine/sampling/answers.ts";
import { decodeChunk, type EncodedChunk } from "#engine/sampling/chunk-codec.ts";
import type { StoredVerdict } from "#engine/verdict/stored-verdict.ts";
import type { JsonObject } from "#shared/json.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";
import { SIMULATION_COLUMNS, type SimulationRow } from "./simulations.ts";

/** A chunk of agents as Postgres stores it; engine/sampling/chunk-codec.ts defines the bytes. */
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

/** The agents of chunks, in the order of the rows. */
export function decodedChunks(rows: readonly ChunkRow[]): AgentChunk[] {
  return rows.map((row) =>
    decodeChunk({
      first: row.first_index,
      count: row.agent_count,
      answer: row.answers,
      intensity: row.intensities,
      segment: row.segments,
      reason: row.reason_indexes,
      reasons: row.reasons,
      quotes: row.quotes,
    })
  );
}

function bytes({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

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

export const CHUNK_COLUMNS =
  "first_index, agent_count, answers, intensities, segments, reason_indexes, reasons, quotes";

const FIND_RESULTS = {
  name: "find_results",
  text: `
    SELECT ${SIMULATION_COLUMNS}, engine_name, engine_version, calibration_boundary, scenario_applied, verdict, by_segment, dimensions, CASE WHEN $3 THEN weights END AS weights
    FROM simulations WHERE organization_id = $1 AND id = $2`,
};

/**
 * A simulation in any state; null for an unknown id. The results' columns are null until it has completed.
 * @param agents false leaves the weights null: one per agent, they are most of the row.
 */
export async function findResults(
  tx: OrganizationTransaction,
  id: string,
  { agents }: { readonly agents: boolean },
): Promise<ResultsRow | SimulationRow & { status: "queued" | "running" | "failed" } | null> {
  return await tx.first<ResultsRow>(FIND_RESULTS, [tx.organizationId, id, agents]);
}

const FIND_CHUNKS = {
  name: "find_chunks",
  text:
    `SELECT ${CHUNK_COLUMNS} FROM simulation_chunks WHERE organization_id = $1 AND simulation_id = $2 ORDER BY first_index`,
};

/** A simulation's chunks by their first agent. */
export async function findChunks(tx: OrganizationTransaction, simulationId: string): Promise<ChunkRow[]> {
  return (await tx.sql<ChunkRow>(FIND_CHUNKS, [tx.organizationId, simulationId])).rows;
}
