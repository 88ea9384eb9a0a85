import type { Buffer } from "node:buffer";
import type { EncodedChunk } from "#engine/sampling/chunk-codec.ts";
import type { StoredVerdict } from "#engine/verdict/stored-verdict.ts";
import type { JsonObject } from "#shared/json.ts";
import { firstOwn, rowsOwn } from "../postgres/queries.ts";
import { SIMULATION_COLUMNS, type SimulationRow } from "./simulations.ts";

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
export const CHUNK_COLUMNS =
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
