import { setTimeout as sleep } from "node:timers/promises";
import type { Client, WorkflowExecutionStatusName } from "@temporalio/client";
import { WorkflowNotFoundError } from "@temporalio/client";
import type { Database } from "#db/database.ts";
import { enqueue } from "#db/stores/outbox.ts";
import { failRun } from "#db/stores/simulation-endings.ts";
import { silentRuns, unfinishedAmong } from "#db/stores/simulation-reconciliation.ts";
import type { FailureCode } from "#db/stores/simulations.ts";
import type { WorkflowStarter } from "#db/workflow-starter.ts";
import type { Logger } from "#shared/log.ts";
import { SIMULATION_WORKFLOW, simulationWorkflowId } from "#workflows/names.ts";
import { simulationStart } from "#workflows/simulation-start.ts";

const PAUSE_MS = 15_000;
/** How far back closed workflows are looked at: longer than any pause of the workers that nobody would notice. */
const LOOK_BACK_MS = 24 * 60 * 60 * 1000;
/** A simulation that is unfinished for so long is looked up in Temporal by its id. */
const SILENT_MINUTES = 5;

const FAILURES: Partial<Record<WorkflowExecutionStatusName, { code: FailureCode; message: string }>> = {
  TERMINATED: { code: "terminated", message: "Terminated by an operator." },
  CANCELLED: { code: "cancelled", message: "Cancelled by an operator." },
  TIMED_OUT: { code: "timed_out", message: "The run did not end within its deadline." },
  FAILED: { code: "internal", message: "The run failed on our side." },
  COMPLETED: { code: "internal", message: "The run ended without a verdict." },
};

export interface ReconcilerParts {
  readonly client: Client;
  /** Sees every organization. */
  readonly database: Database;
  readonly starter: WorkflowStarter;
  readonly baseUrl: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Brings rows and Temporal together where a workflow could not do it itself: one that an operator terminated, one that Temporal lost.
 * Several at once do no harm.
 */
export async function runReconciler(parts: ReconcilerParts): Promise<void> {
  const { log, signal } = parts;
  while (!signal.aborted) {
    try {
      await failClosed(parts);
      await restartLost(parts);
    } catch (error) {
      log.warn({ err: error }, "The reconciler was interrupted; it tries again");
    }
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}

/** Workflows that closed without a verdict, newest first, and whose row does not know it yet. */
async function failClosed({ client, database, starter, baseUrl, log }: ReconcilerParts): Promise<void> {
  const since = new Date(Date.now() - LOOK_BACK_MS).toISOString();
  const query = `WorkflowType = "${SIMULATION_WORKFLOW}" AND CloseTime > "${since}" AND ` +
    `ExecutionStatus IN ("Terminated", "Canceled", "TimedOut", "Failed")`;
  const closed = new Map<string, WorkflowExecutionStatusName>();
  for await (const { workflowId, status } of client.workflow.list({ query })) {
    const id = workflowId.slice(simulationWorkflowId("").length);
    if (!closed.has(id)) closed.set(id, status.name);
  }
  for (const id of await unfinishedAmong(database, [...closed.keys()])) {
    const failure = FAILURES[closed.get(id) ?? "FAILED"];
    if (failure === undefined) continue;
    const ending = await database.transaction((tx) =>
      failRun(tx, id, failure.code, failure.message, baseUrl)
    );
    for (const row of ending?.outbox ?? []) starter.send(row);
    log.warn(
      { simulation_id: id, failure_code: failure.code },
      "A simulation's workflow had closed; the simulation has failed",
    );
  }
}

/** Simulations that nothing has been heard of: closed ones fail, unknown ones are started again. */
async function restartLost({ client, database, starter, baseUrl, log }: ReconcilerParts): Promise<void> {
  for (const row of await silentRuns(database, SILENT_MINUTES)) {
    const status = await statusOf(client, simulationWorkflowId(row.id));
    if (status === "RUNNING") continue;
    const failure = status === null ? undefined : FAILURES[status];
    const outbox = await database.transaction(async (tx) => {
      if (failure === undefined) {
        return [await enqueue(tx, row.organization.id, simulationStart({ ...row, baseUrl }))];
      }
      return (await failRun(tx, row.id, failure.code, failure.message, baseUrl))?.outbox ?? [];
    });
    for (const each of outbox) starter.send(each);
    log.warn(
      { simulation_id: row.id, workflow_status: status },
      "A silent simulation was brought back or failed",
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
