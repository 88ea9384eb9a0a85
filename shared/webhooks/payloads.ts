import type { JsonObject } from "../json.ts";

/** A simulation that has ended, as its event describes it. */
export interface EndedSimulation {
  readonly id: string;
  readonly methodology_slug: string;
  readonly status: string;
  readonly agent_count: number;
  readonly completed_at: Date | null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
}

/**
 * The `data` of `simulation.completed` and `simulation.failed`.
 * @param baseUrl the API's, for the link to the results.
 */
export function simulationPayload(row: EndedSimulation, baseUrl: string): JsonObject {
  return {
    simulation_id: row.id,
    workflow_id: row.methodology_slug,
    status: row.status,
    agent_count: row.agent_count,
    results_url: `${baseUrl}/v1/simulations/${row.id}/results`,
    completed_at: row.completed_at?.toISOString() ?? null,
    failure_code: row.failure_code,
    failure_message: row.failure_message,
  };
}

/** A Reading that has ended, as its event describes it. */
export type EndedReading =
  & { readonly simulation_id: string; readonly generated_at: Date }
  & (
    | { readonly status: "completed"; readonly block_status: JsonObject; readonly cost_usd: number }
    | { readonly status: "failed"; readonly error_message: string }
  );

/** The `data` of `simulation.insights.completed` and `simulation.insights.failed`. */
export function readingPayload(reading: EndedReading): JsonObject {
  return {
    simulation_id: reading.simulation_id,
    insights_status: reading.status,
    ...(reading.status === "completed"
      ? { block_status: reading.block_status, cost_usd_estimate: reading.cost_usd }
      : { error_message: reading.error_message }),
    generated_at: reading.generated_at.toISOString(),
    insights_url: insightsPath(reading.simulation_id),
  };
}

/** A training run that has ended, as its event describes it. */
export interface EndedTrainingRun {
  readonly id: string;
  readonly workflow_name: string;
  readonly status: "COMPLETED" | "FAILED";
  readonly completed_at: Date;
  readonly failure_message: string | null;
}

/** The `data` of `training.completed` and `training.failed`. */
export function trainingPayload(run: EndedTrainingRun): JsonObject {
  return {
    training_id: run.id,
    workflow_name: run.workflow_name,
    status: run.status,
    completed_at: run.completed_at.toISOString(),
    failure_message: run.failure_message,
  };
}

/** The path of a simulation's insights resource, as events and results carry it: without the API's base URL. */
export function insightsPath(simulationId: string): string {
  return `/v1/simulations/${simulationId}/insights`;
}
