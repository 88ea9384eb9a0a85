import {
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from "@temporalio/workflow";
import type { TrainingResult, TrainingRunActivities } from "#activities/training/training-run-types.ts";
import type { TrainingRunInput } from "#temporal/names.ts";
import { OUTCOME, STAGE } from "#temporal/search-attributes.ts";

export interface TrainingProgress {
  readonly stage: "scoring" | "failing" | "ended";
  /** Null until it has ended; until then the heartbeats of the pending activity tell the rows. */
  readonly ended: TrainingResult | null;
}

export const trainingProgressQuery = defineQuery<TrainingProgress>("progress");

const RETRY = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1m" } as const;

// Seven days are the limit of one run, store outages included; heartbeats tell within seconds that a worker has died.
const { scoreTrainingRun } = proxyActivities<TrainingRunActivities>({
  startToCloseTimeout: "7 days",
  scheduleToCloseTimeout: "7 days",
  heartbeatTimeout: "15s",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: RETRY,
  summary: "score the calibration file",
});
const { failTrainingRun } = proxyActivities<TrainingRunActivities>({
  startToCloseTimeout: "30s",
  retry: RETRY,
  summary: "fail the training run",
});

/** Scores a training run's calibration file, however long that takes. Who wants to wait for it waits for this workflow's result. */
export async function trainingRun({ training_id }: TrainingRunInput): Promise<TrainingResult> {
  let progress: TrainingProgress = { stage: "scoring", ended: null };
  setHandler(trainingProgressQuery, () => progress, { description: "Stage, and in the end how it ended" });
  const end = (ended: TrainingResult): TrainingResult => {
    progress = { stage: "ended", ended };
    setCurrentDetails(`Ended: ${ended.outcome}, ${ended.rows} rows read.`);
    upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: ended.outcome }]);
    return ended;
  };
  setCurrentDetails(
    "Scoring the calibration file; the pending activity's heartbeats tell the rows read. A cancel fails the training run.",
  );

  try {
    return end(await scoreTrainingRun({ training_id }));
  } catch (error) {
    return await CancellationScope.nonCancellable(async () => {
      progress = { stage: "failing", ended: null };
      const message = messageOf(error);
      const ended = end(await failTrainingRun({ training_id, message }));
      if (ended.outcome === "terminal") return ended;
      if (isCancellation(error)) throw error;
      throw ApplicationFailure.nonRetryable(message, "TrainingRunFailed");
    });
  }
}

/** What the customer is told where it is not the file that is at fault. */
function messageOf(error: unknown): string {
  return isCancellation(error) ? "Cancelled by an operator." : "The run failed on our side.";
}
