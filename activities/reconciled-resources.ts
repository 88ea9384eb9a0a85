import type { Database } from "#db/database.ts";
import { filterPendingDeliveries, overdueDeliveries } from "#db/deliveries/reconcile.ts";
import { cancelDelivery } from "#db/deliveries/state.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import {
  filterActiveReadings,
  filterActiveRuns,
  filterActiveTrainingRuns,
  type Position,
  staleReadings,
  staleRuns,
  staleTrainingRuns,
} from "#db/reconciler.ts";
import { endReading } from "#db/readings/end.ts";
import { failRun } from "#db/simulations/end.ts";
import type { FailureCode } from "#db/simulations/simulations.ts";
import { failTrainingRun } from "#db/training/training-runs.ts";
import { isUuid } from "#shared/ids.ts";
import type { WorkflowCommand } from "#temporal/command.ts";
import { readingPayload, simulationPayload } from "#shared/webhooks/payloads.ts";
import {
  parseReadingKey,
  READING_WORKFLOW,
  readingKey,
  readingStart,
  readingWorkflowId,
} from "#temporal/reading.ts";
import { SIMULATION_WORKFLOW, simulationStart, simulationWorkflowId } from "#temporal/simulation.ts";
import { TRAINING_RUN_WORKFLOW, trainingRunStart, trainingWorkflowId } from "#temporal/training-run.ts";
import { deliveryWake, deliveryWorkflowId, WEBHOOK_DELIVERY_WORKFLOW } from "#temporal/webhook-delivery.ts";

/** How a workflow closed without ending its row. `lost`: it completed, but wrote no end. */
export type Closed = "terminated" | "cancelled" | "timed_out" | "failed" | "lost";

/** The message of a row whose workflow closed. */
const CLOSED_MESSAGES: Readonly<Record<Closed, string>> = {
  terminated: "Terminated by an operator.",
  cancelled: "Cancelled by an operator.",
  timed_out: "The run did not end within its deadline.",
  failed: "The run failed on our side.",
  lost: "The run ended without a result.",
};

/** A row that has not ended for some minutes. */
export interface StaleRow extends Position {
  /** Whether the outbox holds a command for it. */
  readonly queued: boolean;
  readonly organizationId: string;
  /** The id in its workflow's id. */
  readonly key: string;
  /** Starts its workflow again, where Temporal has none. */
  readonly start: WorkflowCommand;
}

/** The rows of one resource, each of which a workflow brings to its end. */
export interface ReconciledResource {
  readonly workflowType: string;
  /** `<kind>/<row id>`. */
  workflowId(id: string): string;
  /** Keeps the ids of rows that have not ended. Anybody can start a workflow of any id: what is no id of a row is left out. */
  filterActive(ids: readonly string[]): Promise<string[]>;
  /** Rows that have not ended for so many minutes, oldest first. */
  stale(minutes: number, after: Position, limit: number): Promise<readonly StaleRow[]>;
  /** Fails the row, unless it has ended. */
  fail(id: string, closed: Closed): Promise<void>;
}

export interface ReconcilerStore {
  /** Sees every organization. */
  readonly database: Database;
  readonly dispatcher: OutboxDispatcher;
  /** The API's, for links in events and in the Temporal UI. */
  readonly baseUrl: string;
}

/** Every resource that the reconciler watches. */
export function reconciledResources(store: ReconcilerStore): readonly ReconciledResource[] {
  return [simulations(store), readings(store), trainingRuns(store), deliveries(store)];
}

const FAILURE_CODES: Readonly<Record<Closed, FailureCode>> = {
  terminated: "terminated",
  cancelled: "cancelled",
  timed_out: "timed_out",
  failed: "internal",
  lost: "internal",
};

function simulations({ database, dispatcher, baseUrl }: ReconcilerStore): ReconciledResource {
  return {
    workflowType: SIMULATION_WORKFLOW,
    workflowId: simulationWorkflowId,
    filterActive: (ids) => filterActiveRuns(database, ids.filter(isUuid)),
    async stale(minutes, after, limit) {
      const rows = await staleRuns(database, minutes, after, limit);
      return rows.map((row) => ({
        id: row.id,
        key: row.id,
        since: row.since,
        queued: row.queued,
        organizationId: row.organization.id,
        start: simulationStart({ ...row, baseUrl }),
      }));
    },
    async fail(id, closed) {
      const ending = await database.transaction((tx) =>
        failRun(
          tx,
          id,
          { code: FAILURE_CODES[closed], message: CLOSED_MESSAGES[closed], by: "service" },
          (row) => simulationPayload(row, baseUrl),
        )
      );
      for (const row of ending?.outbox ?? []) dispatcher.dispatch(row);
    },
  };
}

/** The id of a Reading is its key: the simulation's id, with the generation from the second on. */
function readings({ database, dispatcher, baseUrl }: ReconcilerStore): ReconciledResource {
  return {
    workflowType: READING_WORKFLOW,
    workflowId: readingWorkflowId,
    async filterActive(keys) {
      const known = keys.map(parseReadingKey).filter((reading) => reading !== null);
      return (await filterActiveReadings(database, known)).map(readingKey);
    },
    async stale(minutes, after, limit) {
      const rows = await staleReadings(database, minutes, after, limit);
      return rows.map((row) => ({
        id: row.simulation_id,
        key: readingKey(row),
        since: row.since,
        queued: row.queued,
        organizationId: row.organization.id,
        start: readingStart({ ...row, baseUrl }),
      }));
    },
    async fail(key, closed) {
      const reading = parseReadingKey(key);
      if (reading === null) return;
      const error_message = `${CLOSED_MESSAGES[closed]} It can be generated again.`;
      const ending = await database.transaction((tx) =>
        endReading(tx, reading, { status: "failed", error_message, block_status: null }, readingPayload)
      );
      for (const row of ending?.outbox ?? []) dispatcher.dispatch(row);
    },
  };
}

function trainingRuns({ database, baseUrl }: ReconcilerStore): ReconciledResource {
  return {
    workflowType: TRAINING_RUN_WORKFLOW,
    workflowId: trainingWorkflowId,
    filterActive: (ids) => filterActiveTrainingRuns(database, ids.filter(isUuid)),
    async stale(minutes, after, limit) {
      const rows = await staleTrainingRuns(database, minutes, after, limit);
      return rows.map((row) => ({
        id: row.id,
        key: row.id,
        since: row.since,
        queued: row.queued,
        organizationId: row.organization.id,
        start: trainingRunStart({ ...row, baseUrl }),
      }));
    },
    fail: async (id, closed) => void await failTrainingRun(database, id, CLOSED_MESSAGES[closed]),
  };
}

/** A delivery whose run was closed from outside is cancelled; a retry by hand can send it like any other. */
function deliveries({ database, dispatcher }: ReconcilerStore): ReconciledResource {
  return {
    workflowType: WEBHOOK_DELIVERY_WORKFLOW,
    workflowId: deliveryWorkflowId,
    filterActive: (ids) => filterPendingDeliveries(database, ids.filter(isUuid)),
    async stale(minutes, after, limit) {
      const rows = await overdueDeliveries(database, minutes, after, limit);
      return rows.map((row) => ({
        id: row.id,
        key: row.id,
        since: row.since,
        queued: row.queued,
        organizationId: row.organization_id,
        start: deliveryWake(row),
      }));
    },
    async fail(id, closed) {
      const ended = await cancelDelivery(database, id, CLOSED_MESSAGES[closed]);
      for (const row of ended?.outbox ?? []) dispatcher.dispatch(row);
    },
  };
}
