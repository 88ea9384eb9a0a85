import type { Database } from "#db/database.ts";
import { filterActiveTrainingRuns, staleTrainingRuns } from "#db/training/reconcile.ts";
import { failTrainingRun } from "#db/training/training-runs.ts";
import { TRAINING_RUN_WORKFLOW, trainingWorkflowId } from "#temporal/names.ts";
import { trainingRunStart } from "#temporal/training-run.ts";
import { CLOSED_MESSAGES, type ReconciledKind } from "../reconciled-resources.ts";

export function trainingRuns(database: Database, baseUrl: string): ReconciledKind {
  return {
    workflowType: TRAINING_RUN_WORKFLOW,
    workflowId: trainingWorkflowId,
    filterActive: (ids) => filterActiveTrainingRuns(database, ids),
    stale: async (minutes) =>
      (await staleTrainingRuns(database, minutes)).map((row) => ({
        id: row.id,
        organizationId: row.organization.id,
        start: trainingRunStart({ ...row, baseUrl }),
      })),
    fail: async (id, closed) => void await failTrainingRun(database, id, CLOSED_MESSAGES[closed]),
  };
}
