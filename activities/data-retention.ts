import { cancellationSignal, heartbeat } from "@temporalio/activity";
import type { Database } from "#db/database.ts";
import { purgeEvents } from "#db/deliveries/events.ts";
import { purgeResponses } from "#db/idempotency.ts";
import { recordUpload } from "#db/training/training-runs.ts";
import type { ObjectStorage } from "#providers/storage/storage.ts";
import { trainingOfUpload } from "#providers/storage/upload.ts";
import type { PurgedKind } from "#temporal/names.ts";
import type { DataRetentionActivities } from "./data-retention-types.ts";

/** How long each kind is kept. */
export interface RetentionPolicy {
  /** At least the 24 hours for which an answer is replayed. */
  readonly idempotencyHours: number;
  /** Events with their deliveries and attempts. */
  readonly deliveryDays: number;
  readonly uploadDays: number;
}

export interface DataRetentionDependencies {
  /** Sees every organization. */
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly keep: RetentionPolicy;
}

const DAY_MS = 86_400_000;
/** Rows deleted in one statement: short enough to hold nobody up. An event takes up to 21 deliveries and all their attempts with it. */
const BATCH = { answers: 1_000, events: 50 } as const;

/** The side effects of the forgetting workflow. What is forgotten twice is gone all the same. */
export function createDataRetentionActivities(
  { database, storage, keep }: DataRetentionDependencies,
): DataRetentionActivities {
  const jobs: Record<PurgedKind, () => Promise<number>> = {
    idempotency_keys: () =>
      inBatches(BATCH.answers, (limit) => purgeResponses(database, keep.idempotencyHours, limit)),
    deliveries: () => inBatches(BATCH.events, (limit) => purgeEvents(database, keep.deliveryDays, limit)),
    uploads: purgeUploads,
  };
  return {
    purge: async ({ kind }) => ({ purged: await jobs[kind]() }),
  };

  async function purgeUploads(): Promise<number> {
    let forgotten = 0;
    for await (const { key } of storage.list(new Date(Date.now() - keep.uploadDays * DAY_MS))) {
      // First the row: a run that is started later must not take a forgotten file for one that never came.
      await recordUpload(database, trainingOfUpload(key));
      await storage.remove(key);
      report(++forgotten);
    }
    return forgotten;
  }
}

/** Runs `batch` until it finds less than it was allowed. */
async function inBatches(limit: number, batch: (limit: number) => Promise<number>): Promise<number> {
  let forgotten = 0;
  while (true) {
    const count = await batch(limit);
    report(forgotten += count);
    if (count < limit) return forgotten;
  }
}

/** Tells Temporal how far it is; stops where the activity was cancelled. */
function report(forgotten: number): void {
  heartbeat({ forgotten });
  cancellationSignal().throwIfAborted();
}
