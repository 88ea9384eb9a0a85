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
  CHANGED_SIGNAL,
  type RetryDeliveriesInput,
  type RetryDeliveriesProgress,
  type RetryDeliveriesResult,
  type SettleResult,
  type WebhookInput,
} from "#temporal/webhook-operations.ts";

const retry = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "30s" } as const;
const changed = defineSignal(CHANGED_SIGNAL);
const progress = defineQuery<RetryDeliveriesProgress>("progress");

const { settleDeliveries } = proxyActivities<WebhookOperationsActivities>({
  startToCloseTimeout: "1m",
  heartbeatTimeout: "15s",
  retry,
  summary: "hold, release or cancel",
});
const { retryBatch } = proxyActivities<WebhookOperationsActivities>({
  startToCloseTimeout: "1m",
  retry,
  summary: "request attempts",
});
/** Holds, releases or cancels the deliveries of a subscription until all follow its present state. */
export async function settleSubscription(input: WebhookInput): Promise<SettleResult> {
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
    setCurrentDetails(
      `| requested attempts | of |\n|---|---|\n| ${done} | ${matched}${
        input.more === true ? " or more" : ""
      } |`,
    );
    upsertSearchAttributes([{ key: PROGRESS, value: percent(done, matched) }]);
    if (after !== null && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof retryDeliveries>({ ...input, progress: { after, done } });
    }
  } while (after !== null);
  showEnded("completed");
  return { retried: done };
}

function showEnded(outcome: string): void {
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: outcome }]);
}

function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
}
