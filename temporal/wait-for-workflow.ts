import { setTimeout as sleep } from "node:timers/promises";
import { WorkflowFailedError } from "@temporalio/client";
import type { TemporalClient } from "./client.ts";

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Waits until a workflow has ended, well or not, and at most so long: one long poll of Temporal. Where the workflow is not there yet,
 * because Temporal has still to be told of it or is away, it is asked for again. Never rejects: the row says what came of it.
 */
export async function waitForWorkflow(
  temporal: TemporalClient,
  workflowId: string,
  patienceMs: number,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  const left = () => deadline - Date.now();
  for (let pause = FIRST_PAUSE_MS; left() > 0; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const client = await temporal.get();
      await client.connection.withDeadline(deadline, () => client.workflow.getHandle(workflowId).result());
      return;
    } catch (error) {
      if (error instanceof WorkflowFailedError) return;
    }
    await sleep(Math.max(0, Math.min(pause, left())));
  }
}
