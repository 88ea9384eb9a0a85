import { cancellationSignal, log } from "@temporalio/activity";
import type { Database } from "#db/database.ts";
import { findReadRun, recordRewriteAttempt, saveRewrite } from "#db/readings/runs.ts";
import { assembleReading } from "#engine/readings/blocks.ts";
import type { BlockName } from "#engine/readings/schema.ts";
import { textsOf } from "#engine/readings/texts.ts";
import type { ReadingWriter } from "#providers/reading-model/writer.ts";
import type { ReadingWorkflowInput, RewriteResult } from "#temporal/reading.ts";
import { withHeartbeats } from "../heartbeats.ts";
import { recomputeBlocks } from "./blocks.ts";
import { loadReadingInput } from "./input.ts";

export interface RewriteDependencies {
  /** Of a role that reads every organization's rows. */
  readonly database: Database;
  readonly writer: ReadingWriter;
}

export interface FailedBlocks {
  /** Blocks that failed even when they were retried; the Reading leaves them out. */
  readonly failed: readonly BlockName[];
}

/** The result for a Reading with its computed texts. */
const COMPUTED: RewriteResult = { model_tier: "computed", calls: 0 };

/**
 * Has a model rewrite the Reading's texts, and saves them. The attempt is counted before the call, since it may cost money even if this
 * worker dies. Errors of the model fail nothing: the writer then returns the computed texts.
 *
 * @throws errors of the database, and of a block that is not in `failed`, which Temporal retries.
 */
export async function rewriteReading(
  { database, writer }: RewriteDependencies,
  { failed, ...reading }: ReadingWorkflowInput & FailedBlocks,
): Promise<RewriteResult> {
  const run = await findReadRun(database, reading);
  if (run === null) return COMPUTED;
  if (run.rewrite !== null) return { model_tier: run.rewrite.model_tier, calls: 0 };
  const { outcomes, facts } = recomputeBlocks(await loadReadingInput(database, run), failed);
  if (facts === null) return COMPUTED;
  const computed = textsOf(assembleReading(outcomes).post_hoc);
  if (!await recordRewriteAttempt(database, reading)) return COMPUTED;
  return await withHeartbeats(async () => {
    const written = await writer.write({ facts, computed }, cancellationSignal());
    const { texts, model_tier, calls, cost_usd, counted, problems } = written;
    log.info("A model rewrote a Reading", { ...reading, model_tier, calls, cost_usd, counted, problems });
    await saveRewrite(database, reading, { texts, model_tier }, cost_usd);
    return { model_tier, calls };
  });
}
