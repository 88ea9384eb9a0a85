import { cancelDelivery } from "#db/deliveries/state.ts";
import {
  filterActive,
  overdueDeliveries,
  type Stale,
  staleDeletions,
  type StalePage,
  staleReadings,
  staleRuns,
  staleTrainingRuns,
} from "#db/reconciler.ts";
import { endReading } from "#db/readings/readings.ts";
import { failRun } from "#db/simulations/end.ts";
import type { FailureCode } from "#db/simulations/simulations.ts";
import { endTrainingRun } from "#db/training/training-runs.ts";
import { isUuid } from "#shared/ids.ts";
import type { RowWorkflow, RunMemo, WorkflowSignalWithStart, WorkflowStart } from "#temporal/command.ts";
import { parseReadingKey, readingKey, readingKeyOfRun, readingStart } from "#temporal/reading.ts";
import { organizationDeletionStart } from "#temporal/organizations.ts";
import { simulationStart } from "#temporal/simulation.ts";
import { trainingRunStart } from "#temporal/training-run.ts";
import { deliveryWake } from "#temporal/webhook-delivery.ts";
import type { Dependencies } from "./dependencies.ts";

/**
 * How a workflow closed without ending its row. `lost`: it completed, and what it wrote is gone, since the database is older than Temporal
 * after a failover or a restore.
 */
export type Closed = "terminated" | "cancelled" | "timed_out" | "failed" | "lost";

/** How a row fails whose workflow closed so; a simulation with the code. */
const FAILURES: Readonly<Record<Closed, { readonly code: FailureCode; readonly message: string }>> = {
  terminated: { code: "terminated", message: "Terminated by an operator." },
  cancelled: { code: "cancelled", message: "Cancelled by an operator." },
  timed_out: { code: "timed_out", message: "The run did not end within its deadline." },
  failed: { code: "internal", message: "The run failed on our side." },
  lost: { code: "internal", message: "The run ended without a result." },
};

/** A row that has not ended for some minutes. */
export interface StaleRow extends Stale {
  /** What its workflow's runs are told apart by: the id, of a Reading with its generation. */
  readonly key: string;
  readonly workflowId: string;
  /** Starts its workflow where Temporal has none, or where it is to run again; a delivery's also wakes one that runs. */
  readonly start: WorkflowStart | WorkflowSignalWithStart;
}

/** The rows of one resource, each of which a workflow brings to its end. */
export interface ReconciledResource {
  readonly workflowType: RowWorkflow;
  /** The key of what a run works on, by the id in its workflow's id and by what it remembers. */
  keyOf(id: string, memo: RunMemo): string;
  /** Keeps the keys of rows that have not ended. Anybody can start a workflow of any id: what is no id of a row is left out. */
  filterActive(keys: readonly string[]): Promise<string[]>;
  stale(page: StalePage): Promise<readonly StaleRow[]>;
  /** Where its workflow closed so, it is run once more. */
  readonly runsAgain: readonly Closed[];
  /** Whether a signal wakes a workflow that runs and has nothing to do although its row is overdue. */
  readonly isWoken: boolean;
  /** Fails the row, unless it has ended; null where no row of the kind can fail. */
  readonly fail: ((key: string, closed: Closed) => Promise<void>) | null;
}

/** The rows of a page, each with what starts its workflow. @param keyOf the id where it is absent */
async function startable<Row extends Stale>(
  page: Promise<Row[]>,
  start: (row: Row) => StaleRow["start"],
  keyOf: (row: Row) => string = ({ id }) => id,
): Promise<StaleRow[]> {
  return (await page).map((row) => {
    const command = start(row);
    return { ...row, key: keyOf(row), workflowId: command.workflow_id, start: command };
  });
}

/** Every resource that the reconciler watches. */
export function reconciledResources(
  { database, baseUrl }: Pick<Dependencies, "database" | "baseUrl">,
): readonly ReconciledResource[] {
  /** All runs under one id work on the same row. None is woken, and a run is run again where it had completed, a simulation from its seed. */
  const rowsOf = (kind: keyof typeof filterActive, isKey = isUuid) => ({
    keyOf: (id) => id,
    filterActive: (keys) => filterActive[kind](database, keys.filter(isKey)),
    runsAgain: ["lost"],
    isWoken: false,
  } satisfies Partial<ReconciledResource>);
  return [{
    ...rowsOf("simulations"),
    workflowType: "simulation",
    stale: (page) => startable(staleRuns(database, page), (row) => simulationStart({ ...row, baseUrl })),
    async fail(id, closed) {
      const failure = { ...FAILURES[closed], by: "service" } as const;
      await database.transaction((tx) => failRun(tx, id, failure, baseUrl));
    },
  }, {
    // Each generation of a Reading runs under the simulation's id; its run remembers which one it is.
    ...rowsOf("readings", (key) => parseReadingKey(key) !== null),
    workflowType: "reading",
    keyOf: readingKeyOfRun,
    stale: (page) =>
      startable(staleReadings(database, page), (row) => readingStart({ ...row, baseUrl }), readingKey),
    async fail(key, closed) {
      const reading = parseReadingKey(key);
      const error_message = `${FAILURES[closed].message} It can be generated again.`;
      const failed = { status: "failed", error_message, block_status: null } as const;
      if (reading !== null) await endReading(database, reading, failed);
    },
  }, {
    ...rowsOf("trainingRuns"),
    workflowType: "trainingRun",
    stale: (page) =>
      startable(staleTrainingRuns(database, page), (row) => trainingRunStart({ ...row, baseUrl })),
    async fail(id, closed) {
      await endTrainingRun(database, id, { failure: FAILURES[closed].message });
    },
  }, {
    // A delivery whose run was closed from outside is cancelled; a retry by hand can send it like any other.
    ...rowsOf("deliveries"),
    // A failed run has used up its schedule, and the row of one that is still pending is older: it goes on where the row says.
    runsAgain: ["lost", "failed"],
    isWoken: true,
    workflowType: "webhookDelivery",
    stale: (page) => startable(overdueDeliveries(database, page), deliveryWake),
    async fail(id, closed) {
      await cancelDelivery(database, id, FAILURES[closed].message);
    },
  }, {
    // A deletion that an operator terminated or cancelled stays as it is; any other goes on until the organization is gone.
    ...rowsOf("deletions"),
    runsAgain: ["lost", "failed", "timed_out"],
    workflowType: "deleteOrganization",
    stale: (page) => startable(staleDeletions(database, page), ({ id }) => organizationDeletionStart(id)),
    fail: null,
  }];
}
