import { setTimeout as sleep } from "node:timers/promises";
import type { Client, WorkflowExecutionStatusName } from "@temporalio/client";
import { WorkflowNotFoundError } from "@temporalio/client";
import type { Database } from "#db/database.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import type { Logger } from "#shared/log.ts";
import type { Closed, ReconciledKind } from "./reconciled-resources.ts";
import { deliveries } from "./reconciler/deliveries.ts";
import { readings } from "./reconciler/readings.ts";
import { simulations } from "./reconciler/simulations.ts";
import { trainingRuns } from "./reconciler/training-runs.ts";

const PAUSE_MS = 15_000;
/** How far back closed workflows are looked at: longer than any pause of the workers that nobody would notice. */
const LOOK_BACK_MS = 24 * 60 * 60 * 1000;
/** A row that is unfinished for so long is looked up in Temporal by its id. */
const SILENT_MINUTES = 5;

const CLOSED: Partial<Record<WorkflowExecutionStatusName, Closed>> = {
  TERMINATED: "terminated",
  CANCELLED: "cancelled",
  TIMED_OUT: "timed_out",
  FAILED: "failed",
  COMPLETED: "lost",
};

export interface ReconcilerDependencies {
  readonly client: Client;
  /** Sees every organization. */
  readonly database: Database;
  readonly dispatcher: OutboxDispatcher;
  readonly baseUrl: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Brings rows and Temporal together where a workflow could not do it itself: one that an operator terminated, one that Temporal lost.
 * Several at once do no harm.
 */
export async function runReconciler(parts: ReconcilerDependencies): Promise<void> {
  const { database, dispatcher, baseUrl, log, signal } = parts;
  const kinds = [
    simulations(database, dispatcher, baseUrl),
    readings(database, dispatcher, baseUrl),
    trainingRuns(database, baseUrl),
    deliveries(database),
  ];
  while (!signal.aborted) {
    for (const kind of kinds) {
      try {
        await failClosed(kind, parts);
        await restartLost(kind, parts);
      } catch (error) {
        log.warn({ err: error, kind: kind.workflowType }, "The reconciler was interrupted; it tries again");
      }
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}

/** Workflows that closed without a result, newest first, and whose row does not know it yet. */
async function failClosed(kind: ReconciledKind, { client, log }: ReconcilerDependencies): Promise<void> {
  const since = new Date(Date.now() - LOOK_BACK_MS).toISOString();
  const query = `WorkflowType = "${kind.workflowType}" AND CloseTime > "${since}" AND ` +
    `ExecutionStatus IN ("Terminated", "Canceled", "TimedOut", "Failed")`;
  const closed = new Map<string, WorkflowExecutionStatusName>();
  for await (const { workflowId, status } of client.workflow.list({ query })) {
    const id = workflowId.slice(kind.workflowId("").length);
    if (!closed.has(id)) closed.set(id, status.name);
  }
  for (const id of await kind.filterActive([...closed.keys()])) {
    const how = CLOSED[closed.get(id) ?? "FAILED"];
    if (how === undefined) continue;
    // A reset terminates a run and goes on in another one.
    if (await statusOf(client, kind.workflowId(id)) === "RUNNING") continue;
    await kind.fail(id, how);
    log.warn({ workflow_id: kind.workflowId(id), how }, "A workflow had closed; its row has failed");
  }
}

/** Rows that nothing has been heard of: those of closed workflows fail, those that Temporal does not know are started again. */
async function restartLost(
  kind: ReconciledKind,
  { client, database, dispatcher, log }: ReconcilerDependencies,
): Promise<void> {
  for (const { id, organizationId, start } of await kind.stale(SILENT_MINUTES)) {
    const status = await statusOf(client, kind.workflowId(id));
    if (status === "RUNNING") continue;
    const how = status === null ? undefined : CLOSED[status];
    if (how === undefined) {
      dispatcher.dispatch(await database.transaction((tx) => enqueue(tx, organizationId, start)));
    } else {
      await kind.fail(id, how);
    }
    log.warn(
      { workflow_id: kind.workflowId(id), workflow_status: status },
      "A silent row was brought back or failed",
    );
  }
}

async function statusOf(client: Client, workflowId: string): Promise<WorkflowExecutionStatusName | null> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
