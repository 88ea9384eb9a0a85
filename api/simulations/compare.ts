import Type from "typebox";
import { type ComparedRun, compareRuns } from "#engine/verdict/compare.ts";
import type { OrganizationTransaction } from "#db/postgres/database.ts";
import {
  decodedChunks,
  findChunks,
  findResults,
  type ResultsRow,
  weightsOf,
} from "#db/simulations/results.ts";
import { frameId, whereBoth } from "#engine/population/audience.ts";
import { validationError } from "#shared/errors.ts";
import { routesWith } from "../http/define-route.ts";
import { SimulationId, strictObject } from "../http/fields.ts";
import type { SimulationServices } from "./question-routing.ts";
import { SimulationComparison } from "./results-schema.ts";
import { shownAudience } from "./audience.ts";
import { simulationNotComplete, simulationNotFound } from "./serialize.ts";

const defineRoute = routesWith<SimulationServices>();

export const compareSimulations = defineRoute({
  method: "GET",
  path: "/v1/simulations/{id}/compare/{other_id}",
  operationId: "compareSimulations",
  summary: "Compare two completed simulations",
  description:
    "The other simulation's shares less the first one's. Runs that asked the same agents (same seed, population and size) are compared " +
    "agent by agent.",
  tag: "Simulations",
  routeScope: "organization",
  access: { scope: "simulations:read" },
  params: strictObject({ id: SimulationId, other_id: SimulationId }),
  query: strictObject({ by_segment: Type.Optional(Type.Boolean({ default: true })) }),
  responses: { 200: { description: "The comparison", data: SimulationComparison } },
  errors: ["simulation_not_found", "simulation_not_complete"],
  unprocessable: "the two are one, or the agents of one are not stored",
  read: async ({ params: { id, other_id }, query, identity, services }) => {
    if (id === other_id) {
      throw validationError([{ field: "/path/other_id", message: "must be another simulation's" }], 422);
    }
    const [first, other] = await services.tenantDatabase.withOrganization(
      identity.organizationId,
      async (tx) => [await loadRun(tx, id), await loadRun(tx, other_id)] as const,
    );
    const populations = await Promise.all(
      [first.row, other.row].map((row) => populationOf(row, identity.organizationId, services)),
    );
    const paired = askedSameAgents(first.row, other.row) && populations[0] === populations[1];
    const { by_segment, ...difference } = compareRuns(first.run, other.run, paired);
    return {
      status: 200,
      data: {
        simulations: [first.row, other.row].map(summaryOf),
        paired,
        ...difference,
        by_segment: query.by_segment === false ? [] : by_segment,
        note: noteOf(paired, [first.row, other.row].some(isIllustrative)),
      },
    };
  },
});

interface LoadedRun {
  readonly row: ResultsRow;
  readonly run: ComparedRun;
}

/** @throws ApiError 404, or 409 unless the simulation has completed */
async function loadRun(tx: OrganizationTransaction, id: string): Promise<LoadedRun> {
  const row = await findResults(tx, id, { agents: true });
  if (row === null) throw simulationNotFound();
  if (row.status !== "completed") throw simulationNotComplete(row);
  if (row.weights === null) {
    throw validationError([{ field: "/id", message: "must be a simulation whose agents are stored" }], 422);
  }
  const chunks = decodedChunks(await findChunks(tx, id));
  const dimensions = row.dimensions.all.slice(0, row.dimensions.reported);
  return { row, run: { chunks, weight: weightsOf(row.weights), dimensions } };
}

/** Same seed and size: then agent k is the same person in both, if they are of one population. */
const askedSameAgents = (a: ResultsRow, b: ResultsRow): boolean =>
  a.seed === b.seed && a.agent_count === b.agent_count;

/** The population of published surveys, and of tier 3: the whole frame. */
const WHOLE_FRAME = { frame: "us-adults-2024", where: {} };

/** Whom it asked: runs of different audiences asked different people. */
async function populationOf(
  row: ResultsRow,
  organizationId: string,
  { methodologies }: SimulationServices,
): Promise<string> {
  const requested = await methodologies.version(organizationId, row);
  const { frame, where = {} } = requested?.population ?? WHOLE_FRAME;
  return frameId(frame, whereBoth(row.calibration_boundary["tier"] === 3 ? {} : where, row.audience));
}

function summaryOf(
  { id, methodology_slug, question, audience, agent_count, seed, verdict, completed_at }: ResultsRow,
) {
  const { yes_pct, maybe_pct, no_pct } = verdict;
  return {
    simulation_id: id,
    workflow_id: methodology_slug,
    question,
    audience: shownAudience(audience),
    agent_count,
    seed: Number(seed),
    completed_at: completed_at?.toISOString() ?? null,
    verdict: { yes_pct: yes_pct ?? null, maybe_pct: maybe_pct ?? null, no_pct: no_pct ?? null },
  };
}

/** Whether the forecast rests on made-up figures. */
function isIllustrative({ calibration_boundary }: ResultsRow): boolean {
  const { sources } = calibration_boundary as {
    readonly sources?: readonly { readonly illustrative: boolean }[];
  };
  return sources?.some(({ illustrative }) => illustrative) ?? false;
}

function noteOf(paired: boolean, illustrative: boolean): string {
  const how = paired
    ? "Both simulations asked the same agents, so the difference is that of what was asked, agent by agent."
    : "The simulations asked different agents, so the difference holds the sampling of both.";
  const basis = illustrative
    ? "Figures of at least one of them are illustrative: they rest on a made-up table, not on a survey. "
    : "";
  return `${basis}${how} The intervals are those of the agents' sampling at 95 %; how far each prediction may be off is in interval_pct ` +
    "of each simulation's results. Segments under 30 effective agents have no interval.";
}
