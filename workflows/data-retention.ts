import { ApplicationFailure, proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import type { DataRetentionActivities } from "#activities/data-retention-types.ts";
import type { DataRetentionInput, PurgedKind } from "#temporal/names.ts";

/** How many of each kind were forgotten. */
export type Purged = Partial<Record<PurgedKind, number>>;

/** Forgets what was kept for its term, each kind by itself: one that cannot be reached does not keep the others. */
export async function dataRetention({ kinds }: DataRetentionInput): Promise<Purged> {
  const outcomes = await Promise.allSettled(kinds.map((kind) => purgeActivity(kind).purge({ kind })));
  const purged: Purged = {};
  const missed: PurgedKind[] = [];
  kinds.forEach((kind, index) => {
    const outcome = outcomes[index];
    if (outcome?.status === "fulfilled") purged[kind] = outcome.value.purged;
    else missed.push(kind);
  });
  setCurrentDetails(
    `Forgotten: ${JSON.stringify(purged)}.${missed.length === 0 ? "" : ` Missed: ${missed.join(", ")}.`}`,
  );
  if (missed.length > 0) {
    throw ApplicationFailure.nonRetryable(
      `Could not forget ${missed.join(", ")}; the next run tries again`,
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
