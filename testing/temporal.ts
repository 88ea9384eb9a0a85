import { Client } from "@temporalio/client";
import { connectToTemporal } from "#temporal/connection.ts";
import { eventually } from "./eventually.ts";
import { stack } from "./stack.ts";

export interface TestTemporalClient {
  readonly client: Client;
  /** Resets a workflow to its first workflow task, as an operator does in the Temporal UI. @returns the new run's id. */
  resetToFirstTask(workflowId: string): Promise<string>;
  /** Waits until a workflow exists. */
  exists(workflowId: string): Promise<void>;
  /** Waits until a workflow has closed; returns its status, such as `COMPLETED`. */
  closed(workflowId: string): Promise<string>;
  /** A workflow's search attributes by name. */
  searchAttributes(workflowId: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** A client of a Temporal server, with the rights of an operator. */
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
        // Events: started, task scheduled, task started, task completed. The UI resets the first task to this one.
        workflowTaskFinishEventId: 4,
      };
      const reset = await client.workflowService.resetWorkflowExecution(
        request as unknown as Parameters<typeof client.workflowService.resetWorkflowExecution>[0],
      );
      return (reset as unknown as { runId: string }).runId;
    },
    async exists(workflowId) {
      await eventually(`${workflowId} to exist`, () => client.workflow.getHandle(workflowId).describe());
    },
    closed: (workflowId) =>
      eventually(`${workflowId} to close`, async () => {
        const { status: { name } } = await client.workflow.getHandle(workflowId).describe();
        return name === "RUNNING" ? undefined : name;
      }),
    async searchAttributes(workflowId) {
      const { typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
      return Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
    },
    close: () => connection.close(),
  };
}
