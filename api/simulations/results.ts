import Type from "typebox";
import { decodeChunk } from "#engine/simulation/chunk-codec.ts";
import { writeAgentsJson } from "#engine/simulation/agents-json.ts";
import { readStoredVerdict } from "#engine/verdict/stored-verdict.ts";
import {
  type ChunkRow,
  encodedChunk,
  findChunks,
  findResults,
  type ResultsRow,
  weightsOf,
} from "#db/simulations/results.ts";
import type { OrganizationTransaction } from "#db/database.ts";
import { findReading, type ReadingRow } from "#db/readings/readings.ts";
import { defineRoute } from "../http/define-route.ts";
import { SimulationId, strictObject } from "../http/fields.ts";
import { RawJson } from "../http/response.ts";
import { definitionOf } from "../methodologies/serialize.ts";
import { postHocOfResults } from "../readings/serialize.ts";
import { agentsCsv, segmentsCsv } from "./results-csv.ts";
import { SimulationResults } from "./results-schema.ts";
import { simulationNotComplete, simulationNotFound } from "./serialize.ts";

export const simulationResults = defineRoute({
  method: "GET",
  path: "/v1/simulations/{id}/results",
  operationId: "simulationResults",
  summary: "Show a completed simulation's verdict, segments and agents",
  tag: "Simulations",
  fence: "organization",
  access: { scope: "simulations:read" },
  params: strictObject({ id: SimulationId }),
  query: strictObject({
    agents: Type.Optional(Type.Boolean({ default: true, description: "false leaves the agents out" })),
    table: Type.Optional(
      Type.Enum(["agents", "segments"], {
        type: "string",
        default: "agents",
        description: "With `Accept: text/csv`: which table",
      }),
    ),
  }),
  responses: {
    200: {
      description: "The results",
      data: SimulationResults,
      csv: "The table: a header row, UTF-8, formulas defused, RFC 4180",
    },
  },
  errors: ["simulation_not_found", "simulation_not_complete"],
  read: async ({ params: { id }, query, identity, services, wantsCsv }) => {
    const agents = wantsCsv ? query.table !== "segments" : query.agents ?? true;
    const results = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      (tx) => loadResults(tx, id, agents),
    );
    if (!wantsCsv) return { status: 200, data: resultsJson(results) };
    const { row, chunks } = results;
    return { status: 200, data: chunks === null ? segmentsCsv(row) : agentsCsv(row, chunks) };
  },
});

interface Results {
  readonly row: ResultsRow;
  /** Null until it has completed. */
  readonly reading: ReadingRow | null;
  /** Null with `agents=false`. */
  readonly chunks: readonly ChunkRow[] | null;
}

/** @throws ApiError 404, or 409 unless the simulation has completed */
async function loadResults(tx: OrganizationTransaction, id: string, agents: boolean): Promise<Results> {
  const row = await findResults(tx, id, { agents });
  if (row === null) throw simulationNotFound();
  if (row.status !== "completed") throw simulationNotComplete(row);
  return {
    row,
    reading: row.insights_status === "completed" ? await findReading(tx, id) : null,
    chunks: agents ? await findChunks(tx, id) : null,
  };
}

/** Writes the agents, which are most of the results, as text straight from their columns. */
function resultsJson({ row, reading, chunks }: Results): RawJson {
  const head = JSON.stringify({
    simulation_id: row.id,
    workflow_id: row.methodology_slug,
    agent_count: row.agent_count,
    seed: Number(row.seed),
    customer_question: row.question ??
      definitionOf(row.methodology_slug, row.methodology_version).kpi_question,
    engine: { name: row.engine_name, version: row.engine_version },
    completed_at: row.completed_at?.toISOString() ?? null,
    verdict: readStoredVerdict(row.verdict),
    by_segment: row.by_segment,
    scenario_applied: row.scenario_applied,
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
