import { Client } from "@temporalio/client";
import { connectToTemporal } from "#temporal/client.ts";
import { stack } from "./stack.ts";

export interface TestTemporalClient {
  readonly client: Client;
  /** Starts a workflow again from its first workflow task, as an operator does in the Temporal UI; returns the new run's id. */
  resetToFirstTask(workflowId: string): Promise<string>;
  close(): Promise<void>;
}

/** A client of a Temporal server, as operators have one. */
export async function temporalClient(address = stack().temporalAddress): Promise<TestTemporalClient> {
  const connection = await connectToTemporal({
    address,
    namespace: "default",
    apiKey: null,
    tls: false,
    uiUrl: "",
  });
  const client = new Client({ connection });
  return {
    client,
    async resetToFirstTask(workflowId) {
      const { runId } = await client.workflow.getHandle(workflowId).describe();
      const request = {
        namespace: "default",
        workflowExecution: { workflowId, runId },
        reason: "by hand",
        requestId: crypto.randomUUID(),
        // Started, scheduled, task started, task completed: the first task as the UI offers it.
        workflowTaskFinishEventId: 4,
      };
      const reset = await client.workflowService.resetWorkflowExecution(
        request as unknown as Parameters<typeof client.workflowService.resetWorkflowExecution>[0],
      );
      return (reset as unknown as { runId: string }).runId;
    },
    close: () => connection.close(),
  };
}
