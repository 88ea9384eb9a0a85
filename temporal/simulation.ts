import { shortName, type WorkflowStart } from "./command.ts";
import { SIMULATION_WORKFLOW, type SimulationInput, simulationWorkflowId } from "./names.ts";

/** What Temporal is told of a simulation. */
export interface SimulationToStart {
  readonly id: string;
  readonly agent_count: number;
  readonly methodology_slug: string;
  readonly organization: { readonly id: string; readonly name: string };
  /** The API's, for the link that operators follow. */
  readonly baseUrl: string;
}

/** How Temporal is asked to carry a simulation, and what its UI says of it: ids, counts and the organization's name, nothing more. */
export function simulationStart(
  { id, agent_count, methodology_slug, organization, baseUrl }: SimulationToStart,
): WorkflowStart {
  const input: SimulationInput = { simulation_id: id, agent_count };
  const name = shortName(organization.name);
  return {
    kind: "start",
    workflow_type: SIMULATION_WORKFLOW,
    workflow_id: simulationWorkflowId(id),
    task_queue: "simulations",
    input: { ...input },
    summary: `${methodology_slug}, ${agent_count.toLocaleString("en-US")} agents, ${name}`,
    details: [
      `**Organization** ${name} (\`${organization.id}\`), ${baseUrl}/v1/simulations/${id}`,
      "Cancelling or terminating this run fails the simulation; a reset of a finished one ends at once.",
    ].join("\n\n"),
    search_attributes: { OrganizationId: organization.id, SimulationId: id, Stage: "agents" },
  };
}
