import {
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { TrainingRunActivities } from "#activities/training/training-run.ts";
import type { RunMemo } from "#temporal/command.ts";
import type { TrainingResult, TrainingRunInput } from "#temporal/training-run.ts";
import { finish, finishAsFailed, regularActivities } from "./steps.ts";

interface TrainingProgress {
  readonly stage: "scoring" | "failing" | "ended";
  /** Null until the run has ended; until then the pending activity's heartbeats show the rows read. */
  readonly ended: TrainingResult | null;
}

const trainingProgressQuery = defineQuery<TrainingProgress>("progress");

const RETRY = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1m" } as const;

/** Attempts of one run, most of them a minute apart: five hours of a store of uploads that is away. */
const MAX_ATTEMPTS = 300;

// Seven days limit one run. Without a heartbeat for 15 s Temporal starts another attempt; the activity itself gives up a run whose
// attempts never end otherwise.
const { scoreTrainingRun } = proxyActivities<TrainingRunActivities>({
  startToCloseTimeout: "7 days",
  scheduleToCloseTimeout: "7 days",
  heartbeatTimeout: "15s",
  cancellationType: "WAIT_CANCELLATION_COMPLETED",
  retry: { ...RETRY, maximumAttempts: MAX_ATTEMPTS },
  summary: "score the calibration file",
});
const { failTrainingRun } = regularActivities<TrainingRunActivities>("fail the training run", {
  retry: RETRY,
});

// What is still there then goes with the next hourly purge.
const { removeUpload } = regularActivities<TrainingRunActivities>("remove the file", {
  scheduleToCloseTimeout: "10m",
  retry: RETRY,
});

/** Scores a training run's calibration file. A start request waits for this workflow's result. */
export async function trainingRun({ training_id }: TrainingRunInput): Promise<TrainingResult> {
  const { prior_runs }: RunMemo = workflowInfo().memo ?? {};
  let progress: TrainingProgress = { stage: "scoring", ended: null };
  setHandler(trainingProgressQuery, () => progress, {
    description: "Stage, and in the end how the run ended",
  });
  setCurrentDetails(
    "Scoring the calibration file; the pending activity's heartbeats show the rows read. A cancel fails the training run.",
  );
  const end = (ended: TrainingResult): Promise<TrainingResult> =>
    // The run's row has its end already, which a cancellation changes no more.
    CancellationScope.nonCancellable(async () => {
      await removeUpload({ training_id }).catch(() => {});
      progress = { stage: "ended", ended };
      return finish(ended, `, ${ended.rows} rows read`);
    });

  try {
    return await end(
      await scoreTrainingRun({ training_id, ...(prior_runs === undefined ? {} : { prior_runs }) }),
    );
  } catch (error) {
    progress = { stage: "failing", ended: null };
    // The sentence for the customer; a faulty file's own sentence is written by the activity.
    const message = isCancellation(error) ? "Cancelled by an operator." : "The run failed on our side.";
    const failure = ApplicationFailure.nonRetryable(message, "TrainingRunFailed");
    const record = async () => end(await failTrainingRun({ training_id, message }));
    return await finishAsFailed(error, failure, record);
  }
}
