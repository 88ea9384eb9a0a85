import {
  ApplicationFailure,
  defineQuery,
  defineSignal,
  isCancellation,
  makeContinueAsNewFunc,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from "@temporalio/workflow";
import type { ReadingActivities } from "#activities/readings/reading.ts";
import { GENERATE_SIGNAL, type ReadingResult, type ReadingWorkflowInput } from "#temporal/reading.ts";
import { OUTCOME, STAGE } from "#temporal/search-attributes.ts";
import { finish, finishAsFailed, localThenRegular, regularActivities } from "./steps.ts";

type ReadingBlock = Parameters<ReadingActivities["computeBlock"]>[0]["block"];

interface ReadingProgress {
  readonly stage: "blocks" | "rewriting" | "storing" | "ended";
  /** Blocks that could not be computed so far. */
  readonly failed: readonly ReadingBlock[];
  /** The model tier of the rewritten texts and its calls; null until they are rewritten. */
  readonly rewritten_by: string | null;
}

const readingProgressQuery = defineQuery<ReadingProgress>("progress");

/** Longer than an outage of the database or a deploy; a Reading that still cannot be made then fails. */
const RETRY_FOR = "15 minutes";
// All blocks together take some 80 ms for 10,000 agents, little enough for a local activity.
const step = localThenRegular<ReadingActivities>({
  regular: () => ({ scheduleToCloseTimeout: RETRY_FOR }),
  stopAtNonRetryable: false,
});
const { failReading } = regularActivities<ReadingActivities>("fail the Reading");

const generate = defineSignal<[generation: number]>(GENERATE_SIGNAL);

/** Makes a Reading, and goes on with the next generation where somebody asked for it before this run had closed. */
export async function reading(run: ReadingWorkflowInput): Promise<ReadingResult> {
  let wanted = run.generation;
  setHandler(generate, (generation) => void (wanted = Math.max(wanted, generation)), {
    description: "Makes the generation of this number after the present one has ended; the outbox sends it",
  });
  try {
    return await explain(run);
  } finally {
    if (wanted > run.generation) {
      const again = makeContinueAsNewFunc<typeof reading>({ memo: { generation: wanted } });
      upsertSearchAttributes([{ key: STAGE, value: "blocks" }, { key: OUTCOME, value: null }]);
      await again({ ...run, generation: wanted });
    }
  }
}

/** Explains a completed simulation in eight blocks. A block that cannot be computed is left out; the others stand. */
async function explain(run: ReadingWorkflowInput): Promise<ReadingResult> {
  const show = trackProgress();
  const end = (result: ReadingResult): ReadingResult => {
    show({ stage: "ended" });
    return finish(result);
  };

  let result: ReadingResult;
  try {
    result = end(await makeReading(run, show));
  } catch (error) {
    const what = isCancellation(error) ? "Cancelled by an operator." : "The Reading failed on our side.";
    const message = `${what} It can be generated again.`;
    const failure = ApplicationFailure.nonRetryable(message, "ReadingFailed");
    result = await finishAsFailed(error, failure, async () => end(await failReading({ ...run, message })));
  }
  if (result.outcome === "failed") {
    throw ApplicationFailure.nonRetryable("Nothing could be made of the stored answers.", "ReadingFailed");
  }
  return result;
}

async function makeReading(run: ReadingWorkflowInput, show: ShowProgress): Promise<ReadingResult> {
  const begun = await step("compute the blocks", (activities) => activities.beginReading(run));
  if (begun.kind === "ended") return begun;
  show({ failed: begun.failed });
  const failed = begun.failed.length === 0 ? [] : await retryBlocks(run, begun.failed);
  show({ failed });
  if (begun.rewrite_seconds !== null) {
    upsertSearchAttributes([{ key: STAGE, value: "rewriting" }]);
    show({ stage: "rewriting" });
    show({ rewritten_by: await rewrite({ ...run, failed }, begun.rewrite_seconds) });
  }
  show({ stage: "storing" });
  return await step("store the Reading", (activities) => activities.completeReading({ ...run, failed }));
}

type ShowProgress = (change: Partial<ReadingProgress>) => void;

/** Answers the progress query. Returns the function that changes the progress and shows it in the run's details. */
function trackProgress(): ShowProgress {
  let progress: ReadingProgress = { stage: "blocks", failed: [], rewritten_by: null };
  setHandler(readingProgressQuery, () => progress, {
    description: "Stage, blocks that could not be computed, model tier of the rewritten texts",
  });
  return (change) => {
    progress = { ...progress, ...change };
    const { stage, failed, rewritten_by } = progress;
    const row = `| ${stage} | ${failed.join(", ") || "none"} | ${rewritten_by ?? "not yet"} |`;
    setCurrentDetails(
      `| stage | failed blocks | rewritten by |\n|---|---|---|\n${row}\n\n` +
        "A cancel fails the Reading; the texts that a model was paid for stay stored.",
    );
  };
}

/** Retries failed blocks, each alone, and then the synthesis from the blocks that stand. Returns the blocks that failed again. */
async function retryBlocks(
  run: ReadingWorkflowInput,
  blocks: readonly ReadingBlock[],
): Promise<ReadingBlock[]> {
  const alone = blocks.filter((block) => block !== "synthesis");
  const computed = await Promise.all(alone.map((block) => retryBlock(run, block, [])));
  const failed = alone.filter((_, index) => computed[index] === false);
  return await retryBlock(run, "synthesis", failed) ? failed : [...failed, "synthesis"];
}

/** Whether a block could be computed in the end. */
async function retryBlock(
  run: ReadingWorkflowInput,
  block: ReadingBlock,
  failed: readonly ReadingBlock[],
): Promise<boolean> {
  // The activity's third failure is non-retryable; an outage of the database is retried for longer.
  const { computeBlock } = regularActivities<ReadingActivities>(`block ${block}`, {
    scheduleToCloseTimeout: RETRY_FOR,
    retry: { initialInterval: "500ms", backoffCoefficient: 3, maximumInterval: "30s" },
  });
  try {
    await computeBlock({ ...run, block, failed });
    return true;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return false;
  }
}

/** Has the model rewrite the texts; the computed texts stand where that fails. Returns the model tier and the calls. */
async function rewrite(
  input: Parameters<ReadingActivities["rewriteReading"]>[0],
  seconds: number,
): Promise<string> {
  const { rewriteReading } = proxyActivities<ReadingActivities>({
    startToCloseTimeout: seconds * 1000,
    heartbeatTimeout: "15s",
    cancellationType: "WAIT_CANCELLATION_COMPLETED",
    // Each attempt may cost money.
    retry: { initialInterval: "1s", backoffCoefficient: 2, maximumAttempts: 3 },
    summary: "rewrite the texts",
  });
  try {
    const { model_tier, calls } = await rewriteReading(input);
    return `${model_tier}, ${calls} calls`;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return "computed, since the rewrite failed";
  }
}
