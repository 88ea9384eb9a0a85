import {
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from "@temporalio/workflow";
import type { ReadingActivities, ReadingResult } from "#activities/readings/reading-types.ts";
import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import { OUTCOME, STAGE } from "#temporal/search-attributes.ts";

type Block = Parameters<ReadingActivities["computeBlock"]>[0]["block"];

export interface ReadingProgress {
  readonly stage: "blocks" | "words" | "storing" | "ended";
  /** Blocks that could not be computed so far. */
  readonly failed: readonly Block[];
  /** Who worded the texts, once that is known. */
  readonly worded_by: string | null;
}

export const readingProgressQuery = defineQuery<ReadingProgress>("progress");

// All blocks together take some 80 ms for 10,000 agents: a short step inside the workflow task. What does not get through there is tried
// again as regular activities, where operators see what is retried.
const short = proxyLocalActivities<ReadingActivities>({
  startToCloseTimeout: "5s",
  scheduleToCloseTimeout: "7s",
  retry: { maximumAttempts: 2, initialInterval: "200ms" },
});
/** Long enough for an outage of the database or a deploy; a Reading that still cannot be made then has failed. */
const LONGEST_STEP = "15 minutes";
const RETRY = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "30s" } as const;

/** Explains a completed simulation in eight blocks. One that cannot be made is left out; the others stand. */
export async function reading(run: ReadingWorkflowInput): Promise<ReadingResult> {
  let progress: ReadingProgress = { stage: "blocks", failed: [], worded_by: null };
  setHandler(readingProgressQuery, () => progress, {
    description: "Stage, blocks that could not be computed, who worded the texts",
  });
  const show = (change: Partial<ReadingProgress>) => {
    progress = { ...progress, ...change };
    const { stage, failed, worded_by } = progress;
    setCurrentDetails(
      `| stage | failed blocks | worded by |\n|---|---|---|\n| ${stage} | ${failed.join(", ") || "none"} | ${
        worded_by ?? "not yet"
      } |\n\n` +
        "A cancel fails the Reading; what a model was paid for its words is kept.",
    );
  };
  const end = (ended: ReadingResult): ReadingResult => {
    progress = { ...progress, stage: "ended" };
    setCurrentDetails(`Ended: ${ended.outcome}.`);
    upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: ended.outcome }]);
    return ended;
  };

  let ended: ReadingResult;
  try {
    const beginning = await shortOrPatient(
      "compute the blocks",
      (activities) => activities.beginReading(run),
    );
    if (beginning.kind === "ended") {
      ended = end(beginning);
    } else {
      show({ failed: beginning.failed });
      if (beginning.failed.length > 0) show({ failed: await tryAgain(run, beginning.failed) });
      const { failed } = progress;
      if (beginning.wording_seconds !== null) {
        upsertSearchAttributes([{ key: STAGE, value: "words" }]);
        show({ stage: "words" });
        show({ worded_by: await word({ ...run, failed }, beginning.wording_seconds) });
      }
      show({ stage: "storing" });
      ended = end(
        await shortOrPatient(
          "store the Reading",
          (activities) => activities.completeReading({ ...run, failed }),
        ),
      );
    }
  } catch (error) {
    return await CancellationScope.nonCancellable(async () => {
      const message = messageOf(error);
      const { failReading } = proxyActivities<ReadingActivities>({
        startToCloseTimeout: "30s",
        retry: RETRY,
        summary: "fail the Reading",
      });
      ended = end(await failReading({ ...run, message }));
      if (ended.outcome === "terminal") return ended;
      if (isCancellation(error)) throw error;
      throw ApplicationFailure.nonRetryable(message, "ReadingFailed");
    });
  }
  if (ended.outcome === "failed") {
    throw ApplicationFailure.nonRetryable("Nothing could be made of the stored answers.", "ReadingFailed");
  }
  return ended;
}

/** A short step where it can be, a visible one with patience where it must. */
async function shortOrPatient<T>(
  summary: string,
  step: (activities: ReadingActivities) => Promise<T>,
): Promise<T> {
  try {
    return await step(short);
  } catch (error) {
    if (isCancellation(error)) throw error;
    const patient = proxyActivities<ReadingActivities>({
      startToCloseTimeout: "30s",
      scheduleToCloseTimeout: LONGEST_STEP,
      retry: RETRY,
      summary,
    });
    return await step(patient);
  }
}

/** Tries failed blocks again, each alone, and then whether a synthesis can be made of what there is. Returns those that failed for good. */
async function tryAgain(run: ReadingWorkflowInput, blocks: readonly Block[]): Promise<Block[]> {
  const stands = async (block: Block, failed: readonly Block[]): Promise<boolean> => {
    const { computeBlock } = proxyActivities<ReadingActivities>({
      startToCloseTimeout: "30s",
      scheduleToCloseTimeout: LONGEST_STEP,
      // The activity itself gives up on a block that cannot be computed.
      retry: { initialInterval: "500ms", backoffCoefficient: 3, maximumInterval: "30s" },
      summary: `block ${block}`,
    });
    try {
      await computeBlock({ ...run, block, failed });
      return true;
    } catch (error) {
      if (isCancellation(error)) throw error;
      return false;
    }
  };
  const alone = blocks.filter((block) => block !== "synthesis");
  const stood = await Promise.all(alone.map((block) => stands(block, [])));
  const failed = alone.filter((_, k) => stood[k] !== true);
  return await stands("synthesis", failed) ? failed : [...failed, "synthesis"];
}

/** Has the model word the texts. Should even that end in failure the computed texts stand. Returns who worded them. */
async function word(
  input: Parameters<ReadingActivities["rewriteReading"]>[0],
  seconds: number,
): Promise<string> {
  const { rewriteReading } = proxyActivities<ReadingActivities>({
    startToCloseTimeout: seconds * 1000,
    heartbeatTimeout: "15s",
    cancellationType: "WAIT_CANCELLATION_COMPLETED",
    // Every attempt may have to be paid for.
    retry: { initialInterval: "1s", backoffCoefficient: 2, maximumAttempts: 3 },
    summary: "have the model word the texts",
  });
  try {
    const { model_tier, calls } = await rewriteReading(input);
    return `${model_tier}, ${calls} calls`;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return "computed, the model could not be asked";
  }
}

/** What the customer is told. */
function messageOf(error: unknown): string {
  return isCancellation(error)
    ? "Cancelled by an operator. It can be generated again."
    : "The Reading failed on our side. It can be generated again.";
}
