import {
  continueAsNew,
  defineQuery,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from "@temporalio/workflow";
import type { WebhookOperationsActivities } from "#activities/deliveries/operations.ts";
import { OUTCOME, PROGRESS, STAGE } from "#temporal/search-attributes.ts";
import {
  ENABLED_SIGNAL,
  type ReleaseResult,
  type RetryDeliveriesInput,
  type RetryDeliveriesProgress,
  type RetryDeliveriesResult,
  type WebhookInput,
} from "#temporal/webhook-operations.ts";

const retry = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "30s" } as const;
const enabled = defineSignal(ENABLED_SIGNAL);
const progress = defineQuery<RetryDeliveriesProgress>("progress");

const { releaseBatch } = proxyActivities<WebhookOperationsActivities>({
  startToCloseTimeout: "1m",
  heartbeatTimeout: "15s",
  retry,
  summary: "release at most 10 a second",
});
const { retryBatch } = proxyActivities<WebhookOperationsActivities>({
  startToCloseTimeout: "1m",
  retry,
  summary: "request attempts",
});
const { notifyDisabled } = proxyActivities<WebhookOperationsActivities>({
  startToCloseTimeout: "1m",
  retry: { ...retry, maximumInterval: "1h" },
  summary: "notify the organization's users",
});

/** Releases the held deliveries of a subscription, at most 10 a second, until none is held. */
export async function releaseHeldDeliveries(input: WebhookInput): Promise<ReleaseResult> {
  let mayHold = true;
  let released = 0;
  setHandler(enabled, () => void (mayHold = true), { description: "Looks for held deliveries once more." });
  while (mayHold) {
    mayHold = false;
    const batch = await releaseBatch(input);
    released += batch.released;
    setCurrentDetails(`Released ${released} deliveries in this run.`);
    mayHold ||= batch.more;
    if (mayHold && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof releaseHeldDeliveries>(input);
    }
  }
  showEnded("completed");
  return { released };
}

/** Requests one attempt of every delivery that matches an operator's filters. */
export async function retryDeliveries(input: RetryDeliveriesInput): Promise<RetryDeliveriesResult> {
  const { job_id, filters, requested_at, matched } = input;
  let { done, after } = input.progress ?? { done: 0, after: null };
  setHandler(progress, () => ({ done, total: matched }), {
    description: "Deliveries with a requested attempt",
  });
  do {
    const batch = await retryBatch({ job_id, filters, requested_at, after });
    done += batch.retried;
    after = batch.after;
    setCurrentDetails(`| requested attempts | of |\n|---|---|\n| ${done} | ${matched} |`);
    upsertSearchAttributes([{ key: PROGRESS, value: percent(done, matched) }]);
    if (after !== null && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof retryDeliveries>({ ...input, progress: { after, done } });
    }
  } while (after !== null);
  showEnded("completed");
  return { retried: done };
}

/** Notifies an organization's users that a subscription was disabled, as soon as the service can send mail. */
export async function notifyWebhookDisabled(input: WebhookInput): Promise<void> {
  await notifyDisabled(input);
  showEnded("notified");
}

function showEnded(outcome: string): void {
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: outcome }]);
}

function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
}
