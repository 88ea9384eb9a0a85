import { type Calls, type Lists, Resource, type Sends } from "./list.ts";
import type { CallOptions, TrainingRun } from "./types.ts";
import { type WaitOptions, waitUntil } from "./wait.ts";

/** The service takes no longer for a file. */
const UPLOAD_SECONDS = 120;

/** Your own survey's figures, compared with what a methodology predicts. */
export class Training extends Resource {
  /** Creates a run, QUEUED, and the URL that takes its calibration file for 15 minutes. */
  readonly create: Sends<"createTrainingUpload"> = this.calls("createTrainingUpload", "body");
  /** Starts a run that is QUEUED; answers when it has finished, or after 10 seconds. */
  readonly start: Calls<"startTraining"> = this.calls("startTraining");
  readonly get: Calls<"showTraining"> = this.calls("showTraining");
  /** Deletes a run that has ended, with its file and results. */
  readonly delete: Calls<"deleteTraining"> = this.calls("deleteTraining");
  readonly results: Calls<"trainingResults"> = this.calls("trainingResults");
  /** Runs, newest first. */
  readonly list: Lists<"listTraining"> = this.lists("listTraining");

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

  /** The run once it is COMPLETED or FAILED: asked for every few seconds. @throws TimeoutError while it goes on */
  async wait(id: string, options?: WaitOptions<TrainingRun>): Promise<TrainingRun> {
    return await waitUntil(this.transport, {
      operation: "showTraining",
      id,
      lateness: "the training run did not end",
      takesWait: false,
      isOver: ({ data: { status } }) => status === "COMPLETED" || status === "FAILED",
    }, options);
  }
}
