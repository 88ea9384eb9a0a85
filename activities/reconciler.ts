import { ApplicationFailure, cancellationSignal, heartbeat, log } from "@temporalio/activity";
import { type Client, type WorkflowExecutionStatusName, WorkflowNotFoundError } from "@temporalio/client";
import { waitingEndpoints, wakeNext } from "#db/deliveries/endpoints.ts";
import { applySubscriptionStateLater, holdingSubscriptions } from "#db/deliveries/subscription-state.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import {
  databaseTime,
  FIRST,
  type Position,
  queuedWorkflows,
  readPosition,
  recordSuccess,
  writePosition,
} from "#db/reconciler.ts";
import { WORK } from "#shared/metrics.ts";
import type { RunMemo } from "#temporal/command.ts";
import type { ReconcileResult } from "#temporal/scheduled-workflows.ts";
import { settleWorkflowId } from "#temporal/webhook-operations.ts";
import {
  type Closed,
  type ReconciledResource,
  reconciledResources,
  type ReconcilerStore,
  type StaleRow,
} from "./reconciled-resources.ts";

/** How far back the first run lists closed workflows; each later run begins where the one before it began. */
const FIRST_LOOK_BACK_MS = 24 * 60 * 60 * 1000;
/** Temporal lists a closed workflow so much later at most. */
const LIST_DELAY_MS = 60_000;
/** It looks up the workflow of a row that has not ended for so long. */
const STALE_MINUTES = 5;
/** The most rows that a part looks up in a run; the next run goes on after them. */
const PAGE = { closed: 500, stale: 300, endpoints: 1_000 } as const;
/** The most repairs of a part in a run: after a restore thousands of rows may want one, and each costs the others' time. */
const MAX_REPAIRS = { closed: 500, stale: 100, endpoints: 200 } as const;
/** How often a row's workflow is run again whose runs complete without an end of the row. */
const MAX_AGAIN = 2;

const CLOSED: Partial<Record<WorkflowExecutionStatusName, Closed>> = {
  TERMINATED: "terminated",
  CANCELLED: "cancelled",
  TIMED_OUT: "timed_out",
  FAILED: "failed",
  COMPLETED: "lost",
};
/** How Temporal's lists name those that fail a row. */
const LISTED: Readonly<Record<Exclude<Closed, "lost">, string>> = {
  terminated: "Terminated",
  cancelled: "Canceled",
  timed_out: "TimedOut",
  failed: "Failed",
};

export interface ReconcilerDependencies extends ReconcilerStore {
  readonly client: Client;
}

/** What a part did in a run; `full` where it left repairs to the next run. */
interface Repairs {
  readonly repaired: number;
  readonly full: boolean;
}

export type ReconcilerActivities = ReturnType<typeof createReconcilerActivities>;

/** The activity of the reconciler's workflow. Running it again, or twice at once, does no harm. */
export function createReconcilerActivities(dependencies: ReconcilerDependencies) {
  const parts: [name: string, part: (name: string) => Promise<Repairs>][] = [];
  for (const resource of reconciledResources(dependencies)) {
    const { workflowType, fail } = resource;
    if (fail !== null) {
      const failing = { ...resource, fail };
      parts.push([`closed ${workflowType}`, (name) => failClosed(name, failing, dependencies)]);
    }
    parts.push([`stale ${workflowType}`, (name) => repairStale(name, resource, dependencies)]);
  }
  parts.push(["waiting endpoints", (name) => wakeWaiting(name, dependencies)]);
  parts.push(["holding subscriptions", (name) => settleHolding(name, dependencies)]);
  return {
    /** Runs every part, whatever becomes of the others. Postgres keeps the time of a run in which none failed. */
    async reconcileAll(): Promise<ReconcileResult> {
      let repaired = 0;
      const failed: string[] = [];
      for (const [name, part] of parts) {
        heartbeat(name);
        try {
          const repairs = await part(name);
          repaired += repairs.repaired;
          WORK.repairs.inc({ part: name }, repairs.repaired);
          WORK.fullRuns.inc({ part: name }, repairs.full ? 1 : 0);
        } catch (error) {
          // A run that is too late or cancelled has ended: another one is under way.
          if (cancellationSignal().aborted) throw error;
          log.warn("A part of the reconciler failed; the next run tries again", { part: name, error });
          failed.push(name);
        }
      }
      if (failed.length > 0) {
        throw ApplicationFailure.nonRetryable(`These parts failed: ${failed.join(", ")}`, "NotReconciled");
      }
      await recordSuccess(dependencies.database);
      return { repaired };
    },
  };
}

type FailingResource = ReconciledResource & { readonly fail: NonNullable<ReconciledResource["fail"]> };

