import { setTimeout as sleep } from "node:timers/promises";
import { type Client, type WorkflowExecutionStatusName, WorkflowNotFoundError } from "@temporalio/client";
import { enqueue } from "#db/outbox/outbox.ts";
import type { Logger } from "#shared/log.ts";
import {
  type Closed,
  type ReconciledResource,
  reconciledResources,
  type ReconcilerStore,
} from "./reconciled-resources.ts";

/** The time between two rounds. */
const PAUSE_MS = 15_000;
/** How far back it lists closed workflows: longer than any unnoticed outage of the workers. */
const LOOK_BACK_MS = 24 * 60 * 60 * 1000;
/** It looks up the workflow of a row that has not ended for so long. */
const STALE_MINUTES = 5;

const CLOSED: Partial<Record<WorkflowExecutionStatusName, Closed>> = {
  TERMINATED: "terminated",
  CANCELLED: "cancelled",
  TIMED_OUT: "timed_out",
  FAILED: "failed",
  COMPLETED: "lost",
};

export interface ReconcilerDependencies extends ReconcilerStore {
  readonly client: Client;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Ends the rows whose workflow closed without doing so, such as by an operator's terminate, and restarts the workflows that Temporal has
 * lost. Runs until the signal aborts; several reconcilers do no harm.
 */
export async function runReconciler(dependencies: ReconcilerDependencies): Promise<void> {
  const { log, signal } = dependencies;
  const resources = reconciledResources(dependencies);
  while (!signal.aborted) {
    for (const resource of resources) {
      try {
        await failClosed(resource, dependencies);
        await restartLost(resource, dependencies);
      } catch (error) {
        log.warn(
          { err: error, workflow_type: resource.workflowType },
          "The reconciler failed; it tries again",
        );
      }
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}

/** Fails the active rows whose latest workflow run has closed without a result. */
async function failClosed(
  resource: ReconciledResource,
  { client, log }: ReconcilerDependencies,
): Promise<void> {
  const closed = await closedWorkflows(resource, client);
  const active = new Set(await resource.filterActive([...closed.keys()]));
  for (const [id, closedAs] of closed) {
    if (!active.has(id)) continue;
    // A reset terminates a run and continues in another one.
    if (await statusOf(client, resource.workflowId(id)) === "RUNNING") continue;
    await resource.fail(id, closedAs);
    log.warn(
      { workflow_id: resource.workflowId(id), closed_as: closedAs },
      "A workflow had closed; its row has failed",
    );
  }
}

/** The workflows that closed without a result in the last 24 hours, by the id of their row, each by its latest run. */
async function closedWorkflows(
  resource: ReconciledResource,
  client: Client,
): Promise<ReadonlyMap<string, Closed>> {
  const since = new Date(Date.now() - LOOK_BACK_MS).toISOString();
  const query = `WorkflowType = "${resource.workflowType}" AND CloseTime > "${since}" AND ` +
    `ExecutionStatus IN ("Terminated", "Canceled", "TimedOut", "Failed")`;
  const prefix = resource.workflowId("");
  const closed = new Map<string, Closed>();
  // Temporal lists the latest run first.
  for await (const { workflowId, status } of client.workflow.list({ query })) {
    const id = workflowId.slice(prefix.length);
    const closedAs = CLOSED[status.name];
    if (closedAs !== undefined && !closed.has(id)) closed.set(id, closedAs);
  }
  return closed;
}

/** Fails the stale rows whose workflow has closed, and restarts the workflows that Temporal does not have. */
async function restartLost(
  resource: ReconciledResource,
  { client, database, dispatcher, log }: ReconcilerDependencies,
): Promise<void> {
  for (const { id, organizationId, start } of await resource.stale(STALE_MINUTES)) {
    const status = await statusOf(client, resource.workflowId(id));
    if (status === "RUNNING") continue;
    const closedAs = status === null ? undefined : CLOSED[status];
    if (closedAs === undefined) {
      dispatcher.dispatch(await database.transaction((tx) => enqueue(tx, organizationId, start)));
    } else {
      await resource.fail(id, closedAs);
    }
    log.warn(
      { workflow_id: resource.workflowId(id), workflow_status: status },
      "A stale row was restarted or has failed",
    );
  }
}

/** The status of a workflow's latest run; null where Temporal has none. */
async function statusOf(client: Client, workflowId: string): Promise<WorkflowExecutionStatusName | null> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
