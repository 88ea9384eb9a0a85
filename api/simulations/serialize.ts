import type { SimulationRow } from "#db/simulations/simulations.ts";
import type { Config } from "#shared/config.ts";
import { ApiError } from "#shared/errors.ts";

/** The simulation as a create answers it. */
export function createdSimulation(
  row: Omit<SimulationRow, "agents_completed" | "started_at" | "completed_at">,
  { baseUrl }: Config,
) {
  const poll_url = `${baseUrl}/v1/simulations/${row.id}`;
  return {
    id: row.id,
    workflow_id: row.methodology_slug,
    status: row.status,
    agent_count: row.agent_count,
    question: row.question,
    seed: Number(row.seed),
    created_at: row.created_at.toISOString(),
    poll_url,
    results_url: `${poll_url}/results`,
    results_available: row.status === "completed",
    insights_status: row.insights_status,
  };
}

/** The simulation as its status and the list show it. */
export function simulationResource(row: SimulationRow, config: Config) {
  const { poll_url: _, ...identification } = createdSimulation(row, config);
  return {
    ...identification,
    agents_completed: row.agents_completed,
    progress_pct: Math.round((row.agents_completed / row.agent_count) * 1000) / 10,
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    failure_code: row.failure_code,
    failure_message: row.failure_message,
  };
}

/** The 404 of a missing simulation and of another organization's alike. */
export function simulationNotFound(): ApiError {
  return new ApiError("simulation_not_found", "There is no such simulation.");
}

/** The 409 of a simulation without results: one that is queued, running or failed. */
export function simulationNotComplete(
  { status, failure_code, failure_message }: Pick<
    SimulationRow,
    "status" | "failure_code" | "failure_message"
  >,
): ApiError {
  return status === "failed"
    ? new ApiError("simulation_not_complete", "The simulation failed and has no results.", {
      meta: { status, failure_code, failure_message },
    })
    : new ApiError("simulation_not_complete", "The simulation has not completed yet.", { meta: { status } });
}
