import { cancellationSignal, Context } from "@temporalio/activity";
import type { Database } from "#db/database.ts";
import { completeTrainingRun, failTrainingRun, findRunningTrainingRun } from "#db/training/training-runs.ts";
import type { Methodology } from "#engine/methodologies/methodology.ts";
import { readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { CalibrationFileFault } from "#engine/training/calibration-file-fault.ts";
import { enginePredictor } from "#engine/training/engine-predictor.ts";
import { mockResults, trainingResults } from "#engine/training/results.ts";
import { type Predictor, scoreCalibration } from "#engine/training/score-calibration.ts";
import { type ObjectStorage, ObjectUnreadable } from "#providers/storage/storage.ts";
import { MAX_UPLOAD_BYTES, uploadKey } from "#providers/storage/upload.ts";
import type { TrainingResult, TrainingRunActivities } from "./training-run-types.ts";

export interface TrainingRunDependencies {
  /** Sees every organization. */
  readonly database: Database;
  readonly storage: ObjectStorage;
  /** Routes the questions of a file. */
  readonly choose: Predictor<Methodology>["choose"];
}

/** A third of the workflow's heartbeat timeout. */
const HEARTBEAT_MS = 5_000;

const TERMINAL: TrainingResult = { outcome: "terminal", rows: 0 };

/** The side effects of the training workflow. Each may be run again: only the first to write an end is heard. */
export function createTrainingRunActivities(
  { database, storage, choose }: TrainingRunDependencies,
): TrainingRunActivities {
  const predictor = enginePredictor(choose);

  return {
    async scoreTrainingRun({ training_id }) {
      const run = await findRunningTrainingRun(database, training_id);
      if (run === null) return TERMINAL;
      const key = uploadKey(training_id);
      const signal = cancellationSignal();
      // A file that was received and is gone by now must not become a mock: reading it says so.
      const received = run.upload_received || await storage.head(key, signal) !== null;
      if (!received) return await complete(training_id, mockResults(training_id), false, 0);

      const counted = new CountedRows(
        readCalibrationCsv(storage.read(key, { maxBytes: MAX_UPLOAD_BYTES, signal })),
      );
      const stop = heartbeats(counted);
      try {
        const results = trainingResults(training_id, await scoreCalibration(counted, predictor));
        return await complete(training_id, results, true, counted.rows);
      } catch (error) {
        // Reading the same file again would find the same. The message may quote the file, so Temporal is not told it.
        if (!(error instanceof CalibrationFileFault || error instanceof ObjectUnreadable)) throw error;
        const failed = await failTrainingRun(database, training_id, error.message, true);
        return failed ? { outcome: "failed", rows: counted.rows } : TERMINAL;
      } finally {
        stop();
      }
    },

    async failTrainingRun({ training_id, message }) {
      const failed = await failTrainingRun(database, training_id, message);
      return failed ? { outcome: "failed", rows: 0 } : TERMINAL;
    },
  };

  async function complete(
    id: string,
    results: object,
    received: boolean,
    rows: number,
  ): Promise<TrainingResult> {
    const completed = await completeTrainingRun(database, id, results, received);
    return completed ? { outcome: "completed", rows } : TERMINAL;
  }
}

/** Rows on their way to be scored. */
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

/** Tells Temporal every few seconds that the activity lives and how far it is, also while a slow store sends nothing. */
function heartbeats(progress: { readonly rows: number }): () => void {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat({ rows: progress.rows }), HEARTBEAT_MS);
  return () => clearInterval(timer);
}
