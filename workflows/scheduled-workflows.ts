import { ApplicationFailure, isCancellation, proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import type { DataRetentionActivities } from "#activities/data-retention.ts";
import type { ReconcilerActivities } from "#activities/reconciler.ts";
import type { DataRetentionInput, PurgedKind } from "#temporal/scheduled-workflows.ts";

/** Purges each kind independently: a failure of one does not stop the others; a cancellation ends the run as cancelled. */
export async function dataRetention({ kinds }: DataRetentionInput) {
  const purged: { [Kind in PurgedKind]?: number } = {};
  const failed: PurgedKind[] = [];
  await Promise.all(kinds.map(async (kind) => {
    try {
      purged[kind] = (await purgeActivity(kind).purge({ kind })).purged;
    } catch (error) {
      if (isCancellation(error)) throw error;
      failed.push(kind);
    }
  }));
  const failures = failed.length === 0 ? "" : ` Failed: ${failed.join(", ")}.`;
  setCurrentDetails(`Purged: ${JSON.stringify(purged)}.${failures}`);
  if (failed.length > 0) {
    throw ApplicationFailure.nonRetryable(
      `Cannot purge ${failed.join(", ")}; the next run tries again`,
      "NotPurged",
    );
  }
  return purged;
}

// Less than the hour until the next run, which begins where this one ended.
const purgeActivity = (kind: PurgedKind) =>
  proxyActivities<DataRetentionActivities>({
    startToCloseTimeout: "50m",
    scheduleToCloseTimeout: "50m",
    heartbeatTimeout: "1m",
    retry: { initialInterval: "5s", backoffCoefficient: 2, maximumInterval: "5m" },
    summary: kind,
  });

const { reconcileAll } = proxyActivities<ReconcilerActivities>({
  startToCloseTimeout: "5m",
  // It sends one with each row that it looks up. One that hangs must not stop the repairs.
  heartbeatTimeout: "30s",
  // The schedule's next run goes on where this one failed.
  retry: { maximumAttempts: 1 },
  summary: "every part",
});

/** Repairs what an operator's terminate, a lost worker or a lost command has left behind. */
export async function reconcile() {
  const result = await reconcileAll();
  setCurrentDetails(`Repaired: ${result.repaired}.`);
  return result;
}
