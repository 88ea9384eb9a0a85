import Type from "typebox";
import { decodeChunk } from "#engine/simulation/chunk-codec.ts";
import { methodology } from "#engine/methodologies/catalogue.ts";
import { writeAgentsJson } from "#engine/simulation/agents-json.ts";
import { readStoredVerdict, type StoredVerdict } from "#engine/verdict/stored-verdict.ts";
import {
  type ChunkRow,
  encodedChunk,
  findChunks,
  findResults,
  type ResultsRow,
  weightsOf,
} from "#db/simulations/results.ts";
import { findReading, type ReadingRow } from "#db/readings/readings.ts";
import type { SimulationRow } from "#db/simulations/simulations.ts";
import { ApiError } from "#shared/errors.ts";
import { postHocOfResults } from "../readings/serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { RawJson } from "../http/response.ts";
import { SimulationId, strictObject } from "../http/fields.ts";
import { SimulationResults } from "./schema.ts";
import { simulationNotFound } from "./read.ts";

export const simulationResults = defineRoute({
  method: "GET",
  path: "/v1/simulations/{id}/results",
  operationId: "simulationResults",
  summary: "Show a completed simulation's verdict, segments and agents",
  tag: "Simulations",
  access: { scope: "simulations:read" },
  params: strictObject({ id: SimulationId }),
  query: strictObject({
    agents: Type.Optional(Type.Boolean({ default: true, description: "false leaves the agents out" })),
  }),
  responses: { 200: { description: "The results", data: SimulationResults } },
  errors: ["simulation_not_found", "simulation_not_complete"],
  read: async ({ params: { id }, query, identity, services }) => {
    const agents = query.agents ?? true;
    const [row, reading, chunks] = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      async (tx) => {
        const found = await findResults(tx, id, { agents });
        const wanted = agents && found?.status === "completed";
        const reading = found?.insights_status === "completed" ? await findReading(tx, id) : null;
        return [found, reading, wanted ? await findChunks(tx, id) : null] as const;
      },
    );
    if (row === null) throw simulationNotFound();
    if (row.status !== "completed") throw notComplete(row);
    return {
      status: 200,
      data: resultsJson(row as ResultsRow, reading, chunks),
    };
  },
});

/** The 409 of a simulation that has nothing to show yet, or never will have. */
export function notComplete(
  row: Pick<SimulationRow, "status" | "failure_code" | "failure_message">,
): ApiError {
  const { status, failure_code, failure_message } = row;
  return new ApiError(
    "simulation_not_complete",
    status === "failed" ? "The simulation failed and has no results." : "The simulation is still under way.",
    { meta: status === "failed" ? { status, failure_code, failure_message } : { status } },
  );
}

/** The agents, which are most of it, are written as text straight from their columns. */
function resultsJson(
  row: ResultsRow,
  reading: ReadingRow | null,
  chunks: readonly ChunkRow[] | null,
): RawJson {
  const { id } = row;
  const head = JSON.stringify({
    simulation_id: id,
    workflow_id: row.methodology_slug,
    agent_count: row.agent_count,
    seed: Number(row.seed),
    customer_question: row.question ??
      methodology(row.methodology_slug, row.methodology_version)?.kpi_question ?? "",
    engine: { name: row.engine_name, version: row.engine_version },
    completed_at: row.completed_at?.toISOString() ?? null,
    verdict: readStoredVerdict(row.verdict as unknown as StoredVerdict),
    by_segment: row.by_segment,
    calibration_boundary: row.calibration_boundary,
    post_hoc: postHocOfResults(row, reading),
  });
  if (chunks === null || row.weights === null) return new RawJson([head]);
  const agents = writeAgentsJson({
    dimensions: row.dimensions.all.slice(0, row.dimensions.reported),
    chunks: chunks.map((chunk) => decodeChunk(encodedChunk(chunk))),
    weight: weightsOf(row.weights),
  });
  return new RawJson([head.slice(0, -1), `,"agents":`, ...agents, "}"]);
}
