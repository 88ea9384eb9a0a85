/** Workflow types and ids, for those who start workflows without loading any workflow code. */
export const SIMULATION_WORKFLOW = "simulation";

export interface SimulationInput {
  readonly simulation_id: string;
  readonly agent_count: number;
}

export function simulationWorkflowId(simulationId: string): string {
  return `simulation/${simulationId}`;
}

export const TRAINING_RUN_WORKFLOW = "trainingRun";

export interface TrainingRunInput {
  readonly training_id: string;
}

export function trainingWorkflowId(trainingId: string): string {
  return `training/${trainingId}`;
}
