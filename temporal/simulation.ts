import { workflowIdOf, type WorkflowStart } from "./command.ts";

/** The contract of the simulation workflow: its input, what its activities return, and the command that starts it. */

/** Runs of at most so many agents have a task queue of their own, so that no larger run stands before them. */
const SMALL_AGENTS = 1_000;

export interface SimulationRef {
  readonly simulation_id: string;
}

export interface SimulationInput extends SimulationRef {
  readonly agent_count: number;
}

/** How a simulation ended. `terminal`: it had ended before this run or activity began, and stays as it was. */
export interface RunResult {
  readonly kind: "ended";
  readonly outcome: "completed" | "failed" | "terminal";
}

/** How a simulation is divided into activities. */
export interface Plan {
  readonly kind: "plan";
  /** The engine's name, such as `embedded`. */
  readonly engine: string;
  /** Whether the run costs money, so that its cost is estimated first. */
  readonly paid: boolean;
  /** Agents in one chunk; the last chunk may have fewer. */
  readonly chunk_size: number;
  /** Chunks in flight at once. */
  readonly parallel: number;
  /** The longest time of one attempt at a chunk; Temporal then starts another attempt, on another worker if this one died. */
  readonly chunk_timeout_seconds: number;
  /** Seconds after which a run that has not ended fails. */
  readonly deadline_seconds: number;
}

/** A run of one chunk on a bounded engine ends within its first activity; every other run gets a plan. */
export type BeginResult = RunResult | Plan;

/** Agents `first` … `first + count − 1` of a simulation. */
export interface AgentRange extends SimulationRef {
  readonly first: number;
  readonly count: number;
}

export interface Estimate {
  readonly calls: number;
  readonly tokens: number;
  /** US dollars; null where the model's price is unknown. */
  readonly cost_usd: number | null;
}

/** A simulation whose workflow is to be started. */
export interface SimulationToStart {
  readonly id: string;
  readonly agent_count: number;
  readonly methodology_slug: string;
  readonly organization_id: string;
  /** The API's, for the link that operators follow. */
  readonly baseUrl: string;
}

/** The command that starts a simulation's workflow. The Temporal UI shows all of it: ids and counts alone, since histories outlive the organization. */
export function simulationStart(
  { id, agent_count, methodology_slug, organization_id, baseUrl }: SimulationToStart,
): WorkflowStart {
  return {
    kind: "start",
    workflow_type: "simulation",
    workflow_id: workflowIdOf("simulation", id),
    task_queue: agent_count <= SMALL_AGENTS ? "small-simulations" : "simulations",
    // Temporal gives a task that it handed to a dead worker's poll to another one after this long.
    task_timeout_seconds: 5,
    input: { simulation_id: id, agent_count } satisfies SimulationInput,
    summary: `${methodology_slug}, ${
      agent_count.toLocaleString("en-US")
    } agents, organization ${organization_id}`,
    details: [
      `**Organization** \`${organization_id}\`, ${baseUrl}/v1/simulations/${id}`,
      "Cancelling or terminating this run fails the simulation; a reset of a finished one ends at once.",
    ].join("\n\n"),
    search_attributes: { OrganizationId: organization_id, SimulationId: id, Stage: "agents" },
  };
}
