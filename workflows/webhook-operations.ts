import {
  ApplicationFailure,
  continueAsNew,
  defineQuery,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from "@temporalio/workflow";
import type { WebhookOperationsActivities } from "#activities/deliveries/operations.ts";
import { OUTCOME, PROGRESS, STAGE } from "#temporal/search-attributes.ts";
import {
  CHANGED_SIGNAL,
  type RecoverMissedInput,
  type RecoverMissedProgress,
  RETRY_ALSO_SIGNAL,
  type RetryDeliveriesInput,
  type WebhookInput,
} from "#temporal/webhook-operations.ts";
import { regularActivities } from "./steps.ts";

const changed = defineSignal(CHANGED_SIGNAL);
const retryAlso = defineSignal<[RetryDeliveriesInput]>(RETRY_ALSO_SIGNAL);
const progress = defineQuery<{ readonly done: number; readonly total: number }>("progress");

const activities = (summary: string) =>
  regularActivities<WebhookOperationsActivities>(summary, {
    startToCloseTimeout: "1m",
    heartbeatTimeout: "15s",
  });
const { settleDeliveries } = activities("hold, release or cancel");
const { retryBatch } = activities("request attempts");
const { recoverBatch } = activities("hold what was missed");

/** Holds, releases or cancels the deliveries of a subscription until all follow its present state. */
export async function settleSubscription(input: WebhookInput) {
  const total = { held: 0, released: 0, cancelled: 0 };
  let hasChanged = true;
  setHandler(changed, () => void (hasChanged = true), {
    description: "Looks at the subscription's state once more.",
  });
  while (hasChanged) {
    hasChanged = false;
    const { more, ...settled } = await settleDeliveries(input);
    for (const action of ["held", "released", "cancelled"] as const) total[action] += settled[action];
    setCurrentDetails(
      `Held ${total.held}, released ${total.released}, cancelled ${total.cancelled} in this run.`,
    );
    hasChanged ||= more;
    if (hasChanged && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof settleSubscription>(input);
    }
  }
  showEnded("completed");
  return total;
}

/** Makes a held delivery of each event that a subscription missed; the job that settles the subscription sends them. */
export async function recoverMissed(input: RecoverMissedInput) {
  let progress: RecoverMissedProgress = input.progress ?? { held: 0, after: null };
  do {
    progress = await recoverBatch({ ...input, progress });
    setCurrentDetails(`Held ${progress.held}.`);
    if (progress.after !== null && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof recoverMissed>({ ...input, progress });
    }
  } while (progress.after !== null);
  showEnded("completed");
  return { held: progress.held };
}

/**
 * Requests one attempt of every delivery that matches a job's filters; an organization's own jobs take turns of a hundred or so. A job whose
 * query fails again and again is ended, and the run closes as failed after the others.
 */
export async function retryDeliveries(input: RetryDeliveriesInput) {
  const jobs = [input, ...input.waiting ?? []];
  const failed = [...input.failed ?? []];
  let [retried, done, total] = [0, input.progress?.done ?? 0, input.matched];
  setHandler(progress, () => ({ done, total }), { description: "Deliveries with a requested attempt" });
  // A run's first job comes as its input and by the signal that started it.
  setHandler(
    retryAlso,
    (job) => void (jobs.some(({ job_id }) => job_id === job.job_id) || jobs.push(job)),
    { description: "Carries out one more job after those before." },
  );
  for (let job = jobs[0]; job !== undefined; job = jobs[0]) {
    const { job_id, filters, requested_at, matched, more = false } = job;
    const batch = await retryBatch({ job_id, filters, requested_at, after: job.progress?.after ?? null })
      .catch((error) => {
        if (isCancellation(error)) throw error;
        failed.push(job_id);
        return { retried: 0, after: null };
      });
    done = (job.progress?.done ?? 0) + batch.retried;
    total = matched;
    setCurrentDetails(
      `| requested attempts | of | other jobs | failed jobs |\n|---|---|---|---|\n| ${done} | ${matched}${
        more ? " or more" : ""
      } | ${jobs.length - 1} | ${failed.length} |`,
    );
    upsertSearchAttributes([{ key: PROGRESS, value: percent(done, matched) }]);
    jobs.shift();
    if (batch.after === null) retried += done;
    else jobs.push({ ...job, progress: { after: batch.after, done } });
    const [next, ...waiting] = jobs;
    if (next !== undefined && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof retryDeliveries>({ ...next, waiting, failed });
    }
  }
  if (failed.length > 0) {
    showEnded("failed");
    throw ApplicationFailure.nonRetryable(`These jobs failed: ${failed.join(", ")}`, "JobsFailed");
  }
  showEnded("completed");
  return { retried };
}

function showEnded(outcome: string): void {
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: outcome }]);
}

function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
}
