import { activityInfo, ApplicationFailure, cancellationSignal, log } from "@temporalio/activity";
import {
  type EarlierRunRow,
  earlierRuns,
  endReading,
  findReadRun,
  markReadingRunning,
  type ReadingOutcome,
  type ReadRun,
  recordRewriteAttempt,
  type Rewrite,
  saveRewrite,
} from "#db/readings/readings.ts";
import {
  assembleReading,
  type BlockOutcome,
  type BlockOutcomes,
  computeBlock,
  COMPUTED_BLOCKS,
  noBlockCompleted,
} from "#engine/readings/blocks.ts";
import { assertPostHoc, type BlockName, BLOCKS, type BlockState } from "#engine/readings/schema.ts";
import { readingTexts, replaceTexts } from "#engine/readings/texts.ts";
import type { ReadingResult, ReadingWorkflowInput } from "#temporal/reading.ts";
import type { Dependencies } from "../dependencies.ts";
import { withHeartbeats } from "../heartbeats.ts";
import { lazily } from "#shared/lazily.ts";
import { storedChunks, weightsOf } from "#db/simulations/runs.ts";
import { decodeChunk } from "#engine/sampling/chunks.ts";
import type { ReadVerdict } from "#engine/verdict/schema.ts";
import {
  readStoredVerdict,
  type StoredBoundary,
  type StoredVerdict,
} from "#engine/verdict/stored-verdict.ts";
import { populationOfVerdict } from "#engine/verdict/disclosure.ts";
import { basisOf, foldInWords, peopleOf } from "#engine/verdict/people.ts";
import { EMBEDDED_ENGINE } from "#engine/sampling/answer-agents.ts";
import { factSheet } from "#engine/readings/fact-sheet.ts";
import { findings } from "#engine/readings/findings.ts";
import { type EarlierRun, readingBoundary, type ReadingInput } from "#engine/readings/input.ts";
import type { Timed } from "#db/simulations/runs.ts";
import { WORK } from "#shared/metrics.ts";

type InputDependencies = Pick<Dependencies, "database" | "methodologies" | "turns">;
type ReadingDependencies = InputDependencies & Pick<Dependencies, "rewriter">;

/** A Reading, and blocks that failed even when they were retried: it leaves them out. */
interface FailedBlocks extends ReadingWorkflowInput {
  readonly failed: readonly BlockName[];
}

/** A Reading ends within its first activity where every block was computed and no model rewrites the texts. */
type BeginReadingResult = ReadingResult | {
  readonly kind: "blocks";
  /** Blocks that could not be computed; the workflow retries each alone. */
  readonly failed: readonly BlockName[];
  /** The longest time that the model can take to rewrite the texts; null where no model is configured. */
  readonly rewrite_seconds: number | null;
};

/** Who wrote the texts, and the calls that the model server received. */
type RewriteResult = Pick<Rewrite, "model_tier"> & { readonly calls: number };

/** The result for a Reading with its computed texts. */
const COMPUTED: RewriteResult = { model_tier: "computed", calls: 0 };

/** The result for a Reading that had ended before. */
const TERMINAL: ReadingResult = { kind: "ended", outcome: "terminal" };

export type ReadingActivities = ReturnType<typeof createReadingActivities>;

/**
 * The activities of the reading workflow: ids and names of blocks in, states out. Each may run again. Each computes the blocks that it needs
 * from rows that are final, so that no step passes blocks on to the next.
 */
