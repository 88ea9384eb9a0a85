import { ApplicationFailure, cancellationSignal, heartbeat, log } from "@temporalio/activity";
import { type Client, type WorkflowExecutionStatusName, WorkflowNotFoundError } from "@temporalio/client";
import { type WaitingEndpoint, waitingEndpoints, wakeNext } from "#db/deliveries/endpoints.ts";
import {
  type HoldingSubscription,
  holdingSubscriptions,
  settleLater,
} from "#db/deliveries/subscription-state.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import {
  databaseTime,
  FIRST,
  type Position,
  queuedWorkflows,
  readPosition,
  WHOLE_RUN,
  writePosition,
} from "#db/reconciler.ts";
import { WORK } from "#shared/metrics.ts";
import { type RunMemo, workflowIdOf } from "#temporal/command.ts";
import type { Dependencies } from "./dependencies.ts";
import {
  type Closed,
  type ReconciledResource,
  reconciledResources,
  type StaleRow,
} from "./reconciled-resources.ts";

/** How far back the first run lists closed workflows; each later run begins where the one before it began. */
const FIRST_LOOK_BACK_MS = 24 * 60 * 60 * 1000;
/** Temporal lists a closed workflow so much later at most. */
const LIST_DELAY_MS = 60_000;
/** It looks up the workflow of a row that has not ended for so long. */
const STALE_MINUTES = 5;
/** The rows that one query returns. */
const PAGE = 1_000;
/** Rows that are looked up in Temporal and repaired at the same time. */
const IN_FLIGHT = 8;
/** A part begins no further page once it has looked at so many rows in a run. */
const MAX_LOOKED_AT = 5_000;
/**
 * Nor once it has repaired so many, fifty a second: after a restore thousands want a repair, whose commands stand in the outbox and in Temporal
 * in front of new ones.
 */
const MAX_REPAIRS = 1_000;
/** Nor once the run takes so long: what an operator has terminated waits for the next run. */
const MAX_RUN_MS = 15_000;
/** How often a row's workflow is run again whose runs complete without an end of the row. */
const MAX_PRIOR_RUNS = 2;

/** How a run closed, and how Temporal's lists name those that fail a row. */
interface Closing {
  readonly as: Closed;
  readonly listed?: string;
}
const CLOSED: Readonly<Record<string, Closing>> = {
  TERMINATED: { as: "terminated", listed: "Terminated" },
  CANCELLED: { as: "cancelled", listed: "Canceled" },
  TIMED_OUT: { as: "timed_out", listed: "TimedOut" },
  FAILED: { as: "failed", listed: "Failed" },
  COMPLETED: { as: "lost" },
} satisfies Partial<Record<WorkflowExecutionStatusName, Closing>>;

type ReconcilerDependencies = Pick<Dependencies, "database" | "baseUrl" | "client">;

/** A run, and the time by `performance.now()` after which no part that reads pages of rows begins a further one. */
interface ReconcilerRun extends ReconcilerDependencies {
  readonly deadline: number;
}

/** What a part did in a run; `isCapped` where it repaired some, and a bound left the rest to the next run. */
interface Repairs {
  readonly repaired: number;
  readonly isCapped: boolean;
}

export type ReconcilerActivities = ReturnType<typeof createReconcilerActivities>;

