import { setImmediate as yieldToEvents } from "node:timers/promises";
import { cancellationSignal } from "@temporalio/activity";
import type { Database } from "#db/database.ts";
import { completeTrainingRun, failTrainingRun, findRunningTrainingRun } from "#db/training/training-runs.ts";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import { newestMethodology } from "#engine/methodologies/catalogue.ts";
import type { Router } from "#engine/routing/router.ts";
import { readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { CalibrationFileFault } from "#engine/training/calibration-file-fault.ts";
import { enginePredictor } from "#engine/training/engine-predictor.ts";
import { mockResults, trainingResults } from "#engine/training/results.ts";
import { type Predictor, scoreCalibration } from "#engine/training/score-calibration.ts";
import { type ObjectStorage, ObjectUnreadable } from "#providers/storage/storage.ts";
import { MAX_UPLOAD_BYTES, uploadKey } from "#providers/storage/upload.ts";
import type { TrainingResult, TrainingRunInput } from "#temporal/training-run.ts";
import { withHeartbeats } from "../heartbeats.ts";

export interface TrainingRunDependencies {
  /** Of a role that reads every organization's rows. */
  readonly database: Database;
  readonly storage: ObjectStorage;
  /** Chooses a methodology for each question of a file. */
  readonly choose: Predictor<Methodology>["choose"];
}

/** The activities of the training workflow. Each may run again; only the first end is written. Ids in, counts out. */
export type TrainingRunActivities = ReturnType<typeof createTrainingRunActivities>;

export function createTrainingRunActivities(dependencies: TrainingRunDependencies) {
  return {
    scoreTrainingRun: (input: TrainingRunInput) => scoreTrainingRun(dependencies, input),
    /** Fails the run, unless it has ended already. `message` is a sentence for customers. */
    failTrainingRun: async (
      { training_id, message }: TrainingRunInput & { readonly message: string },
    ): Promise<TrainingResult> => {
      const failed = await failTrainingRun(dependencies.database, training_id, message);
      return failed ? { outcome: "failed", rows: 0 } : TERMINAL;
    },
  };
}

/** The result for a run that had ended before. */
const TERMINAL: TrainingResult = { outcome: "terminal", rows: 0 };

/** Scores the uploaded file, or makes mock figures where there is none, and writes the results, once. */
async function scoreTrainingRun(
  dependencies: TrainingRunDependencies,
  { training_id }: TrainingRunInput,
): Promise<TrainingResult> {
  const { database, storage } = dependencies;
  const run = await findRunningTrainingRun(database, training_id);
  if (run === null) return TERMINAL;
  // A file that was received and has disappeared must not become a mock: reading it then fails the run.
  const received = run.upload_received ||
    await storage.head(uploadKey(training_id), cancellationSignal()) !== null;
  if (received) return await scoreFile(dependencies, training_id);
  const completed = await completeTrainingRun(database, training_id, mockResults(training_id), false);
  return completed ? { outcome: "completed", rows: 0 } : TERMINAL;
}

/** @throws errors of the database and of the storage, which Temporal retries; a file that cannot be scored fails the run. */
async function scoreFile(
  { database, storage, choose }: TrainingRunDependencies,
  training_id: string,
): Promise<TrainingResult> {
  const file = storage.read(uploadKey(training_id), {
    maxBytes: MAX_UPLOAD_BYTES,
    signal: cancellationSignal(),
  });
  const counted = new CountedRows(readCalibrationCsv(file));
  try {
    return await withHeartbeats(async () => {
      const score = await scoreCalibration(counted, enginePredictor(choose));
      const completed = await completeTrainingRun(
        database,
        training_id,
        trainingResults(training_id, score),
        true,
      );
      return completed ? { outcome: "completed", rows: counted.rows } : TERMINAL;
    }, () => ({ rows: counted.rows }));
  } catch (error) {
    // Another attempt would read the same file. The message may quote the file, so it goes to Postgres and not to Temporal.
    if (!(error instanceof CalibrationFileFault || error instanceof ObjectUnreadable)) throw error;
    if (error instanceof ObjectUnreadable && error.reason === "too_large") {
      await storage.remove(uploadKey(training_id));
    }
    const failed = await failTrainingRun(database, training_id, error.message, true);
    return failed ? { outcome: "failed", rows: counted.rows } : TERMINAL;
  }
}

/** Counts rows as they are read, for the heartbeats. */
class CountedRows<Row> implements AsyncIterable<Row> {
  rows = 0;
  readonly #source: AsyncIterable<Row>;

  constructor(source: AsyncIterable<Row>) {
    this.#source = source;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    for await (const row of this.#source) {
      this.rows++;
      yield row;
    }
  }
}

/** Routing this many questions takes about 20 ms; then the process's other events get their turn. */
const QUESTIONS_BETWEEN_YIELDS = 20;

/**
 * Chooses methodologies as automatic routing does: the likeliest one, or none below the floor.
 *
 * @param router creates the router at the first question, for workers that route none.
 * @param floor confidence, 0 to 1.
 */
export function methodologyChooser(router: () => Router, floor: number): Predictor<Methodology>["choose"] {
  return async (questions) => {
    const chosen: (Methodology | null)[] = [];
    for (const question of questions) {
      const { best } = router().route(question);
      chosen.push(best === null || best.confidence < floor ? null : newestMethodology(best.slug) ?? null);
      if (chosen.length % QUESTIONS_BETWEEN_YIELDS === 0) await yieldToEvents();
    }
    return chosen;
  };
}
