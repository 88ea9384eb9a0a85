import { cancellationSignal } from "@temporalio/activity";
import {
  beginAttempt,
  endTrainingRun,
  findRunningTrainingRun,
  reportAttempt,
  type TrainingEnd,
} from "#db/training/training-runs.ts";
import { releaseUpload } from "#db/training/upload-usage.ts";
import { readCalibrationCsv } from "#engine/training/calibration-csv.ts";
import { CalibrationFileFault } from "#engine/training/calibration-row.ts";
import { mockResults, trainingResults } from "#engine/training/results.ts";
import {
  type PredictQuestion,
  questionPrediction,
  scoreCalibration,
} from "#engine/training/score-calibration.ts";
import { ObjectUnreadable } from "#providers/storage/storage.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import { WORK } from "#shared/metrics.ts";
import type { RunMemo } from "#temporal/command.ts";
import type { TrainingResult, TrainingRunInput } from "#temporal/training-run.ts";
import type { Dependencies } from "../dependencies.ts";
import { withHeartbeats } from "../heartbeats.ts";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { methodologyTaking } from "#engine/routing/router.ts";

export type TrainingRunDependencies = Pick<
  Dependencies,
  "database" | "storage" | "methodologies" | "forecasts" | "routing"
>;

/** The result for a run that had ended before. */
const TERMINAL: TrainingResult = { outcome: "terminal", rows: 0 };

const RESULTS_LOST =
  "Its results were lost on our side after the file had been scored and removed. Create another run with the same file.";

/** Attempts that took their worker with them, after which no other worker is put at risk. */
const MAX_LOST_ATTEMPTS = 5;
const GIVEN_UP =
  `The run was given up: the process that scored its file stopped ${MAX_LOST_ATTEMPTS} times. Try a smaller file, or ask the operators.`;

export type TrainingRunActivities = ReturnType<typeof createTrainingRunActivities>;

/** The activities of the training workflow. Each may run again; only the first end is written. Ids in, counts out. */
export function createTrainingRunActivities(dependencies: TrainingRunDependencies) {
  const { database, storage } = dependencies;
  /** Shared by all training runs of the process. */
  const turns = new RestingTurns();

  /** Ends the run, unless it has ended. @param received whether scoring has read an uploaded file */
  async function end(id: string, as: TrainingEnd, rows = 0, received = false): Promise<TrainingResult> {
    if (!await endTrainingRun(database, id, as, received)) return TERMINAL;
    const outcome = "results" in as ? "completed" : "failed";
    WORK.trainingRuns.inc({ outcome });
    return { outcome, rows };
  }

  /**
   * Reads the file to its end, so that one with a fault costs no forecast, and then scores it.
   * @throws errors of the database and of the storage, which Temporal retries; a file that cannot be scored fails the run.
   */
  async function scoreFile(id: string, organizationId: string): Promise<TrainingResult> {
    const signal = cancellationSignal();
    let rows = 0;
    const read = async function* () {
      rows = 0;
      for await (const row of readCalibrationCsv(storage.read(id, { maxBytes: MAX_UPLOAD_BYTES, signal }))) {
        rows++;
        yield row;
      }
    };
    try {
      return await withHeartbeats(async () => {
        for await (const _row of read());
        const predict = await questionPredictor(dependencies, turns, organizationId, signal);
        const score = await scoreCalibration(read(), predict);
        return await end(id, { results: trainingResults(id, score) }, rows, true);
      }, () => ({ rows }));
    } catch (error) {
      // Another attempt would read the same file. The message may quote the file, so it goes to Postgres and not to Temporal.
      if (!(error instanceof CalibrationFileFault || error instanceof ObjectUnreadable)) throw error;
      if (error instanceof ObjectUnreadable && error.reason === "too_large") await storage.remove(id);
      return await end(id, { failure: error.message }, rows, true);
    }
  }

  return {
    /** Scores the uploaded file, or makes mock figures without one, and writes the results, once. */
    async scoreTrainingRun(
      { training_id: id, prior_runs }: TrainingRunInput & RunMemo,
    ): Promise<TrainingResult> {
      const run = await findRunningTrainingRun(database, id);
      if (run === null) return TERMINAL;
      // A file that was received and has disappeared must not become a mock: reading it then fails the run.
      if (!run.upload_received && await storage.head(id, cancellationSignal()) === null) {
        // The run before has removed the file that it scored.
        const isLost = prior_runs !== undefined && run.may_have_file;
        return await end(id, isLost ? { failure: RESULTS_LOST } : { results: mockResults(id) });
      }
      if (await beginAttempt(database, id) > MAX_LOST_ATTEMPTS) {
        return await end(id, { failure: GIVEN_UP }, 0, true);
      }
      try {
        return await scoreFile(id, run.organization_id);
      } catch (error) {
        // An outage that hides this report makes the attempt a lost one, of which a run has some to spare.
        await reportAttempt(database, id).catch(() => {});
        throw error;
      }
    },
    /** Fails the run, unless it has ended already. `message` is a sentence for customers. */
    failTrainingRun: ({ training_id, message }: TrainingRunInput & { readonly message: string }) =>
      end(training_id, { failure: message }),
    /**
     * Removes the file of a run that has ended, also of one without a file: one may have come while it ended. What counted it is settled first,
     * since a removed file has no size.
     */
    async removeUpload({ training_id }: TrainingRunInput): Promise<void> {
      const object = await storage.head(training_id, cancellationSignal());
      await releaseUpload(database, training_id, object?.bytes ?? null, storage.kind === "s3");
      if (object !== null) await storage.remove(training_id);
    },
  };
}

/**
 * Predicts questions as an auto-routed simulation of the organization would: routed to the methodologies that it may use now, and by the same
 * forecast. A question takes 15 to 25 ms of processor time.
 */
async function questionPredictor(
  { methodologies, forecasts, routing }: TrainingRunDependencies,
  turns: RestingTurns,
  organizationId: string,
  signal: AbortSignal,
): Promise<PredictQuestion> {
  await methodologies.refresh();
  const usable = await methodologies.usableBy(organizationId);
  return async (question) => {
    const { read, methodology } = await turns.take(async () => {
      const ranked = await routing.route(question, usable, { signal });
      const methodology = methodologyTaking(ranked, usable, routing.floor) ?? null;
      return { read: await forecasts.read(question, methodology, signal), methodology };
    }, signal);
    const onTopic = methodology !== null;
    const forecast = await forecasts.forecast({ read, methodology, onTopic, scenario: {} }, signal);
    return questionPrediction(forecast, methodology);
  };
}

/**
 * Lets one piece of work run at a time, and then rests for as long as it took. So all training runs of a process take half a core at most,
 * and what else the process does waits for one piece at a time.
 */
export class RestingTurns {
  readonly #lane = pLimit(1);
  readonly #rest: (ms: number) => Promise<unknown>;

  /** @param rest waits; specs replace it by one that counts. */
  constructor(rest: (ms: number) => Promise<unknown> = sleep) {
    this.#rest = rest;
  }

  /** @param work computes; what it waits for is rested for as well. @throws the signal's reason, before the work or while resting. */
  take<T>(work: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#lane(async () => {
      signal.throwIfAborted();
      const began = performance.now();
      const result = await work();
      await this.#rest(performance.now() - began);
      signal.throwIfAborted();
      return result;
    });
  }
}