/** Fails the active rows whose latest workflow run has closed without a result, since the run before. */
async function failClosed(
  part: string,
  resource: FailingResource,
  { client, database }: ReconcilerDependencies,
): Promise<Repairs> {
  const begin = await databaseTime(database);
  const last = await readPosition<string>(database, part);
  // A position of the future was written by a process whose clock was wrong.
  const since = last === null
    ? begin.getTime() - FIRST_LOOK_BACK_MS
    : Math.min(begin.getTime(), Date.parse(last)) - LIST_DELAY_MS;
  const statuses = Object.entries(LISTED).filter(([closed]) =>
    !resource.runsAgain.some((again) => again === closed)
  );
  const query =
    `WorkflowType = "${resource.workflowType}" AND CloseTime > "${new Date(since).toISOString()}" AND ` +
    `ExecutionStatus IN (${statuses.map(([, listed]) => `"${listed}"`).join(", ")})`;
  const prefix = resource.workflowId("");
  let repaired = 0;
  let page = new Map<string, ClosedRun>();
  // Temporal lists the latest run first.
  for await (const { workflowId, status, memo } of client.workflow.list({ query })) {
    const closedAs = CLOSED[status.name];
    if (closedAs === undefined || !workflowId.startsWith(prefix)) continue;
    const key = resource.keyOf(workflowId.slice(prefix.length), memo ?? {});
    if (page.has(key)) continue;
    page.set(key, { workflowId, closedAs });
    if (page.size < PAGE.closed) continue;
    repaired += await failActive(resource, page, { client, database });
    page = new Map();
    // The next run lists them from the same time again; those that have failed by then are no longer active.
    if (repaired >= MAX_REPAIRS.closed) return { repaired, full: true };
  }
  repaired += await failActive(resource, page, { client, database });
  await writePosition(database, part, begin.toISOString());
  return { repaired, full: false };
}

/** The latest run of a row that closed without a result. */
interface ClosedRun {
  readonly workflowId: string;
  readonly closedAs: Closed;
}

async function failActive(
  resource: FailingResource,
  closed: ReadonlyMap<string, ClosedRun>,
  { client, database }: Pick<ReconcilerDependencies, "client" | "database">,
): Promise<number> {
  let repaired = 0;
  heartbeat(resource.workflowType);
  const active = await resource.filterActive([...closed.keys()]);
  // A command that waits, such as a retry's, begins another run.
  const runs = active.flatMap((key) => {
    const run = closed.get(key);
    return run === undefined ? [] : [{ key, ...run }];
  });
  const queued = await queuedWorkflows(database, runs.map(({ workflowId }) => workflowId));
  for (const { key, workflowId, closedAs } of runs) {
    beat(resource.workflowType);
    if (queued.has(workflowId)) continue;
    // A reset terminates a run and continues in another one.
    if ((await lookUp(client, workflowId))?.status === "RUNNING") continue;
    await resource.fail(key, closedAs);
    log.warn("A workflow had closed; its row has failed", { workflow_id: workflowId, closed_as: closedAs });
    repaired += 1;
  }
  return repaired;
}

/** Tells Temporal that the run goes on, and ends one that is too late or cancelled, in whose place another one may work. */
function beat(details: string): void {
  heartbeat(details);
  cancellationSignal().throwIfAborted();
}

/**
 * Looks up the workflows of stale rows. Those that Temporal does not have are started; those that closed without an end of the row are run
 * again or fail it; those that sleep although the row is overdue are woken.
 */
async function repairStale(
  part: string,
  resource: ReconciledResource,
  { client, database, dispatcher }: ReconcilerDependencies,
): Promise<Repairs> {
  const after = await readPosition<{ since: string; id: string }>(database, part);
  const position: Position = after === null ? FIRST : { since: new Date(after.since), id: after.id };
  const rows = await resource.stale(STALE_MINUTES, position, PAGE.stale);
  const queued = await queuedWorkflows(database, rows.map(({ id }) => resource.workflowId(id)));
  let repaired = 0;
  let last: StaleRow | undefined;
  for (const row of rows) {
    if (repaired === MAX_REPAIRS.stale) break;
    last = row;
    const workflowId = resource.workflowId(row.id);
    if (queued.has(workflowId)) continue;
    beat(resource.workflowType);
    const run = await lookUp(client, workflowId);
    const repair = await repairOf(resource, row, run);
    if (repair === null) continue;
    if (repair.kind === "fail") await resource.fail?.(row.key, repair.closed);
    else {
      dispatcher.dispatch(
        await database.transaction((tx) => enqueue(tx, row.organizationId, repair.command)),
      );
    }
    log.warn("A stale row was repaired", {
      workflow_id: workflowId,
      workflow_status: run?.status ?? null,
      repair: repair.kind,
    });
    repaired += 1;
  }
  const hasMore = last !== undefined && (last !== rows.at(-1) || rows.length === PAGE.stale);
  await writePosition(database, part, hasMore ? { since: last?.since, id: last?.id } : FIRST);
  return { repaired, full: last !== rows.at(-1) };
}

