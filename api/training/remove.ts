import { deleteTrainingRun, lockTrainingRun } from "#db/training/training-runs.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { foundTrainingRun, hasEnded, removeUpload } from "./serialize.ts";

export const removeTraining = defineRoute({
  ...withScope("Training", "training:write"),
  method: "DELETE",
  path: "/v1/training/{id}",
  operationId: "deleteTraining",
  summary: "Delete a training run with its file and its results",
  description:
    "Refused while it is QUEUED or RUNNING. One that is never started is forgotten after a day by itself.",
  responses: { 204: { description: "Deleted" } },
  errors: ["training_not_terminal", "service_unavailable"],
  write: async ({ params: { id }, services }, tx) => {
    const row = foundTrainingRun(await lockTrainingRun(tx, id));
    if (!hasEnded(row)) {
      throw new ApiError(
        "training_not_terminal",
        `The training run is ${row.status}; it has not ended yet.`,
        {
          meta: { status: row.status },
        },
      );
    }
    // Before the commit: a store that is out of reach leaves the run as it was, and a second call removes the rest.
    await removeUpload(id, services.uploads);
    await deleteTrainingRun(tx, id);
    await tx.record("training.delete", id);
    return { status: 204 };
  },
});
