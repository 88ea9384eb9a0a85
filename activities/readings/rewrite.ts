import { cancellationSignal, log } from "@temporalio/activity";
import { findReadRun, recordRewriteAttempt, saveRewrite } from "#db/readings/runs.ts";
import { assembleReading } from "#engine/readings/blocks.ts";
import type { BlockName } from "#engine/readings/schema.ts";
import { readingTexts } from "#engine/readings/texts.ts";
import type { ChatRewriter } from "#providers/reading-model/chat-rewriter.ts";
import type { ReadingWorkflowInput, RewriteResult } from "#temporal/reading.ts";
import { withHeartbeats } from "../heartbeats.ts";
import { recomputeBlocks } from "./blocks.ts";
import { type InputDependencies, loadReadingInput } from "./input.ts";

export interface RewriteDependencies extends InputDependencies {
  /** Null where no model rewrites the texts. */
  readonly rewriter: Pick<ChatRewriter, "rewrite" | "longestSeconds"> | null;
}

export interface FailedBlocks {
  /** Blocks that failed even when they were retried; the Reading leaves them out. */
  readonly failed: readonly BlockName[];
}

/** The result for a Reading with its computed texts. */
const COMPUTED: RewriteResult = { model_tier: "computed", calls: 0 };

/**
 * Has a model rewrite the Reading's texts, and saves them. The attempt is counted before the call, since it may cost money even if this
 * worker dies. Errors of the model fail nothing: the rewriter then returns the computed texts.
 *
 * @throws errors of the database, and of a block that is not in `failed`, which Temporal retries.
 */
export async function rewriteReading(
  { database, methodologies, rewriter, turns }: RewriteDependencies,
  { failed, ...reading }: ReadingWorkflowInput & FailedBlocks,
): Promise<RewriteResult> {
  const run = await findReadRun(database, reading);
  if (run === null || rewriter === null) return COMPUTED;
  if (run.rewrite !== null) return { model_tier: run.rewrite.model_tier, calls: 0 };
  const input = await loadReadingInput({ database, methodologies }, run);
  const { outcomes, facts } = await recomputeBlocks(input, failed, () => turns.take(run));
  if (facts === null) return COMPUTED;
  const computed = readingTexts(assembleReading(outcomes).post_hoc);
  if (!await recordRewriteAttempt(database, reading)) return COMPUTED;
  return await withHeartbeats(async () => {
    const rewritten = await rewriter.rewrite({ facts, computed }, cancellationSignal());
    const { texts, model_tier, calls, cost_usd, counted, problems } = rewritten;
    log.info("A model rewrote a Reading", { ...reading, model_tier, calls, cost_usd, counted, problems });
    await saveRewrite(database, reading, { texts, model_tier }, cost_usd);
    return { model_tier, calls };
  });
}
