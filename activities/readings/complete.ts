import type { Database } from "#db/postgres/database.ts";
import { endReading, type ReadingOutcome } from "#db/readings/end.ts";
import { findReadRun, type ReadRun, type Rewrite } from "#db/readings/runs.ts";
import type { Timed } from "#db/simulations/runs.ts";
import { assembleReading, noBlockCompleted } from "#engine/readings/blocks.ts";
import { readingBoundary } from "#engine/readings/boundary.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import { assertPostHoc } from "#engine/readings/schema.ts";
import { replaceTexts } from "#engine/readings/texts.ts";
import { WORK } from "#shared/metrics.ts";
import type { ReadingResult, ReadingWorkflowInput } from "#temporal/reading.ts";
import { type ComputedBlocks, type FailedBlocks, recomputeBlocks } from "./blocks.ts";
import { type InputDependencies, loadReadingInput } from "./input.ts";

/** The result for a Reading that had ended before. */
export const TERMINAL: ReadingResult = { kind: "ended", outcome: "terminal" };

const NO_BLOCK_COMPLETED =
  "Nothing could be made of the stored answers of this simulation. Its results are not affected.";

/** Assembles the blocks and ends the Reading: completed, or failed where no block completed. */
export async function completeReading(
  dependencies: InputDependencies,
  { failed, ...reading }: ReadingWorkflowInput & FailedBlocks,
): Promise<ReadingResult> {
  const { database, turns } = dependencies;
  const run = await findReadRun(database, reading);
  if (run === null) return TERMINAL;
  const input = await loadReadingInput(dependencies, run);
  const blocks = await recomputeBlocks(input, failed, () => turns.take(run));
  return await recordEnd(database, reading, assembled(input, blocks, run.rewrite), run);
}

/**
 * The outcome that the blocks make up, with the rewritten texts where there are any.
 * @throws TypeError where the Reading does not conform to its schema.
 */
export function assembled(
  input: ReadingInput,
  { outcomes }: ComputedBlocks,
  rewrite: Rewrite | null,
): ReadingOutcome {
  const { block_status, post_hoc: computed } = assembleReading(outcomes);
  if (noBlockCompleted(block_status)) {
    return { status: "failed", error_message: NO_BLOCK_COMPLETED, block_status };
  }
  const post_hoc = rewrite === null ? computed : replaceTexts(computed, rewrite.texts);
  assertPostHoc(post_hoc);
  const calibration_boundary = readingBoundary(input.textSource, rewrite?.model_tier ?? "computed");
  return { status: "completed", block_status, calibration_boundary, post_hoc };
}

/** Fails a Reading, unless it has ended already. @param input its `message` is a sentence for customers. */
export async function failReading(
  { database }: InputDependencies,
  { message, ...reading }: ReadingWorkflowInput & { readonly message: string },
): Promise<ReadingResult> {
  return await recordEnd(database, reading, {
    status: "failed",
    error_message: message,
    block_status: null,
  });
}

/** Ends a Reading. @param run as it was read last */
export async function recordEnd(
  database: Database,
  reading: ReadingWorkflowInput,
  outcome: ReadingOutcome,
  run: Timed<ReadRun> | null = null,
): Promise<ReadingResult> {
  if (!await endReading(database, reading, outcome, run)) return TERMINAL;
  WORK.readings.inc({ outcome: outcome.status });
  return { kind: "ended", outcome: outcome.status };
}
