import type { TrainingRunRow } from "#db/training/training-runs.ts";
import { ApiError } from "#shared/errors.ts";
import type { FoundUpload, Uploads } from "../http/services.ts";

/** How long the store of uploads has to answer. */
const STORE_DEADLINE_MS = 5_000;

/** Whether a run has ended, and therefore has results. */
export function hasEnded({ status }: Pick<TrainingRunRow, "status">): boolean {
  return status === "COMPLETED" || status === "FAILED";
}

/** The status resource. */
export function trainingRunResource(row: TrainingRunRow, upload: FoundUpload) {
  return {
    training_id: row.id,
    workflow_name: row.workflow_name,
    description: row.description,
    status: row.status,
    results_available: hasEnded(row),
    upload_received: upload !== "none",
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    failure_message: row.failure_message,
  };
}

/** What there is of a run's file: until the row records it, the store of uploads shows it. @throws ApiError 503 without the store */
export async function findUpload(
  { id, upload_received }: TrainingRunRow,
  uploads: Uploads,
): Promise<FoundUpload> {
  if (upload_received) return "received";
  try {
    return await uploads.find(id, AbortSignal.timeout(STORE_DEADLINE_MS));
  } catch (cause) {
    throw new ApiError("service_unavailable", "The store of uploads does not answer; try again shortly.", {
      headers: { "Retry-After": "5" },
      cause,
    });
  }
}

/** The 404 of a missing run and of another organization's alike. */
export function trainingRunNotFound(): ApiError {
  return new ApiError("not_found", "There is no such training run.");
}
