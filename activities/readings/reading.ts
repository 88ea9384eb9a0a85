import { activityInfo, ApplicationFailure, log } from "@temporalio/activity";
import { findReadRun, markReadingRunning } from "#db/readings/runs.ts";
import { type BlockName, BLOCKS, type BlockState } from "#engine/readings/schema.ts";
import type { BeginReadingResult, ReadingWorkflowInput } from "#temporal/reading.ts";
import { computeBlocks } from "./blocks.ts";
import {
  assembled,
  completeReading,
  type EndDependencies,
  failReading,
  recordEnd,
  TERMINAL,
} from "./complete.ts";
import { loadReadingInput } from "./input.ts";
import { type FailedBlocks, type RewriteDependencies, rewriteReading } from "./rewrite.ts";

export interface ReadingDependencies extends RewriteDependencies, EndDependencies {}

/**
 * The activities of the reading workflow: ids and names of blocks in, states out. Each may run again. Each computes the blocks that it needs
 * from rows that are final, so that no step passes blocks on to the next.
 */
export type ReadingActivities = ReturnType<typeof createReadingActivities>;

export function createReadingActivities(dependencies: ReadingDependencies) {
  return {
    beginReading: (reading: ReadingWorkflowInput) => beginReading(dependencies, reading),
    computeBlock: (input: ReadingWorkflowInput & BlockToRetry) => computeBlock(dependencies, input),
    rewriteReading: (input: ReadingWorkflowInput & FailedBlocks) => rewriteReading(dependencies, input),
    completeReading: (input: ReadingWorkflowInput & FailedBlocks) => completeReading(dependencies, input),
    failReading: (input: ReadingWorkflowInput & { readonly message: string }) =>
      failReading(dependencies, input),
  };
}

/**
 * Computes every block. Where all are computed and no model rewrites the texts, the Reading completes within this activity, which spares
 * Temporal the other steps and Postgres a state of milliseconds; else it is marked as running.
 */
async function beginReading(
  dependencies: ReadingDependencies,
  reading: ReadingWorkflowInput,
): Promise<BeginReadingResult> {
  const { database, rewriter, turns } = dependencies;
  const isOneStep = rewriter === null;
  const run = await (isOneStep ? findReadRun : markReadingRunning)(database, reading);
  if (run === null) return TERMINAL;
  const input = await loadReadingInput(dependencies, run);
  const blocks = await computeBlocks(input, [], () => turns.take(run));
  for (const [block, error] of blocks.errors) {
    log.warn("A block of a Reading could not be computed", { ...reading, block, error });
  }
  if (isOneStep && blocks.errors.size === 0) {
    return await recordEnd(dependencies, reading, assembled(input, blocks, run.rewrite), run);
  }
  if (isOneStep && await markReadingRunning(database, reading) === null) return TERMINAL;
  return {
    kind: "blocks",
    failed: [...blocks.errors.keys()],
    rewrite_seconds: rewriter?.longestSeconds ?? null,
  };
}

export interface BlockToRetry extends FailedBlocks {
  readonly block: BlockName;
}

/** Attempts at one block alone before it counts as failed. */
const BLOCK_ATTEMPTS = 3;

/**
 * Computes one block alone; the synthesis from all blocks but the failed ones.
 * @throws ApplicationFailure of the block's error, non-retryable at the third attempt; an outage of the database is retried for longer.
 */
async function computeBlock(
  dependencies: ReadingDependencies,
  { block, failed, ...reading }: ReadingWorkflowInput & BlockToRetry,
): Promise<{ state: BlockState | "ended" }> {
  const run = await findReadRun(dependencies.database, reading);
  if (run === null) return { state: "ended" };
  const leftOut = block === "synthesis" ? failed : BLOCKS.filter((name) => name !== block);
  const input = await loadReadingInput(dependencies, run);
  const { outcomes, errors } = await computeBlocks(
    input,
    leftOut,
    () => dependencies.turns.take(run),
  );
  if (errors.has(block)) throw blockFailure(errors.get(block));
  return { state: outcomes[block].state };
}

function blockFailure(error: unknown): ApplicationFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return ApplicationFailure.create({
    message,
    type: name,
    nonRetryable: activityInfo().attempt >= BLOCK_ATTEMPTS,
  });
}
