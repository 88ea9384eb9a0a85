import { cancellationSignal, heartbeat } from "@temporalio/activity";
import { announceLapses, deleteLapsed } from "#db/accounts/proof.ts";
import { purgePayments } from "#db/billing/payments.ts";
import { purgeEndpoints } from "#db/deliveries/endpoints.ts";
import { purgeEvents } from "#db/deliveries/events.ts";
import { cancelExpired } from "#db/deliveries/subscription-state.ts";
import { purgeEstimates } from "#db/methodologies/evaluated-models.ts";
import { purgeResponses } from "#db/idempotency.ts";
import { PURGES, writePosition } from "#db/reconciler.ts";
import { purgeAudit } from "#db/organizations/audit-log.ts";
import {
  failQueuedRun,
  FILE_TOO_LARGE,
  filterUnendedRuns,
  purgeQueuedRuns,
} from "#db/training/training-runs.ts";
import { releaseUpload } from "#db/training/upload-usage.ts";
import type { StoredObject } from "#providers/storage/storage.ts";
import { MAX_UPLOAD_BYTES } from "#shared/uploads.ts";
import type { PurgedKind } from "#temporal/scheduled-workflows.ts";
import type { Dependencies } from "./dependencies.ts";

const DAY_MS = 86_400_000;
/** A model is asked anew for a question after this time; what its runs answered stays. */
const ESTIMATE_DAYS = 90;
/** Files of which the runs are looked up together. */
const FILES = 500;
/** A training run that its customer has not started after this time is deleted, with its file (contract, "Training"). */
const UNSTARTED_HOURS = 24;

export type DataRetentionActivities = ReturnType<typeof createDataRetentionActivities>;

/** The activities of the data retention workflow. Purging again purges nothing. */
export function createDataRetentionActivities(
  { database, storage, retention }: Pick<Dependencies, "database" | "storage" | "retention">,
) {
  /** Purges each file that the service will not read again. One without a run comes after a purge of its run that stopped in between. */
  async function purgeFiles(files: readonly StoredObject[]): Promise<number> {
    const term = new Date(Date.now() - retention.uploadDays * DAY_MS);
    const runs = new Set(await filterUnendedRuns(database, files.map(({ id }) => id)));
    let purged = 0;
    for (const { id, bytes, modifiedAt } of files) {
      const isTooLarge = bytes > MAX_UPLOAD_BYTES;
      if (runs.has(id) && modifiedAt >= term && !isTooLarge) continue;
      // The row first: a run that starts after the purge must fail instead of taking the file for one that never arrived.
      if (isTooLarge) {
        const hasFailed = await database.transaction((tx) => failQueuedRun(tx, id, FILE_TOO_LARGE));
        // A run that was started reads it, and fails.
        if (!hasFailed && runs.has(id)) continue;
      } else await releaseUpload(database, id, bytes, storage.kind === "s3");
      await storage.remove(id);
      purged++;
    }
    return purged;
  }

  const purges: Record<PurgedKind, () => Promise<number>> = {
    idempotency_keys: () =>
      inBatches(1_000, (limit) => purgeResponses(database, retention.idempotencyHours, limit)),
    forecast_estimates: () => inBatches(1_000, (limit) => purgeEstimates(database, ESTIMATE_DAYS, limit)),
    audit_log: () => inBatches(1_000, (limit) => purgeAudit(database, retention.auditDays, limit)),
    payments: () => inBatches(500, (limit) => purgePayments(database, retention.paymentDays, limit)),
    /** Cancels what has waited for the whole term, so that its event can be purged, and forgets endpoints that nothing is sent to. */
    async deliveries() {
      const days = retention.deliveryDays;
      await inBatches(500, (limit) => cancelExpired(database, days, limit));
      // An event takes up to 21 deliveries and their attempts with it.
      const purged = await inBatches(50, (limit) => purgeEvents(database, days, limit));
      await inBatches(500, (limit) => purgeEndpoints(database, days, limit));
      return purged;
    },
    /** Announces which sign-ups lapse within a week, and deletes those that have. Counts the latter. */
    async unproved_sign_ups() {
      await inBatches(20, (limit) => announceLapses(database, limit));
      return await inBatches(20, (limit) => deleteLapsed(database, limit));
    },
    /** Purges runs that were not started within a day, and files. Counts the files. */
    async uploads() {
      await inBatches(500, (limit) => purgeQueuedRuns(database, UNSTARTED_HOURS, limit));
      let purged = 0;
      let batch: StoredObject[] = [];
      for await (const object of storage.list(new Date())) {
        if (batch.push(object) < FILES) continue;
        report(purged += await purgeFiles(batch));
        batch = [];
      }
      report(purged += await purgeFiles(batch));
      return purged;
    },
  };
  return {
    /** Purges what is older than the term of its kind. */
    async purge({ kind }: { readonly kind: PurgedKind }): Promise<{ readonly purged: number }> {
      const purged = await purges[kind]();
      await writePosition(database, PURGES + kind, null);
      return { purged };
    },
  };
}

/** Runs `batch` until it purges fewer than its limit: the rows that one statement deletes, so few that its locks are short. */
async function inBatches(limit: number, batch: (limit: number) => Promise<number>): Promise<number> {
  let purged = 0;
  while (true) {
    const count = await batch(limit);
    report(purged += count);
    if (count < limit) return purged;
  }
}

/** Reports progress to Temporal. @throws CancelledFailure when the activity was cancelled. */
function report(purged: number): void {
  heartbeat({ purged });
  cancellationSignal().throwIfAborted();
}
