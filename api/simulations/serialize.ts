import type { SimulationRow } from "#db/simulations/simulations.ts";
import type { Config } from "#shared/config.ts";

/** URLs of a simulation's own resources. */
function urls(id: string, { baseUrl }: Config) {
  const self = `${baseUrl}/v1/simulations/${id}`;
  return { poll_url: self, results_url: `${self}/results` };
}

/** What create answers with. */
export function createdSimulation(
  row: Omit<SimulationRow, "agents_completed" | "started_at" | "completed_at">,
  config: Config,
) {
  const { poll_url, results_url } = urls(row.id, config);
  return {
    id: row.id,
    workflow_id: row.methodology_slug,
    status: row.status,
    agent_count: row.agent_count,
    question: row.question,
    seed: Number(row.seed),
    created_at: row.created_at.toISOString(),
    poll_url,
    results_url,
    results_available: row.status === "completed",
    insights_status: row.insights_status,
  };
}

/** The status resource. */
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
