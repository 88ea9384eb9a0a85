import { Client } from "@temporalio/client";
import { connectToTemporal } from "#temporal/connection.ts";
import { eventually } from "./eventually.ts";
import { stack } from "./stack.ts";

export type TestTemporalClient = Awaited<ReturnType<typeof temporalClient>>;

/** A client of a Temporal server, with the rights of an operator. */
export async function temporalClient(address = stack().temporalAddress) {
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
    /** Waits until a workflow exists. */
    async exists(workflowId: string): Promise<void> {
      await eventually(`${workflowId} to exist`, () => client.workflow.getHandle(workflowId).describe());
    },
    /** Waits until a workflow has closed; returns its status, such as `COMPLETED`. */
    closed: (workflowId: string): Promise<string> =>
      eventually(`${workflowId} to close`, async () => {
        const { status: { name } } = await client.workflow.getHandle(workflowId).describe();
        return name === "RUNNING" ? undefined : name;
      }),
    /** A workflow's search attributes by name. */
    async searchAttributes(workflowId: string): Promise<Record<string, unknown>> {
      const { typedSearchAttributes } = await client.workflow.getHandle(workflowId).describe();
      return Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
    },
    close: () => connection.close(),
  };
}

/** Resets a workflow to a workflow task, as an operator does in the Temporal UI. @returns the new run's id */
export async function resetWorkflow(
  client: Client,
  workflowId: string,
  task: "first" | "last",
): Promise<string> {
  const handle = client.workflow.getHandle(workflowId);
  const [{ runId }, { events }] = await Promise.all([handle.describe(), handle.fetchHistory()]);
  // The UI offers a task's start. That of a run that was started eagerly is written with the run's own, so the first is reset at its end.
  const points = (events ?? []).filter((event) =>
    (task === "first"
      ? event.workflowTaskCompletedEventAttributes
      : event.workflowTaskStartedEventAttributes) != null
  );
  const event = task === "first" ? points[0] : points.at(-1);
  const request = {
    namespace: "default",
    workflowExecution: { workflowId, runId },
    reason: "by hand",
    requestId: crypto.randomUUID(),
    workflowTaskFinishEventId: event?.eventId,
  };
  const reset = await client.workflowService.resetWorkflowExecution(
    request as unknown as Parameters<typeof client.workflowService.resetWorkflowExecution>[0],
  );
  return reset.runId;
}
