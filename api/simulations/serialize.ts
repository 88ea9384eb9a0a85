import type { ReadingRow } from "#db/readings/readings.ts";
import { readStoredVerdict } from "#engine/verdict/stored-verdict.ts";
import type {
  InsightsStatus,
  ListedSimulation,
  SimulationRecord,
  SimulationRow,
} from "#db/simulations/simulations.ts";
import type { Config } from "#shared/config.ts";
import { shownAudience } from "./audience.ts";
import { ApiError, foundOr } from "#shared/errors.ts";
import { insightsPath } from "#shared/webhooks/payloads.ts";

/** The simulation as creates, its status and lists show it. */
export function simulationResource(row: SimulationRecord, { baseUrl }: Config) {
  const poll_url = `${baseUrl}/v1/simulations/${row.id}`;
  return {
    ...row,
    workflow_id: row.methodology_slug,
    seed: Number(row.seed),
    results_available: row.status === "completed",
    results_url: `${poll_url}/results`,
    audience: shownAudience(row.audience),
    poll_url,
    progress_pct: Math.round((row.agents_completed / row.agent_count) * 1000) / 10,
  };
}

/** Agents that a run answers in a second, before it has shown how fast it is. */
const USUAL_AGENTS_PER_SECOND = 2_500;
const MAX_POLL_SECONDS = 30;

/**
 * When an unfinished simulation is worth another look, in seconds: 1 to 30, by what remains. A run that has shown no agent for some time
 * is expected to take as long again.
 */
export function pollAfterSeconds(
  row: Pick<SimulationRow, "agent_count" | "agents_completed" | "created_at" | "started_at">,
  now = Date.now(),
): number {
  const elapsed = (now - (row.started_at ?? row.created_at).getTime()) / 1_000;
  const left = row.agent_count - row.agents_completed;
  const remaining = row.agents_completed > 0
    ? elapsed * left / row.agents_completed
    : Math.max(left / USUAL_AGENTS_PER_SECOND, elapsed);
  return Math.min(MAX_POLL_SECONDS, Math.max(1, Math.ceil(remaining)));
}

/** The simulation as the list shows it, with what its verdict comes to. */
export function listedSimulation(row: ListedSimulation, config: Config) {
  const verdict = row.verdict && readStoredVerdict(row.verdict, row.boundary);
  return { ...simulationResource(row, config), verdict };
}

/** `post_hoc` of a simulation's results: the Reading's state and URL, and once completed its content. @param row null before that */
export function postHocOfResults(
  simulation: { readonly id: string; readonly insights_status: InsightsStatus },
  row: ReadingRow | null,
  baseUrl: string,
) {
  const insights_url = `${baseUrl}${insightsPath(simulation.id)}`;
  if (row?.insights_status !== "completed") {
    return { insights_status: simulation.insights_status, insights_url };
  }
  return { ...row, insights_url, cost_usd_estimate: Number(row.cost_usd), ...row.post_hoc };
}

export const foundSimulation = foundOr("There is no such simulation.", "simulation_not_found");

/** The 409 of a simulation without results: one that is queued, running or failed. */
export function simulationNotComplete(
  { id, status, failure_code, failure_message }: Pick<
    SimulationRow,
    "id" | "status" | "failure_code" | "failure_message"
  >,
): ApiError {
  return status === "failed"
    ? new ApiError("simulation_not_complete", "The simulation failed and has no results.", {
      meta: { simulation_id: id, status, failure_code, failure_message },
    })
    : new ApiError(
      "simulation_not_complete",
      "The simulation has not completed yet: ask for its status with ?wait=30, or subscribe to simulation.completed.",
      { meta: { simulation_id: id, status } },
    );
}
