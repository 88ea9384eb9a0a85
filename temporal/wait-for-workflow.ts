import { setTimeout as sleep } from "node:timers/promises";
import { WorkflowFailedError } from "@temporalio/client";
import type { TemporalClient } from "./client.ts";

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/**
 * Waits until a workflow has closed, however it ended, with one long poll of Temporal. Polls again while the workflow does not exist yet, or
 * while Temporal cannot be reached. Returns after `timeoutMs` at the latest and never rejects: the workflow's row holds the outcome.
 */
export async function waitForWorkflow(
  temporal: TemporalClient,
  workflowId: string,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const remainingMs = () => deadline - Date.now();
  for (let pause = FIRST_PAUSE_MS; remainingMs() > 0; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const client = await temporal.get();
      await client.connection.withDeadline(deadline, () => client.workflow.getHandle(workflowId).result());
      return;
    } catch (error) {
      if (error instanceof WorkflowFailedError) return;
    }
    await sleep(Math.max(0, Math.min(pause, remainingMs())));
  }
}