export function createReadingActivities(dependencies: ReadingDependencies) {
  const { database, rewriter } = dependencies;
  /** Ends a Reading. @param run as it was read last */
  const recordEnd = async (
    reading: ReadingWorkflowInput,
    outcome: ReadingOutcome,
    run: Timed<ReadRun> | null = null,
  ): Promise<ReadingResult> => {
    if (!await endReading(database, reading, outcome, run)) return TERMINAL;
    WORK.readings.inc({ outcome: outcome.status });
    return { kind: "ended", outcome: outcome.status };
  };
  return {
    /**
     * Computes every block. Where all are computed and no model rewrites the texts, the Reading completes within this activity, which spares
     * Temporal the other steps and Postgres a state of milliseconds; else it is marked as running.
     */
    async beginReading(reading: ReadingWorkflowInput): Promise<BeginReadingResult> {
      const isOneStep = rewriter === null;
      const run = await (isOneStep ? findReadRun : markReadingRunning)(database, reading);
      if (run === null) return TERMINAL;
      const blocks = await computeBlocks(dependencies, run, []);
      for (const [block, error] of blocks.errors) {
        log.warn("A block of a Reading could not be computed", { ...reading, block, error });
      }
      if (isOneStep && blocks.errors.size === 0) {
        return await recordEnd(reading, assembled(blocks, run.rewrite), run);
      }
      if (isOneStep && await markReadingRunning(database, reading) === null) return TERMINAL;
      const rewrite_seconds = rewriter?.longestSeconds ?? null;
      return { kind: "blocks", failed: [...blocks.errors.keys()], rewrite_seconds };
    },
    /**
     * Computes one block alone; the synthesis from all blocks but the failed ones.
     * @throws ApplicationFailure of the block's error, non-retryable at the third attempt; an outage of the database is retried for longer.
     */
    async computeBlock(
      { block, failed, ...reading }: FailedBlocks & { readonly block: BlockName },
    ): Promise<{ state: BlockState | "ended" }> {
      const run = await findReadRun(database, reading);
      if (run === null) return { state: "ended" };
      const leftOut = block === "synthesis" ? failed : BLOCKS.filter((name) => name !== block);
      const { outcomes, errors } = await computeBlocks(dependencies, run, leftOut);
      if (errors.has(block)) throw blockFailure(errors.get(block));
      return { state: outcomes[block].state };
    },
    /**
     * Has a model rewrite the Reading's texts, and saves them. The attempt is counted before the call, since it may cost money even if this
     * worker dies. Errors of the model fail nothing: the rewriter then returns the computed texts.
     *
     * @throws errors of the database, and of a block that is not in `failed`, which Temporal retries.
     */
    async rewriteReading({ failed, ...reading }: FailedBlocks): Promise<RewriteResult> {
      const run = await findReadRun(database, reading);
      if (run === null || rewriter === null) return COMPUTED;
      if (run.rewrite !== null) return { model_tier: run.rewrite.model_tier, calls: 0 };
      const { input, outcomes } = await recomputeBlocks(dependencies, run, failed);
      // Without a synthesis there is nothing that the facts belong to.
      if (outcomes.synthesis.state === "failed") return COMPUTED;
      await dependencies.turns.take(run);
      const facts = factSheet(findings(input, outcomes));
      const computed = readingTexts(assembleReading(outcomes).post_hoc);
      if (!await recordRewriteAttempt(database, reading)) return COMPUTED;
      return await withHeartbeats(async () => {
        const rewritten = await rewriter.rewrite({ facts, computed }, cancellationSignal());
        const { texts, model_tier, calls, cost_usd, counted, problems } = rewritten;
        log.info("A model rewrote a Reading", { ...reading, model_tier, calls, cost_usd, counted, problems });
        await saveRewrite(database, reading, { texts, model_tier }, cost_usd);
        return { model_tier, calls };
      });
    },
    /** Assembles the blocks and ends the Reading: completed, or failed where no block completed. */
    async completeReading({ failed, ...reading }: FailedBlocks): Promise<ReadingResult> {
      const run = await findReadRun(database, reading);
      if (run === null) return TERMINAL;
      const blocks = await recomputeBlocks(dependencies, run, failed);
      return await recordEnd(reading, assembled(blocks, run.rewrite), run);
    },
    /** Fails a Reading, unless it has ended already. `message` is a sentence for customers. */
    failReading: ({ message, ...reading }: ReadingWorkflowInput & { readonly message: string }) =>
      recordEnd(reading, { status: "failed", error_message: message, block_status: null }),
  };
}

/** Attempts at one block alone before it counts as failed. */
const BLOCK_ATTEMPTS = 3;

function blockFailure(error: unknown): ApplicationFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const nonRetryable = activityInfo().attempt >= BLOCK_ATTEMPTS;
  return ApplicationFailure.create({ message, type: name, nonRetryable });
}

/** The outcomes of the eight blocks. */
interface ComputedBlocks {
  readonly input: ReadingInput;
  readonly outcomes: BlockOutcomes;
  /** The errors of the blocks that failed in this computation. */
  readonly errors: ReadonlyMap<BlockName, unknown>;
}

/**
 * Computes all blocks of a run but those that have failed before. A block whose computation throws has failed; it affects no other block but
 * the synthesis, which leaves it out.
 */
async function computeBlocks(
  dependencies: InputDependencies,
  run: ReadRun,
  failed: readonly BlockName[],
): Promise<ComputedBlocks> {
  const input = await loadReadingInput(dependencies, run);
  const errors = new Map<BlockName, unknown>();
  const ends: Partial<Record<BlockName, BlockOutcome>> = {};
  for (const name of COMPUTED_BLOCKS) {
    await dependencies.turns.take(run);
    ends[name] = { state: "failed" };
    if (failed.includes(name)) continue;
    try {
      ends[name] = computeBlock(name, input, ends as BlockOutcomes);
    } catch (error) {
      errors.set(name, error);
    }
  }
  return { input, outcomes: ends as BlockOutcomes, errors };
}

