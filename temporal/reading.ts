import { isUuid } from "#shared/ids.ts";
import { shortName, type WorkflowStart } from "./command.ts";

export const READING_WORKFLOW = "reading";

export interface ReadingWorkflowInput {
  readonly simulation_id: string;
  /** 1, and one more each time a failed Reading is generated again. */
  readonly generation: number;
}

/** What tells Readings apart: `<simulation id>`, and for later generations `<simulation id>/<generation>`. */
export function readingKey({ simulation_id, generation }: ReadingWorkflowInput): string {
  return generation === 1 ? simulation_id : `${simulation_id}/${generation}`;
}

/** The Reading that a key stands for; null when it is none. */
export function parseReadingKey(key: string): ReadingWorkflowInput | null {
  const [simulation_id = "", generation = "1"] = key.split("/");
  if (!isUuid(simulation_id) || !/^[1-9]\d{0,8}$/.test(generation)) return null;
  return { simulation_id, generation: Number(generation) };
}

/** No id runs twice: a Reading that is generated again has the next generation's. */
export function readingWorkflowId(key: string): string {
  return `reading/${key}`;
}

/** What Temporal is told of a Reading. */
export interface ReadingToStart extends ReadingWorkflowInput {
  readonly methodology_slug: string;
  readonly organization: { readonly id: string; readonly name: string };
  /** The API's, for the link that operators follow. */
  readonly baseUrl: string;
}

/** How Temporal is asked to carry a Reading, and what its UI says of it: ids and the organization's name, nothing more. */
export function readingStart(
  { simulation_id, generation, methodology_slug, organization, baseUrl }: ReadingToStart,
): WorkflowStart {
  const input: ReadingWorkflowInput = { simulation_id, generation };
  const name = shortName(organization.name);
  return {
    kind: "start",
    workflow_type: READING_WORKFLOW,
    workflow_id: readingWorkflowId(readingKey(input)),
    task_queue: "readings",
    // A worker that was killed in a short step is noticed after this long.
    task_timeout_seconds: 5,
    input: { ...input },
    summary: `Reading, ${methodology_slug}, ${name}${generation === 1 ? "" : `, attempt ${generation}`}`,
    details: [
      `**Organization** ${name} (\`${organization.id}\`)`,
      `**Simulation** \`${simulation_id}\`, ${baseUrl}/v1/simulations/${simulation_id}/insights`,
      "Cancelling or terminating this run fails the Reading; `POST …/insights/generate` then makes it in a new run. A reset of a " +
      "finished one ends at once.",
    ].join("\n\n"),
    search_attributes: { OrganizationId: organization.id, SimulationId: simulation_id, Stage: "blocks" },
  };
}
