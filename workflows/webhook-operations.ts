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
import type { WebhookOperationsActivities } from "#activities/deliveries/operations-types.ts";
import type { RetryAllInput, WebhookInput } from "#temporal/webhook-operations.ts";
import { OUTCOME, PROGRESS, STAGE } from "#temporal/search-attributes.ts";

const retry = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "30s" } as const;
const enabled = defineSignal("enabled");
const progress = defineQuery<{ done: number; total: number }>("progress");

/** Lets what a subscription held go on, at most 10 deliveries a second, until nothing is held. */
export async function webhookRelease(input: WebhookInput): Promise<{ released: number }> {
  let asked = true;
  let released = 0;
  setHandler(enabled, () => void (asked = true), { description: "Looks for held deliveries once more." });
  const { releaseSome } = proxyActivities<WebhookOperationsActivities>({
    startToCloseTimeout: "1m",
    heartbeatTimeout: "15s",
    retry,
    summary: "release at most 10 a second",
  });
  while (asked) {
    asked = false;
    const batch = await releaseSome(input);
    released += batch.released;
    setCurrentDetails(`Released ${released} deliveries in this run.`);
    asked ||= batch.more;
    if (asked && workflowInfo().continueAsNewSuggested) await continueAsNew<typeof webhookRelease>(input);
  }
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: "completed" }]);
  return { released };
}

/** Asks every delivery that matches an operator's filters for one attempt. */
export async function deliveriesRetry(input: RetryAllInput): Promise<{ retried: number }> {
  const { job_id, filters, asked_at, matched } = input;
  let done = input.progress?.done ?? 0;
  let after: string | null = input.progress?.after ?? null;
  setHandler(progress, () => ({ done, total: matched }), { description: "Deliveries asked for an attempt" });
  const { retrySome } = proxyActivities<WebhookOperationsActivities>({
    startToCloseTimeout: "1m",
    retry,
    summary: "ask for attempts",
  });
  do {
    const batch = await retrySome({ job_id, filters, asked_at, after });
    done += batch.retried;
    after = batch.after;
    setCurrentDetails(`| asked for an attempt | of |\n|---|---|\n| ${done} | ${matched} |`);
    upsertSearchAttributes([{ key: PROGRESS, value: percent(done, matched) }]);
    if (after !== null && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof deliveriesRetry>({ ...input, progress: { after, done } });
    }
  } while (after !== null);
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: "completed" }]);
  return { retried: done };
}

function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
}

/** Tells an organization's users that a subscription was disabled, as soon as mail can be sent. */
export async function webhookDisabledNotice(input: WebhookInput): Promise<void> {
  const { notifyDisabled } = proxyActivities<WebhookOperationsActivities>({
    startToCloseTimeout: "1m",
    retry: { ...retry, maximumInterval: "1h" },
    summary: "tell the organization's users",
  });
  await notifyDisabled(input);
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: "told" }]);
}
