import { cancellationSignal } from "@temporalio/activity";
import type { Database } from "#db/database.ts";
import { completeTrainingRun, failTrainingRun, findRunningTrainingRun } from "#db/training/training-runs.ts";
import { readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { CalibrationFileFault } from "#engine/training/calibration-file-fault.ts";
import { mockResults, trainingResults } from "#engine/training/results.ts";
import { scoreCalibration } from "#engine/training/score-calibration.ts";
import { type ObjectStorage, ObjectUnreadable } from "#providers/storage/storage.ts";
import { MAX_UPLOAD_BYTES, uploadKey } from "#providers/storage/upload.ts";
import { WORK } from "#shared/metrics.ts";
import type { TrainingResult, TrainingRunInput } from "#temporal/training-run.ts";
import { withHeartbeats } from "../heartbeats.ts";
import { questionPredictor, type QuestionPredictorDependencies, Turns } from "./question-predictor.ts";

export interface TrainingRunDependencies {
  /** Of a role that reads every organization's rows. */
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly predictions: QuestionPredictorDependencies;
}

interface ScoringDependencies extends TrainingRunDependencies {
  readonly turns: Turns;
}

/** The activities of the training workflow. Each may run again; only the first end is written. Ids in, counts out. */
export type TrainingRunActivities = ReturnType<typeof createTrainingRunActivities>;

export function createTrainingRunActivities(parts: TrainingRunDependencies) {
  const dependencies: ScoringDependencies = { ...parts, turns: new Turns() };
  return {
    scoreTrainingRun: async (input: TrainingRunInput) => counted(await scoreTrainingRun(dependencies, input)),
    /** Fails the run, unless it has ended already. `message` is a sentence for customers. */
    failTrainingRun: async (
      { training_id, message }: TrainingRunInput & { readonly message: string },
    ): Promise<TrainingResult> => {
      const failed = await failTrainingRun(dependencies.database, training_id, message);
      return counted(failed ? { outcome: "failed", rows: 0 } : TERMINAL);
    },
  };
}

function counted(result: TrainingResult): TrainingResult {
  if (result.outcome !== "terminal") WORK.trainingRuns.inc({ outcome: result.outcome });
  return result;
}

/** The result for a run that had ended before. */
const TERMINAL: TrainingResult = { outcome: "terminal", rows: 0 };

/** Scores the uploaded file, or makes mock figures where there is none, and writes the results, once. */
async function scoreTrainingRun(
  dependencies: ScoringDependencies,
  { training_id }: TrainingRunInput,
): Promise<TrainingResult> {
  const { database, storage } = dependencies;
  const run = await findRunningTrainingRun(database, training_id);
  if (run === null) return TERMINAL;
  // A file that was received and has disappeared must not become a mock: reading it then fails the run.
  const received = run.upload_received ||
    await storage.head(uploadKey(training_id), cancellationSignal()) !== null;
  if (received) return await scoreFile(dependencies, training_id, run.organization_id);
  const completed = await completeTrainingRun(database, training_id, mockResults(training_id), false);
  return completed ? { outcome: "completed", rows: 0 } : TERMINAL;
}

/**
 * Reads the file to its end, so that one with a fault costs no forecast, and then scores it.
 * @throws errors of the database and of the storage, which Temporal retries; a file that cannot be scored fails the run.
 */
async function scoreFile(
  { database, storage, predictions, turns }: ScoringDependencies,
  training_id: string,
  organizationId: string,
): Promise<TrainingResult> {
  const signal = cancellationSignal();
  const read = () => {
    const file = storage.read(uploadKey(training_id), { maxBytes: MAX_UPLOAD_BYTES, signal });
    return new CountedRows(readCalibrationCsv(file));
  };
  let counted = read();
  try {
    return await withHeartbeats(async () => {
      for await (const _row of counted);
      counted = read();
      const predict = await questionPredictor(predictions, turns, organizationId, signal);
      const score = await scoreCalibration(counted, predict);
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
