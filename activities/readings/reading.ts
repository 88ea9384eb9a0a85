import { activityInfo, ApplicationFailure, cancellationSignal, Context, log } from "@temporalio/activity";
import type { Database } from "#db/database.ts";
import { completeReading, failReading, type ReadingEnding } from "#db/readings/end.ts";
import {
  beginReading,
  earlierRuns,
  findReadRun,
  type ReadRun,
  recordRewriteAttempt,
  saveRewrite,
} from "#db/readings/runs.ts";
import { storedChunks } from "#db/simulations/runs.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import { assembleReading, noBlockCompleted } from "#engine/readings/blocks.ts";
import { readingBoundary } from "#engine/readings/boundary.ts";
import type { ReadingInput } from "#engine/readings/input.ts";
import { assertPostHoc, type BlockName, BLOCKS } from "#engine/readings/schema.ts";
import { readingTexts, replaceTexts } from "#engine/readings/texts.ts";
import type { ReadingWriter } from "#providers/reading-model/writer.ts";
import type { ReadingWorkflowInput } from "#temporal/reading.ts";
import { type TriedBlocks, tryBlocks } from "./blocks.ts";
import { kpiQuestion, readingInput } from "./input.ts";
import type { ReadingActivities, ReadingResult, RewriteResult } from "./reading-types.ts";

export interface ReadingDependencies {
  /** Sees every organization. */
  readonly database: Database;
  readonly writer: ReadingWriter;
  /** The longest that the writer can take; null for the one that asks no model. */
  readonly rewriteSeconds: number | null;
  /** Tells Temporal what follows from an end, right after its commit. */
  readonly dispatcher: OutboxDispatcher;
}

/** So often a block is tried alone that cannot be computed. */
const BLOCK_ATTEMPTS = 3;

/** A third of the workflow's heartbeat timeout. */
const HEARTBEAT_MS = 5_000;

const TERMINAL: ReadingResult = { kind: "ended", outcome: "terminal" };
const COMPUTED: RewriteResult = { model_tier: "computed", calls: 0 };

const NO_BLOCK_COMPLETED =
  "Nothing could be made of the stored answers of this simulation. Its results are not affected.";

/**
 * The side effects of the reading workflow. Each may be run again: what is computed follows from rows that are final, so it is computed
 * where it is needed instead of being carried from one step to the next.
 */
export function createReadingActivities(parts: ReadingDependencies): ReadingActivities {
  const { database, writer, rewriteSeconds } = parts;

  return {
    async beginReading(reading) {
      const run = await beginReading(database, reading);
      if (run === null) return TERMINAL;
      const input = await inputOf(run);
      const tried = tryBlocks(input, []);
      for (const [block, error] of tried.faults) {
        log.warn("A block of a Reading could not be computed", { ...reading, block, error });
      }
      if (tried.faults.size === 0 && rewriteSeconds === null) {
        return await complete(reading, run, input, tried);
      }
      return { kind: "blocks", failed: [...tried.faults.keys()], wording_seconds: rewriteSeconds };
    },

    async computeBlock({ block, failed, ...reading }) {
      const run = await findReadRun(database, reading);
      if (run === null) return { state: "ended" };
      const leftOut = block === "synthesis" ? failed : BLOCKS.filter((name) => name !== block);
      const { outcomes, faults } = tryBlocks(await inputOf(run), leftOut);
      if (faults.has(block)) throw blockFailure(faults.get(block));
      return { state: outcomes[block].state };
    },

    async rewriteReading({ failed, ...reading }) {
      const run = await findReadRun(database, reading);
      if (run === null) return COMPUTED;
      if (run.words !== null) return { model_tier: run.words.model_tier, calls: 0 };
      const { outcomes, facts } = whole(await inputOf(run), failed);
      if (facts === null) return COMPUTED;
      const { post_hoc } = assembleReading(outcomes);
      if (!await recordRewriteAttempt(database, reading)) return COMPUTED;
      const stop = heartbeats();
      try {
        const written = await writer.write({ facts, computed: readingTexts(post_hoc) }, cancellationSignal());
        const { texts, model_tier, calls, cost_usd, counted, problems } = written;
        log.info("A Reading was worded", { ...reading, model_tier, calls, cost_usd, counted, problems });
        await saveRewrite(database, reading, { texts, model_tier }, cost_usd);
        return { model_tier, calls };
      } finally {
        stop();
      }
    },

    async completeReading({ failed, ...reading }) {
      const run = await findReadRun(database, reading);
      if (run === null) return TERMINAL;
      const input = await inputOf(run);
      return await complete(reading, run, input, whole(input, failed));
    },

    async failReading({ message, ...reading }) {
      return ended(await database.transaction((tx) => failReading(tx, reading, message)));
    },
  };

  async function inputOf(run: ReadRun): Promise<ReadingInput> {
    const chunks = await storedChunks(database, run.id);
    const earlier = await earlierRuns(database, run, kpiQuestion(run));
    return readingInput({ run, chunks, earlier });
  }

  /** All blocks but those that failed. @throws what is wrong with one that had not failed before, so that the step is tried again. */
  function whole(input: ReadingInput, failed: readonly BlockName[]): TriedBlocks {
    const tried = tryBlocks(input, failed);
    for (const error of tried.faults.values()) throw error;
    return tried;
  }

  async function complete(
    reading: ReadingWorkflowInput,
    { words }: ReadRun,
    input: ReadingInput,
    { outcomes }: TriedBlocks,
  ): Promise<ReadingResult> {
    const { block_status, post_hoc: computed } = assembleReading(outcomes);
    if (noBlockCompleted(block_status)) {
      return ended(
        await database.transaction((tx) => failReading(tx, reading, NO_BLOCK_COMPLETED, block_status)),
      );
    }
    const post_hoc = words === null ? computed : replaceTexts(computed, words.texts);
    assertPostHoc(post_hoc);
    const calibration_boundary = readingBoundary(input.textSource, words?.model_tier ?? "computed");
    const finished = { block_status, calibration_boundary, post_hoc };
    return ended(await database.transaction((tx) => completeReading(tx, reading, finished)));
  }

  /** What follows from an end is told to Temporal now that it is committed. */
  function ended(ending: ReadingEnding | null): ReadingResult {
    if (ending === null) return TERMINAL;
    for (const row of ending.outbox) parts.dispatcher.dispatch(row);
    return { kind: "ended", outcome: ending.status };
  }
}

/** What is wrong with a block, as operators see it. A database that is away is waited for; a block that is at fault itself is not. */
function blockFailure(error: unknown): ApplicationFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return ApplicationFailure.create({
    message,
    type: name,
    nonRetryable: activityInfo().attempt >= BLOCK_ATTEMPTS,
  });
}

/** Tells Temporal every few seconds that the activity lives, so that a killed worker is noticed while a slow model is waited for. */
function heartbeats(): () => void {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  return () => clearInterval(timer);
}
