import { setTimeout as sleep } from "node:timers/promises";
import { activityInfo, ApplicationFailure, cancellationSignal, heartbeat, log } from "@temporalio/activity";
import { DatabaseUnavailable, isTooSlow } from "#db/postgres/errors.ts";
import { holdMissed, MAX_MISSED, retryMatching } from "#db/deliveries/retries.ts";
import { RELEASED_PER_SECOND, settleBatch } from "#db/deliveries/subscription-state.ts";
import { WORK } from "#shared/metrics.ts";
import type {
  RecoverMissedInput,
  RecoverMissedProgress,
  RetryBatchInput,
  RetryBatchResult,
  WebhookInput,
} from "#temporal/webhook-operations.ts";
import type { Dependencies } from "../dependencies.ts";
import { withHeartbeats } from "../heartbeats.ts";

interface WebhookOperationsDependencies extends Pick<Dependencies, "database"> {
  /** Waits between two batches; specs replace it by one that counts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const wait = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal });

/** How long one activity goes on. */
const SLICE_MS = 10_000;

export type WebhookOperationsActivities = ReturnType<typeof createWebhookOperationsActivities>;

/** The activities of the workflows around deliveries. */
export function createWebhookOperationsActivities({ database, pause = wait }: WebhookOperationsDependencies) {
  return {
    /** Holds, releases (at most 10 a second) or cancels a subscription's deliveries, by its present state. */
    async settleDeliveries({ webhook_id }: WebhookInput) {
      const total = { held: 0, released: 0, cancelled: 0 };
      const end = performance.now() + SLICE_MS;
      while (performance.now() < end) {
        const { action, settled, more } = await settleBatch(database, webhook_id);
        total[action] += settled;
        heartbeat(total);
        // The last pause separates this activity from the next one, or from the next run.
        if (action === "released" && (settled > 0 || more)) await pause(1_000, cancellationSignal());
        if (!more) return { ...total, more };
      }
      return { ...total, more: true };
    },
    /** Requests one attempt of each of the next deliveries that match the filters, newest first, as many a second as are released. */
    retryBatch: ({ job_id, filters, requested_at, after: from }: RetryBatchInput) =>
      partOfJob(async (): Promise<RetryBatchResult> => {
        const end = performance.now() + SLICE_MS;
        let [retried, after] = [0, from];
        do {
          const batch = await retryMatching(database, {
            filters,
            createdUntil: new Date(requested_at),
            after,
            limit: RELEASED_PER_SECOND,
            retryId: `job/${job_id}`,
          });
          retried += batch.retried;
          after = batch.after;
          heartbeat({ retried });
          // The last pause separates this activity from the next one, or from the next job.
          if (batch.retried > 0) await pause(1_000, cancellationSignal());
        } while (after !== null && performance.now() < end);
        return { retried, after };
      }),
    /** Makes held deliveries of the next events that a subscription missed, in the order of their positions. */
    recoverBatch: ({ webhook_id, since, progress = { held: 0, after: null } }: RecoverMissedInput) =>
      partOfJob(async (): Promise<RecoverMissedProgress> => {
        const end = performance.now() + SLICE_MS;
        let { held, after } = progress;
        do {
          const page = { webhookId: webhook_id, since: new Date(since), after, limit: MAX_MISSED - held };
          const made = await holdMissed(database, page);
          held += made.held;
          after = held < MAX_MISSED ? made.after : null;
          heartbeat({ held });
        } while (after !== null && performance.now() < end);
        return { held, after };
      }),
  };
}

/** A job ends whose query fails so often in a row. */
const MAX_FAILURES = 5;

/**
 * Carries out a part of a job. What fails for the fifth time in a row, and once more at once, ends the job, so that the next one of its
 * organization goes on; where Postgres is away, only reads, or breaks the connection, it is no fault of the job's. A query that is slow enough to
 * fail takes longer than a heartbeat may.
 */
async function partOfJob<T>(part: () => Promise<T>): Promise<T> {
  for (let isAgain = false;; isAgain = true) {
    try {
      return await withHeartbeats(part);
    } catch (error) {
      const isOutage = error instanceof DatabaseUnavailable && !isTooSlow(error);
      if (isOutage || cancellationSignal().aborted || activityInfo().attempt < MAX_FAILURES) throw error;
      if (!isAgain) continue;
      WORK.failedJobs.inc();
      log.error("A job of deliveries was ended, since its query failed again and again", { error });
      throw ApplicationFailure.nonRetryable(`It failed ${MAX_FAILURES} times in a row`, "JobFailed");
    }
  }
}