type Repair =
  | { readonly kind: "start"; readonly command: StaleRow["start"] }
  | { readonly kind: "fail"; readonly closed: Closed };

/** What repairs a stale row; null where its workflow works on it, or an operator has ended it. */
async function repairOf(
  resource: ReconciledResource,
  { id, key, start }: StaleRow,
  latest: Run | null,
): Promise<Repair | null> {
  // A run of an earlier generation says nothing of this one.
  const run = latest !== null && resource.keyOf(id, latest.memo) === key ? latest : null;
  if (run?.status === "RUNNING") {
    return resource.isWoken && run.isIdle ? { kind: "start", command: start } : null;
  }
  const closed = run === null ? undefined : CLOSED[run.status];
  // The row may have ended since it was read: then nothing starts. An ended delivery with a retry by hand is no active row.
  if (run === null || closed === undefined || !(await resource.filterActive([key])).includes(key)) {
    return { kind: "start", command: start };
  }
  if (resource.runsAgain.includes(closed) && (run.memo.again ?? 0) < MAX_AGAIN) {
    return { kind: "start", command: { ...start, again: (run.memo.again ?? 0) + 1 } };
  }
  return resource.fail === null ? null : { kind: "fail", closed };
}

/** Wakes the next deliveries of endpoints where no attempt will do so. */
async function wakeWaiting(part: string, { database, dispatcher }: ReconcilerDependencies): Promise<Repairs> {
  const after = await readPosition<string>(database, part);
  const page = await waitingEndpoints(database, after ?? FIRST.id, PAGE.endpoints);
  let [repaired, handedOver] = [0, 0];
  let last: string | undefined;
  for (const { endpoint_id, hand_over } of page) {
    if (handedOver === MAX_REPAIRS.endpoints) break;
    last = endpoint_id;
    if (!hand_over) continue;
    beat(part);
    const outbox = await database.transaction((tx) => wakeNext(tx, endpoint_id));
    for (const row of outbox) dispatcher.dispatch(row);
    repaired += outbox.length;
    handedOver += 1;
  }
  return {
    repaired,
    full: await goOnAfter(part, last, page.map(({ endpoint_id }) => endpoint_id), database),
  };
}

/** Starts the job of subscriptions that hold deliveries although they are enabled or deleted. */
async function settleHolding(
  part: string,
  { client, database, dispatcher }: ReconcilerDependencies,
): Promise<Repairs> {
  const after = await readPosition<string>(database, part);
  const page = await holdingSubscriptions(database, after ?? FIRST.id, PAGE.endpoints);
  let repaired = 0;
  let last: string | undefined;
  for (const subscription of page) {
    if (repaired === MAX_REPAIRS.endpoints) break;
    last = subscription.id;
    if (!subscription.unsettled) continue;
    beat(part);
    if ((await lookUp(client, settleWorkflowId(subscription.id)))?.status === "RUNNING") continue;
    dispatcher.dispatch(await database.transaction((tx) => applySubscriptionStateLater(tx, subscription)));
    repaired += 1;
  }
  return { repaired, full: await goOnAfter(part, last, page.map(({ id }) => id), database) };
}

/**
 * The next run goes on after the last one that this run looked at, and begins again after the last one of all.
 * @returns whether some of the page are left to it.
 */
async function goOnAfter(
  part: string,
  last: string | undefined,
  page: readonly string[],
  database: ReconcilerDependencies["database"],
): Promise<boolean> {
  const isFull = last !== page.at(-1);
  const hasMore = isFull || page.length === PAGE.endpoints;
  await writePosition(database, part, hasMore && last !== undefined ? last : FIRST.id);
  return isFull;
}

/** The latest run of a workflow. */
interface Run {
  readonly status: WorkflowExecutionStatusName;
  readonly memo: RunMemo;
  /** Whether it only waits for a timer or a signal: no task and no activity of it is under way. */
  readonly isIdle: boolean;
}

/** Null where Temporal has none. */
async function lookUp(client: Client, workflowId: string): Promise<Run | null> {
  try {
    const { status, memo, raw } = await client.workflow.getHandle(workflowId).describe();
    const isIdle = raw.pendingWorkflowTask == null && (raw.pendingActivities ?? []).length === 0;
    return { status: status.name, memo: memo ?? {}, isIdle };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
