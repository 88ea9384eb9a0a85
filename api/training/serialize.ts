import type { TrainingRunRow } from "#db/training/training-runs.ts";
import { ApiError } from "#shared/errors.ts";
import type { Uploads } from "../http/services.ts";

/** How long an object store may take to say whether a file is there. */
const STORE_PATIENCE_MS = 5_000;

/** Whether a run has ended, and therefore has results. */
export function hasEnded({ status }: Pick<TrainingRunRow, "status">): boolean {
  return status === "COMPLETED" || status === "FAILED";
}

/** The status resource. @throws ApiError 503 where only the store knows whether the file is there, and it does not answer. */
export async function trainingRunResource(row: TrainingRunRow, uploads: Uploads) {
  return {
    training_id: row.id,
    workflow_name: row.workflow_name,
    description: row.description,
    status: row.status,
    results_available: hasEnded(row),
    upload_received: row.upload_received || await isReceived(row.id, uploads),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    failure_message: row.failure_message,
  };
}

async function isReceived(id: string, uploads: Uploads): Promise<boolean> {
  try {
    return await uploads.isReceived(id, AbortSignal.timeout(STORE_PATIENCE_MS));
  } catch (cause) {
    throw new ApiError("service_unavailable", "The store of uploads does not answer; try again shortly.", {
      headers: { "Retry-After": "5" },
      cause,
    });
  }
}

/** The same for a missing run and for another organization's. */
export function trainingRunNotFound(): ApiError {
  return new ApiError("not_found", "There is no such training run.");
}
