import type { NewSimulation } from "#db/stores/simulations.ts";
import type { Config } from "#shared/config.ts";
import type { WorkflowStart } from "#shared/workflow-message.ts";
import { SIMULATION_WORKFLOW, type SimulationInput, simulationWorkflowId } from "#workflows/names.ts";
import type { Identity } from "./route.ts";

/** How Temporal is asked to carry a simulation, and what its UI says of it: ids, counts and the organization's name, nothing more. */
export function simulationStart(simulation: NewSimulation, identity: Identity, { baseUrl }: Config): WorkflowStart {
  const { id, agent_count, methodology_slug } = simulation;
  const input: SimulationInput = { simulation_id: id, agent_count };
  const organization = identity.organizationName.slice(0, 60);
  return {
    kind: "start",
    workflow_type: SIMULATION_WORKFLOW,
    workflow_id: simulationWorkflowId(id),
    task_queue: "simulations",
    input: { ...input },
    summary: `${methodology_slug}, ${agent_count.toLocaleString("en-US")} agents, ${organization}`,
    details: [
      `**Organization** ${organization} (\`${identity.organizationId}\`)`,
      `**Simulation** \`${id}\`, ${baseUrl}/v1/simulations/${id}`,
      "Cancelling or terminating this run fails the simulation; a reset of a finished one ends at once.",
    ].join("\n\n"),
    search_attributes: { OrganizationId: identity.organizationId, SimulationId: id, Stage: "agents" },
  };
}
