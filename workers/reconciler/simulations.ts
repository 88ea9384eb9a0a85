import type { Database } from "#db/database.ts";
import { failRun } from "#db/simulations/end.ts";
import { filterActiveRuns, staleRuns } from "#db/simulations/reconcile.ts";
import type { FailureCode } from "#db/simulations/simulations.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import { SIMULATION_WORKFLOW, simulationWorkflowId } from "#temporal/names.ts";
import { simulationStart } from "#temporal/simulation.ts";
import { type Closed, CLOSED_MESSAGES, type ReconciledKind } from "../reconciled-resources.ts";

const CODES: Readonly<Record<Closed, FailureCode>> = {
  terminated: "terminated",
  cancelled: "cancelled",
  timed_out: "timed_out",
  failed: "internal",
  lost: "internal",
};

export function simulations(
  database: Database,
  dispatcher: OutboxDispatcher,
  baseUrl: string,
): ReconciledKind {
  return {
    workflowType: SIMULATION_WORKFLOW,
    workflowId: simulationWorkflowId,
    filterActive: (ids) => filterActiveRuns(database, ids),
    stale: async (minutes) =>
      (await staleRuns(database, minutes)).map((row) => ({
        id: row.id,
        organizationId: row.organization.id,
        start: simulationStart({ ...row, baseUrl }),
      })),
    async fail(id, closed) {
      const ending = await database.transaction((tx) =>
        failRun(tx, id, CODES[closed], CLOSED_MESSAGES[closed], baseUrl)
      );
      for (const row of ending?.outbox ?? []) dispatcher.dispatch(row);
    },
  };
}
