import { type List, listOf } from "./list.ts";
import { path, Resource } from "./transport.ts";
import type {
  CallOptions,
  CreatedTrainingRun,
  DataOf,
  FiltersOf,
  NewTrainingRun,
  TrainingResults,
  TrainingRun,
  WriteOptions,
} from "./types.ts";
import { type WaitOptions, waitUntil } from "./wait.ts";

/** The service takes no longer for a file. */
const UPLOAD_SECONDS = 120;

/** Your own survey's figures, compared with what a methodology predicts. */
export class Training extends Resource {
  /** Creates a run, QUEUED, and the URL that takes its calibration file for 15 minutes. */
  create(run: NewTrainingRun, options?: WriteOptions): Promise<CreatedTrainingRun> {
    return this.transport.post("createTrainingUpload", path`/v1/training/uploads`, options, run);
  }

  /** Puts the calibration file, CSV of at most 25 MiB, where `upload_url` says. */
  async upload(
    uploadUrl: string,
    csv: string | Uint8Array<ArrayBuffer> | Blob,
    options?: CallOptions,
  ): Promise<void> {
    await this.transport.call({
      operation: "upload",
      method: "PUT",
      path: uploadUrl,
      upload: typeof csv === "string" ? new TextEncoder().encode(csv) : csv,
      accept: "*/*",
      repeatable: "read",
      waitSeconds: UPLOAD_SECONDS,
    }, { timeoutMs: 2 * UPLOAD_SECONDS * 1_000, ...options });
  }

  /** Starts a run that is QUEUED; answers when it has finished, or after 10 seconds. */
  start(id: string, options?: WriteOptions): Promise<DataOf<"startTraining">> {
    return this.transport.post("startTraining", path`/v1/training/${id}/start`, options);
  }

  get(id: string, options?: CallOptions): Promise<TrainingRun> {
    return this.transport.get("showTraining", path`/v1/training/${id}`, options);
  }

  /** The run once it is COMPLETED or FAILED: asked for every few seconds. @throws TimeoutError while it goes on */
  async wait(id: string, options?: WaitOptions<TrainingRun>): Promise<TrainingRun> {
    return await waitUntil(this.transport, {
      operation: "showTraining",
      path: path`/v1/training/${id}`,
      lateness: "the training run did not end",
      takesWait: false,
      isOver: ({ data: { status } }) => status === "COMPLETED" || status === "FAILED",
    }, options);
  }

  /** Deletes a run that has ended, with its file and results. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.change("deleteTraining", "DELETE", path`/v1/training/${id}`, options);
  }

  results(id: string, options?: CallOptions): Promise<TrainingResults> {
    return this.transport.get("trainingResults", path`/v1/training/${id}/results`, options);
  }

  /** Runs, newest first. */
  list(filters?: FiltersOf<"listTraining">, options?: CallOptions): List<TrainingRun> {
    return listOf(this.transport, "listTraining", path`/v1/training`, filters, options);
  }
}
