import { ApplicationFailure, proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import type { ForgettingActivities } from "#activities/data-retention-types.ts";
import type { ForgetInput, ForgottenKind } from "#temporal/names.ts";

/** How many of each kind were forgotten. */
export type Forgotten = Partial<Record<ForgottenKind, number>>;

/** Forgets what was kept for its term, each kind by itself: one that cannot be reached does not keep the others. */
export async function forget({ kinds }: ForgetInput): Promise<Forgotten> {
  const outcomes = await Promise.allSettled(kinds.map((kind) => forgetting(kind).forget({ kind })));
  const forgotten: Forgotten = {};
  const missed: ForgottenKind[] = [];
  kinds.forEach((kind, index) => {
    const outcome = outcomes[index];
    if (outcome?.status === "fulfilled") forgotten[kind] = outcome.value.forgotten;
    else missed.push(kind);
  });
  setCurrentDetails(
    `Forgotten: ${JSON.stringify(forgotten)}.${missed.length === 0 ? "" : ` Missed: ${missed.join(", ")}.`}`,
  );
  if (missed.length > 0) {
    throw ApplicationFailure.nonRetryable(
      `Could not forget ${missed.join(", ")}; the next run tries again`,
      "NotForgotten",
    );
  }
  return forgotten;
}

// Less than the hour until the next run, which begins where this one ended.
const forgetting = (kind: ForgottenKind) =>
  proxyActivities<ForgettingActivities>({
    startToCloseTimeout: "50m",
    scheduleToCloseTimeout: "50m",
    heartbeatTimeout: "1m",
    retry: { initialInterval: "5s", backoffCoefficient: 2, maximumInterval: "5m" },
    summary: kind,
  });
