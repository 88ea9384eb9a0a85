import { thousands } from "#client/cli/verdict-table.ts";
import { type SimulationResults, SimulationService } from "#client/index.ts";
import type { Log } from "./terminal.ts";

const AGENTS = 1_000;
const METHODOLOGY = "product-purchase-intent";
const QUESTION = "How likely are you to buy this product if it were available where you usually shop?";
const LONGEST_RUN_MS = 60_000;

/** The body of `POST /v1/simulations`. */
export const FIRST_REQUEST = { workflow_id: METHODOLOGY, agent_count: AGENTS, question: QUESTION };

/**
 * Runs a simulation as a customer does: by the client, with an API key.
 * @throws Error when the simulation fails, or is not completed within a minute.
 */
export async function firstSimulation(
  baseUrl: string,
  apiKey: string,
  log: Log,
): Promise<{ id: string; results: SimulationResults }> {
  const { simulations } = new SimulationService({ baseUrl, apiKey });
  log(`asking ${thousands(AGENTS)} agents of ${METHODOLOGY}`);
  const { id } = await simulations.create(FIRST_REQUEST);
  let lastLine = "";
  const { status, failure_message } = await simulations.wait(id, {
    timeoutMs: LONGEST_RUN_MS,
    onProgress: ({ status, agents_completed }) => {
      const line = `${status}, ${thousands(agents_completed)} of ${thousands(AGENTS)} agents`;
      if (line !== lastLine) log(lastLine = line);
    },
  });
  if (status !== "completed") throw new Error(`The simulation failed: ${failure_message}`);
  return { id, results: await simulations.results(id, { agents: false }) };
}