/** The activity of the reconciler's workflow. Running it again, or twice at once, does no harm. */
export function createReconcilerActivities(dependencies: ReconcilerDependencies) {
  const parts: [name: string, part: (name: string, run: ReconcilerRun) => Promise<Repairs>][] = [];
  for (const resource of reconciledResources(dependencies)) {
    const { workflowType, fail } = resource;
    if (fail !== null) parts.push([`closed ${workflowType}`, (name, run) => failClosed(name, resource, run)]);
    parts.push([`stale ${workflowType}`, (name, run) => repairStale(name, resource, run)]);
  }
  parts.push(["waiting endpoints", wakeWaiting], ["holding subscriptions", settleHolding]);
  return {
    /** Runs every part, whatever becomes of the others. Postgres keeps the time of a run in which none failed. Counts what it repaired. */
    async reconcileAll(): Promise<{ readonly repaired: number }> {
      const run = { ...dependencies, deadline: performance.now() + MAX_RUN_MS };
      let repaired = 0;
      const failed: string[] = [];
      for (const [name, part] of parts) {
        heartbeat(name);
        try {
          const repairs = await part(name, run);
          repaired += repairs.repaired;
          WORK.repairs.inc({ part: name }, repairs.repaired);
          WORK.fullRuns.inc({ part: name }, repairs.isCapped ? 1 : 0);
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
      await writePosition(dependencies.database, WHOLE_RUN, null);
      return { repaired };
    },
  };
}

/** Fails the active rows whose latest workflow run has closed without a result, since the run before. */
async function failClosed(
  part: string,
  resource: ReconciledResource,
  run: ReconcilerRun,
): Promise<Repairs> {
  const { client, database } = run;
  const { now: begin } = await databaseTime(database);
  const last = await readPosition<string>(database, part);
  // A position of the future was written by a process whose clock was wrong.
  const since = last === null
    ? begin.getTime() - FIRST_LOOK_BACK_MS
    : Math.min(begin.getTime(), Date.parse(last)) - LIST_DELAY_MS;
  const statuses = Object.values(CLOSED).flatMap(({ as, listed }) =>
    listed === undefined || resource.runsAgain.includes(as) ? [] : [`"${listed}"`]
  );
  const query =
    `WorkflowType = "${resource.workflowType}" AND CloseTime > "${new Date(since).toISOString()}" AND ` +
    `ExecutionStatus IN (${statuses.join(", ")})`;
  const prefix = workflowIdOf(resource.workflowType, "");
  let repaired = 0;
  /** The latest run of each row that closed without a result. */
  let page = new Map<
    string,
    { readonly key: string; readonly workflowId: string; readonly closedAs: Closed }
  >();
  const failPage = async () => {
    heartbeat(resource.workflowType);
    const active = new Set(await resource.filterActive([...page.keys()]));
    const rows = [...page.values()].filter(({ key }) => active.has(key));
    page = new Map();
    repaired += await eachUnqueued(rows, resource, run, async ({ key, workflowId, closedAs }, latest) => {
      // A reset terminates a run and continues in another one.
      if (latest?.status === "RUNNING") return 0;
      await resource.fail?.(key, closedAs);
      log.warn("A workflow had closed; its row has failed", { workflow_id: workflowId, closed_as: closedAs });
      return 1;
    });
  };
  // Temporal lists the latest run first.
  for await (const { workflowId, status, memo } of client.workflow.list({ query })) {
    const closedAs = CLOSED[status.name]?.as;
    if (closedAs === undefined || !workflowId.startsWith(prefix)) continue;
    const key = resource.keyOf(workflowId.slice(prefix.length), memo ?? {});
    if (page.has(key)) continue;
    page.set(key, { key, workflowId, closedAs });
    if (page.size < PAGE) continue;
    await failPage();
    // The next run lists them from the same time again; those that have failed by then are no longer active.
    if (repaired >= MAX_REPAIRS) return { repaired, isCapped: true };
  }
  await failPage();
  await writePosition(database, part, begin.toISOString());
  return { repaired, isCapped: false };
}

/** Does the work for each row with its workflow's latest run, unless a command waits, such as a retry's, which begins another run. */
async function eachUnqueued<Row extends { readonly workflowId: string }>(
  rows: readonly Row[],
  { workflowType }: ReconciledResource,
  { client, database }: ReconcilerRun,
  work: (row: Row, latest: Run | null) => Promise<number>,
): Promise<number> {
  const queued = new Set(await queuedWorkflows(database, rows.map(({ workflowId }) => workflowId)));
  const unqueued = rows.filter(({ workflowId }) => !queued.has(workflowId));
  return await eachOf(unqueued, workflowType, async (row) => work(row, await lookUp(client, row.workflowId)));
}

/** Does the work for each row, {@link IN_FLIGHT} at a time. @returns the sum of its results */
async function eachOf<Row>(
  rows: readonly Row[],
  details: string,
  work: (row: Row) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (let first = 0; first < rows.length; first += IN_FLIGHT) {
    heartbeat(details);
    // A run that is too late or cancelled ends: another one may work in its place.
    cancellationSignal().throwIfAborted();
    for (const count of await Promise.all(rows.slice(first, first + IN_FLIGHT).map(work))) sum += count;
  }
  return sum;
}

/** The rows of a part in their order. */
interface Pages<Row, Place> {
  read(after: Place | null): Promise<readonly Row[]>;
  placeOf(row: Row): Place;
  /** @returns how many it repaired. */
  repair(rows: readonly Row[]): Promise<number>;
}

/** Looks at rows page by page up to the last one, or to a bound of the run. The next run goes on there, and after the last one begins again. */
async function inPages<Row, Place>(
  part: string,
  { read, placeOf, repair }: Pages<Row, Place>,
  { database, deadline }: ReconcilerRun,
): Promise<Repairs> {
  let after: Place | null = await readPosition<Place>(database, part);
  let [lookedAt, repaired] = [0, 0];
  while (true) {
    const rows = await read(after);
    repaired += await repair(rows);
    lookedAt += rows.length;
    const last = rows.at(-1);
    after = last === undefined || rows.length < PAGE ? null : placeOf(last);
    await writePosition(database, part, after);
    if (after === null) return { repaired, isCapped: false };
    const isBounded = repaired >= MAX_REPAIRS || performance.now() > deadline;
    if (isBounded || lookedAt >= MAX_LOOKED_AT) return { repaired, isCapped: isBounded && repaired > 0 };
  }
}

/**
 * Looks up the workflows of stale rows. Those that Temporal does not have are started; those that closed without an end of the row are run
 * again or fail it; those that sleep although the row is overdue are woken.
 */
async function repairStale(
  part: string,
  resource: ReconciledResource,
  run: ReconcilerRun,
): Promise<Repairs> {
  const repairRow = async (row: StaleRow, latest: Run | null) => {
    const repair = await repairOf(resource, row, latest);
    if (repair === null) return 0;
    if (repair.kind === "fail") await resource.fail?.(row.key, repair.closed);
    else await run.database.transaction((tx) => enqueue(tx, row.organization_id, repair.command));
    log.warn("A stale row was repaired", {
      workflow_id: row.workflowId,
      workflow_status: latest?.status ?? null,
      repair: repair.kind,
    });
    return 1;
  };
  return await inPages<StaleRow, Position>(part, {
    read: (after) => resource.stale({ minutes: STALE_MINUTES, after: after ?? FIRST, limit: PAGE }),
    placeOf: ({ since, id }) => ({ since, id }),
    repair: (rows) => eachUnqueued(rows, resource, run, repairRow),
  }, run);
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
  const closed = run === null ? undefined : CLOSED[run.status]?.as;
  // The row may have ended since it was read: then nothing starts. An ended delivery with a retry by hand is no active row.
  if (run === null || closed === undefined || !(await resource.filterActive([key])).includes(key)) {
    return { kind: "start", command: start };
  }
  if (resource.runsAgain.includes(closed) && (run.memo.prior_runs ?? 0) < MAX_PRIOR_RUNS) {
    return { kind: "start", command: { ...start, prior_runs: (run.memo.prior_runs ?? 0) + 1 } };
  }
  return resource.fail === null ? null : { kind: "fail", closed };
}

/** Wakes the next deliveries of endpoints where no attempt will do so. */
async function wakeWaiting(part: string, run: ReconcilerRun): Promise<Repairs> {
  const { database } = run;
  return await inPages<WaitingEndpoint, string>(part, {
    read: (after) => waitingEndpoints(database, after ?? FIRST.id, PAGE),
    placeOf: ({ endpoint_id }) => endpoint_id,
    repair: (endpoints) =>
      eachOf(
        endpoints.filter(({ hand_over }) => hand_over),
        part,
        ({ endpoint_id }) => database.transaction((tx) => wakeNext(tx, endpoint_id)),
      ),
  }, run);
}

/** Starts the job of subscriptions that hold deliveries although they are enabled or deleted. */
async function settleHolding(part: string, run: ReconcilerRun): Promise<Repairs> {
  const { client, database } = run;
  return await inPages<HoldingSubscription, string>(part, {
    read: (after) => holdingSubscriptions(database, after ?? FIRST.id, PAGE),
    placeOf: ({ id }) => id,
    repair: (subscriptions) =>
      eachOf(subscriptions.filter(({ unsettled }) => unsettled), part, async (subscription) => {
        const job = await lookUp(client, workflowIdOf("settleSubscription", subscription.id));
        if (job?.status === "RUNNING") return 0;
        await database.transaction((tx) => settleLater(tx, subscription));
        return 1;
      }),
  }, run);
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
