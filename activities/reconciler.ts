import { ApplicationFailure, heartbeat, log } from "@temporalio/activity";
import { type Client, type WorkflowExecutionStatusName, WorkflowNotFoundError } from "@temporalio/client";
import { handOver, waitingEndpoints } from "#db/deliveries/endpoints.ts";
import { holdingSubscriptions, settleLater } from "#db/deliveries/settle.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import { FIRST, type Position, readPosition, writePosition } from "#db/reconciler.ts";
import type { ReconcileResult } from "#temporal/scheduled-workflows.ts";
import { settleWorkflowId } from "#temporal/webhook-operations.ts";
import {
  type Closed,
  type ReconciledResource,
  reconciledResources,
  type ReconcilerStore,
} from "./reconciled-resources.ts";

/** How far back the first run lists closed workflows; each later run begins where the one before it began. */
const FIRST_LOOK_BACK_MS = 24 * 60 * 60 * 1000;
/** Temporal lists a closed workflow so much later at most. */
const LIST_DELAY_MS = 60_000;
/** It looks up the workflow of a row that has not ended for so long. */
const STALE_MINUTES = 5;
/** The most rows that a part looks up in a run; the next run goes on after them. */
const PAGE = { closed: 500, stale: 100, endpoints: 1_000 } as const;

const CLOSED: Partial<Record<WorkflowExecutionStatusName, Closed>> = {
  TERMINATED: "terminated",
  CANCELLED: "cancelled",
  TIMED_OUT: "timed_out",
  FAILED: "failed",
  COMPLETED: "lost",
};

export interface ReconcilerDependencies extends ReconcilerStore {
  readonly client: Client;
}

export type ReconcilerActivities = ReturnType<typeof createReconcilerActivities>;

/** The activity of the reconciler's workflow. Running it again, or twice at once, does no harm. */
export function createReconcilerActivities(dependencies: ReconcilerDependencies) {
  const parts: [name: string, part: (name: string) => Promise<number>][] = [];
  for (const resource of reconciledResources(dependencies)) {
    const { workflowType } = resource;
    parts.push([`closed ${workflowType}`, (name) => failClosed(name, resource, dependencies)]);
    parts.push([`stale ${workflowType}`, (name) => restartLost(name, resource, dependencies)]);
  }
  parts.push(["waiting endpoints", (name) => wakeWaiting(name, dependencies)]);
  parts.push(["holding subscriptions", (name) => settleHolding(name, dependencies)]);
  return {
    /** Runs every part, whatever becomes of the others. */
    async reconcileAll(): Promise<ReconcileResult> {
      let repaired = 0;
      const failed: string[] = [];
      for (const [name, part] of parts) {
        heartbeat(name);
        try {
          repaired += await part(name);
        } catch (error) {
          log.warn("A part of the reconciler failed; the next run tries again", { part: name, error });
          failed.push(name);
        }
      }
      if (failed.length === 0) return { repaired };
      throw ApplicationFailure.nonRetryable(`These parts failed: ${failed.join(", ")}`, "NotReconciled");
    },
  };
}

/** Fails the active rows whose latest workflow run has closed without a result, since the run before. @returns how many. */
async function failClosed(
  part: string,
  resource: ReconciledResource,
  { client, database }: ReconcilerDependencies,
): Promise<number> {
  const begin = Date.now();
  const last = await readPosition<string>(database, part);
  const since = last === null ? begin - FIRST_LOOK_BACK_MS : Date.parse(last) - LIST_DELAY_MS;
  const query =
    `WorkflowType = "${resource.workflowType}" AND CloseTime > "${new Date(since).toISOString()}" AND ` +
    `ExecutionStatus IN ("Terminated", "Canceled", "TimedOut", "Failed")`;
  const prefix = resource.workflowId("");
  let repaired = 0;
  let page = new Map<string, Closed>();
  // Temporal lists the latest run first.
  for await (const { workflowId, status } of client.workflow.list({ query })) {
    const closedAs = CLOSED[status.name];
    const id = workflowId.slice(prefix.length);
    if (closedAs === undefined || !workflowId.startsWith(prefix) || page.has(id)) continue;
    page.set(id, closedAs);
    if (page.size < PAGE.closed) continue;
    repaired += await failActive(resource, page, client);
    page = new Map();
  }
  repaired += await failActive(resource, page, client);
  await writePosition(database, part, new Date(begin).toISOString());
  return repaired;
}

