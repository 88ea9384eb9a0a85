import { setTimeout as sleep } from "node:timers/promises";
import { ApplicationFailure, cancellationSignal, heartbeat } from "@temporalio/activity";
import type { Database } from "#db/database.ts";
import { retryMatching } from "#db/deliveries/retries.ts";
import { releaseHeld } from "#db/deliveries/state.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import { type DisabledWebhook, disabledWebhook } from "#db/webhooks/disable.ts";
import type {
  ReleaseBatchResult,
  RetryBatchInput,
  RetryBatchResult,
  WebhookInput,
} from "#temporal/webhook-operations.ts";

export interface WebhookOperationsDependencies {
  /** Sees every organization. */
  readonly database: Database;
  readonly dispatcher: OutboxDispatcher;
  /** Mails an organization's users that a subscription was disabled; null while this service cannot send mail. */
  readonly notifyUsers: ((webhook: DisabledWebhook) => Promise<void>) | null;
}

/** The most held deliveries that a subscription gets in a second (contract, "Webhooks"). */
const RELEASED_PER_SECOND = 10;
/** How many seconds one activity goes on releasing. */
const RELEASE_SECONDS = 10;
/** How many deliveries one activity of an operator's job retries. */
const RETRY_BATCH = 100;
/** The time between two tries to notify while the service cannot send mail. */
const MAIL_RETRY_DELAY = "1 hour";

export type WebhookOperationsActivities = ReturnType<typeof createWebhookOperationsActivities>;

/** The activities of the workflows around deliveries. */
export function createWebhookOperationsActivities(dependencies: WebhookOperationsDependencies) {
  return {
    /** Releases held deliveries, at most 10 a second. */
    releaseBatch: (input: WebhookInput) => releaseBatch(dependencies, input),
    /** Requests one attempt of each of the next deliveries that match the filters, in the order of their ids. */
    retryBatch: (input: RetryBatchInput) => retryBatch(dependencies, input),
    /** Notifies the organization's users; fails while the service cannot send mail, and Temporal retries. */
    notifyDisabled: (input: WebhookInput) => notifyDisabled(dependencies, input),
  };
}

async function releaseBatch(
  { database, dispatcher }: WebhookOperationsDependencies,
  { webhook_id }: WebhookInput,
): Promise<ReleaseBatchResult> {
  let released = 0;
  for (let second = 0; second < RELEASE_SECONDS; second++) {
    const outbox = await releaseHeld(database, webhook_id, RELEASED_PER_SECOND);
    for (const row of outbox) dispatcher.dispatch(row);
    released += outbox.length;
    heartbeat({ released });
    // The last pause separates this activity from the next one, or from the next run.
    if (outbox.length > 0) await sleep(1_000, undefined, { signal: cancellationSignal() });
    if (outbox.length < RELEASED_PER_SECOND) return { released, more: false };
  }
  return { released, more: true };
}

async function retryBatch(
  { database, dispatcher }: WebhookOperationsDependencies,
  { job_id, filters, requested_at, after }: RetryBatchInput,
): Promise<RetryBatchResult> {
  const batch = await retryMatching(database, {
    filters,
    createdUntil: new Date(requested_at),
    after,
    limit: RETRY_BATCH,
    retryId: `job/${job_id}`,
  });
  for (const row of batch.outbox) dispatcher.dispatch(row);
  return { retried: batch.outbox.length, after: batch.after };
}

async function notifyDisabled(
  { database, notifyUsers }: WebhookOperationsDependencies,
  { webhook_id }: WebhookInput,
): Promise<void> {
  const webhook = await disabledWebhook(database, webhook_id);
  if (webhook === null) return;
  if (notifyUsers === null) {
    throw ApplicationFailure.create({
      type: "MailNotReady",
      message: "This service has no way to send mail yet.",
      nextRetryDelay: MAIL_RETRY_DELAY,
    });
  }
  await notifyUsers(webhook);
}
