import type { Buffer } from "node:buffer";
import type { JsonObject } from "#shared/json.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { SimulationRow } from "./simulations.ts";

/** A chunk of agents as it is stored; engine/stored-chunk.ts turns it into columns and back. */
export interface ChunkRow {
  first_index: number;
  agent_count: number;
  answers: Buffer;
  intensities: Buffer;
  segments: Buffer;
  reason_indexes: Buffer;
  reasons: string[];
  quotes: [offset: number, text: string][];
}

/** What the results resource shows beside the status. */
export interface ResultsRow extends SimulationRow {
  engine_name: string;
  engine_version: string;
  calibration_boundary: JsonObject;
  verdict: JsonObject;
  by_segment: JsonObject[];
  weights: Buffer;
}

export const CHUNK_COLUMNS =
  "first_index, agent_count, answers, intensities, segments, reason_indexes, reasons, quotes";

const FIND_RESULTS = {
  name: "find_results",
  text: `
    SELECT id, methodology_slug, methodology_version, question, agent_count, seed, status, agents_completed, insights_status,
      created_at, started_at, completed_at, failure_code, failure_message, engine_name, engine_version, calibration_boundary,
      verdict, by_segment, weights
    FROM simulations WHERE organization_id = $1 AND id = $2`,
};

/** The simulation in whatever state it is; the results' columns are null until it has completed. */
export async function findResults(
  tx: OrganizationTransaction,
  id: string,
): Promise<ResultsRow | SimulationRow & { status: "queued" | "running" | "failed" } | null> {
  const { rows: [row] } = await tx.sql<ResultsRow>(FIND_RESULTS, [tx.organizationId, id]);
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