/**
 * The same, for a step after the failed blocks were retried.
 * @throws the first error of a block that is not in `failed`, so that Temporal retries the step.
 */
async function recomputeBlocks(
  ...parameters: Parameters<typeof computeBlocks>
): Promise<ComputedBlocks> {
  const blocks = await computeBlocks(...parameters);
  for (const error of blocks.errors.values()) throw error;
  return blocks;
}

const NO_BLOCK_COMPLETED =
  "Nothing could be made of the stored answers of this simulation. Its results are not affected.";

/**
 * The outcome that the blocks make up, with the rewritten texts where there are any.
 * @throws TypeError where the Reading does not conform to its schema.
 */
function assembled({ input, outcomes }: ComputedBlocks, rewrite: Rewrite | null): ReadingOutcome {
  const { block_status, post_hoc: computed } = assembleReading(outcomes);
  if (noBlockCompleted(block_status)) {
    return { status: "failed", error_message: NO_BLOCK_COMPLETED, block_status };
  }
  const post_hoc = rewrite === null ? computed : replaceTexts(computed, rewrite.texts);
  assertPostHoc(post_hoc);
  const calibration_boundary = readingBoundary(input.textSource, rewrite?.model_tier ?? "computed");
  return { status: "completed", block_status, calibration_boundary, post_hoc };
}

/**
 * Reads the rows that a Reading is computed from, which are final, so that every computation gives the same Reading. Each part is converted
 * when the first block reads it: an error in one part fails the blocks that read it, and no other block.
 */
async function loadReadingInput(
  { database, methodologies }: Pick<InputDependencies, "database" | "methodologies">,
  run: ReadRun,
): Promise<ReadingInput> {
  // Undefined where it is kept no longer, or not in this release.
  const requested = await methodologies.version(run.organization_id, run);
  const kpiQuestion = requested?.kpi_question ?? null;
  const chunks = await storedChunks(database, run.id);
  const earlier = await earlierRuns(database, run, kpiQuestion);
  const { calibration_boundary: stored, dimensions } = run;
  const tier = stored?.tier ?? 3;
  // A run that asked the KPI question has it as the matched one, at tier 1.
  const matched = stored?.matched_question ?? null;
  const verdict = lazily(() => readVerdict(run.verdict, stored));
  const decoded = lazily(() => chunks.map(decodeChunk));
  const weights = lazily(() => weightsOf(run.weights));
  const earlierRead = lazily(() => earlier.map(earlierRun));
  return {
    simulation_id: run.id,
    seed: Number(run.seed),
    question: run.question ?? kpiQuestion ?? matched?.text ?? "",
    methodology: tier === 3 || requested === undefined ? null : { name: requested.name },
    boundary: {
      tier,
      people: peopleOf(populationOfVerdict(tier, requested ?? null), run.audience),
      get basis() {
        return basisOf(stored ?? { tier }, verdict().evidence);
      },
      answers: tier === 1 && matched?.scale
        ? foldInWords(matched.scale, matched.polarity === "opposite")
        : null,
      polarity: matched?.polarity ?? null,
      get evidence() {
        return verdict().evidence;
      },
    },
    textSource: run.engine_name === EMBEDDED_ENGINE.name ? "templates" : "model",
    get verdict() {
      return verdict();
    },
    get dimensions() {
      return dimensions.all.slice(0, dimensions.reported);
    },
    get chunks() {
      return decoded();
    },
    get weights() {
      return weights();
    },
    get segment_sd() {
      return dimensions.segment_sd ?? {};
    },
    get earlier_runs() {
      return earlierRead();
    },
  };
}

function earlierRun(
  { id, completed_at, agent_count, seed, verdict, calibration_boundary }: EarlierRunRow,
): EarlierRun {
  return {
    ...readVerdict(verdict, calibration_boundary),
    simulation_id: id,
    completed_at: completed_at.toISOString(),
    agent_count,
    seed: Number(seed),
  };
}

/** @throws RangeError where the row holds no counts: no text may be written about such a verdict. */
function readVerdict(stored: StoredVerdict, boundary: StoredBoundary | null): ReadVerdict {
  const verdict = readStoredVerdict(stored, boundary);
  if (!Number.isInteger(verdict.total) || !Number.isFinite(verdict.yes_pct)) {
    throw new RangeError("Cannot read the stored verdict: it has no counts");
  }
  return verdict;
}