async function failActive(
  resource: ReconciledResource,
  closed: ReadonlyMap<string, Closed>,
  client: Client,
): Promise<number> {
  let repaired = 0;
  heartbeat(resource.workflowType);
  for (const id of await resource.filterActive([...closed.keys()])) {
    const closedAs = closed.get(id);
    const workflowId = resource.workflowId(id);
    // A reset terminates a run and continues in another one.
    if (closedAs === undefined || await statusOf(client, workflowId) === "RUNNING") continue;
    await resource.fail(id, closedAs);
    log.warn("A workflow had closed; its row has failed", { workflow_id: workflowId, closed_as: closedAs });
    repaired += 1;
  }
  return repaired;
}

/** Fails the stale rows whose workflow has closed, and restarts the workflows that Temporal does not have. @returns how many. */
async function restartLost(
  part: string,
  resource: ReconciledResource,
  { client, database, dispatcher }: ReconcilerDependencies,
): Promise<number> {
  const after = await readPosition<{ since: string; id: string }>(database, part);
  const position: Position = after === null ? FIRST : { since: new Date(after.since), id: after.id };
  const rows = await resource.stale(STALE_MINUTES, position, PAGE.stale);
  let repaired = 0;
  for (const { key, queued, organizationId, start } of rows) {
    if (queued) continue;
    const workflowId = resource.workflowId(key);
    const status = await statusOf(client, workflowId);
    if (status === "RUNNING") continue;
    const closedAs = status === null ? undefined : CLOSED[status];
    if (closedAs === undefined || !(await resource.filterActive([key])).includes(key)) {
      dispatcher.dispatch(await database.transaction((tx) => enqueue(tx, organizationId, start)));
    } else {
      await resource.fail(key, closedAs);
    }
    log.warn("A stale row was restarted or has failed", { workflow_id: workflowId, workflow_status: status });
    repaired += 1;
  }
  const last = rows.length < PAGE.stale ? undefined : rows.at(-1);
  await writePosition(database, part, last === undefined ? FIRST : { since: last.since, id: last.id });
  return repaired;
}

/** Wakes the next deliveries of endpoints where no attempt will do so. @returns how many. */
async function wakeWaiting(part: string, { database, dispatcher }: ReconcilerDependencies): Promise<number> {
  const after = await readPosition<string>(database, part);
  const page = await waitingEndpoints(database, after ?? FIRST.id, PAGE.endpoints);
  let woken = 0;
  for (const { endpoint_id, hand_over } of page) {
    if (!hand_over) continue;
    const outbox = await database.transaction((tx) => handOver(tx, endpoint_id));
    for (const row of outbox) dispatcher.dispatch(row);
    woken += outbox.length;
  }
  await writeIdPosition(part, page.map(({ endpoint_id }) => endpoint_id), database);
  return woken;
}

/** Starts the job of subscriptions that hold deliveries although they are enabled or deleted. @returns how many. */
async function settleHolding(
  part: string,
  { client, database, dispatcher }: ReconcilerDependencies,
): Promise<number> {
  const after = await readPosition<string>(database, part);
  const page = await holdingSubscriptions(database, after ?? FIRST.id, PAGE.endpoints);
  let started = 0;
  for (const subscription of page) {
    if (!subscription.unsettled) continue;
    if (await statusOf(client, settleWorkflowId(subscription.id)) === "RUNNING") continue;
    dispatcher.dispatch(await database.transaction((tx) => settleLater(tx, subscription)));
    started += 1;
  }
  await writeIdPosition(part, page.map(({ id }) => id), database);
  return started;
}

/** The next run goes on after a full page, and begins again after the last one. */
async function writeIdPosition(
  part: string,
  ids: readonly string[],
  database: ReconcilerDependencies["database"],
): Promise<void> {
  const last = ids.length < PAGE.endpoints ? undefined : ids.at(-1);
  await writePosition(database, part, last ?? FIRST.id);
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
