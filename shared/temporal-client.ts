import {
  Client,
  Connection,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from "@temporalio/client";
import { defineSearchAttributeKey, TypedSearchAttributes } from "@temporalio/common";
import type { TemporalConfig } from "./config.ts";
import type { WorkflowMessage, WorkflowStart } from "./workflow-message.ts";

/** A client whose connection is made at the first call, so that a process starts while Temporal is away. */
export function createTemporalClient(config: TemporalConfig): Client {
  const connection = Connection.lazy({
    address: config.address,
    ...(config.tls ? { tls: true } : {}),
    ...(config.apiKey === null ? {} : { apiKey: config.apiKey.reveal() }),
  });
  return new Client({ connection, namespace: config.namespace });
}

/**
 * Tells Temporal once; told again, nothing happens twice: the id was derived from the row.
 *
 * @param deadlineMs after which the call counts as failed; the outbox then still holds the message.
 */
export async function deliverMessage(
  client: Client,
  message: WorkflowMessage,
  deadlineMs: number,
): Promise<void> {
  await client.connection.withDeadline(Date.now() + deadlineMs, async () => {
    if (message.kind === "cancel") return await cancel(client, message.workflow_id);
    await start(client, message);
  });
}

async function start(client: Client, message: WorkflowStart): Promise<void> {
  try {
    await client.workflow.start(message.workflow_type, {
      workflowId: message.workflow_id,
      taskQueue: message.task_queue,
      args: [message.input],
      workflowIdReusePolicy: "REJECT_DUPLICATE",
      workflowIdConflictPolicy: "USE_EXISTING",
      staticSummary: message.summary,
      staticDetails: message.details,
      typedSearchAttributes: searchAttributes(message),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

function searchAttributes({ search_attributes }: WorkflowStart): TypedSearchAttributes {
  return new TypedSearchAttributes(
    Object.entries(search_attributes).map(([name, value]) => ({
      key: defineSearchAttributeKey(name, "KEYWORD"),
      value,
    })),
  );
}

async function cancel(client: Client, workflowId: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
