import { isUuid } from "#shared/ids.ts";
import {
  type RunMemo,
  signalling,
  workflowIdOf,
  type WorkflowSignalWithStart,
  type WorkflowStart,
} from "./command.ts";
import type { RunResult } from "./simulation.ts";

/** The contract of the reading workflow: its input, what its activities return, and the command that starts it. */

export interface ReadingWorkflowInput {
  readonly simulation_id: string;
  /** 1 for the first Reading of a simulation; one more each time a failed Reading is generated again. */
  readonly generation: number;
}

/** Identifies a Reading among those of all simulations: `<simulation id>/<generation>`. */
export function readingKey({ simulation_id, generation }: ReadingWorkflowInput): string {
  return `${simulation_id}/${generation}`;
}

/** The key of what a run made, by its workflow's id without the prefix and by what it remembers. */
export function readingKeyOfRun(id: string, { generation = 1 }: RunMemo): string {
  return readingKey({ simulation_id: id, generation });
}

/** The Reading that a key identifies; null for any other text. */
export function parseReadingKey(key: string): ReadingWorkflowInput | null {
  const [simulation_id = "", generation = ""] = key.split("/");
  if (!isUuid(simulation_id) || !/^[1-9]\d{0,8}$/.test(generation)) return null;
  return { simulation_id, generation: Number(generation) };
}

/**
 * Asks for a generation, its number as argument. A run that is about to close goes on with it, where a start would find the run still open
 * and begin nothing.
 */
export const GENERATE_SIGNAL = "generate";

/** How a Reading ended. */
export type ReadingResult = RunResult;

/** A Reading whose workflow is to be started. */
export interface ReadingToStart extends ReadingWorkflowInput {
  readonly methodology_slug: string;
  readonly organization_id: string;
  /** The API's, for the link that operators follow. */
  readonly baseUrl: string;
}

/** The command that starts a Reading's workflow. The Temporal UI shows all of it: ids alone. */
export function readingStart(
  { simulation_id, generation, methodology_slug, organization_id, baseUrl }: ReadingToStart,
): WorkflowStart | WorkflowSignalWithStart {
  const start: WorkflowStart = {
    kind: "start",
    workflow_type: "reading",
    workflow_id: workflowIdOf("reading", simulation_id),
    task_queue: "readings",
    // Temporal gives the task of a killed worker to another one after this long.
    task_timeout_seconds: 5,
    input: { simulation_id, generation } satisfies ReadingWorkflowInput,
    summary: `Reading, ${methodology_slug}, organization ${organization_id}${
      generation === 1 ? "" : `, attempt ${generation}`
    }`,
    details: [
      `**Organization** \`${organization_id}\``,
      `**Simulation** \`${simulation_id}\`, ${baseUrl}/v1/simulations/${simulation_id}/insights`,
      "Cancelling or terminating this run fails the Reading; `POST …/insights/generate` then makes it in a new run. A reset of a " +
      "finished one ends at once.",
    ].join("\n\n"),
    search_attributes: { OrganizationId: organization_id, SimulationId: simulation_id, Stage: "blocks" },
  };
  return generation === 1
    ? start
    : signalling({ ...start, memo: { generation } }, GENERATE_SIGNAL, [generation]);
}
