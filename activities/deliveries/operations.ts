import { setTimeout as sleep } from "node:timers/promises";
import { ApplicationFailure, cancellationSignal, heartbeat } from "@temporalio/activity";
import type { Database } from "#db/database.ts";
import { releaseHeld, retryMatching } from "#db/deliveries/retries.ts";
import { type DisabledWebhook, disabledWebhook } from "#db/webhooks/disable.ts";
import type { OutboxDispatcher } from "#db/outbox/dispatcher.ts";
import type { WebhookOperationsActivities } from "./operations-types.ts";

export interface WebhookOperationsDependencies {
  /** Sees every organization. */
  readonly database: Database;
  readonly dispatcher: OutboxDispatcher;
  /** Tells an organization's users that a subscription was disabled; null while this service cannot send mail. */
  readonly tellUsers: ((webhook: DisabledWebhook) => Promise<void>) | null;
}

/** What an enabled subscription gets of its held deliveries in a second, at most. */
const RELEASED_PER_SECOND = 10;
/** Seconds that one activity goes on releasing. */
const RELEASE_SECONDS = 10;
/** Deliveries that an operator's job asks for at once. */
const RETRIED_AT_ONCE = 100;
/** How long a notice waits before it asks again whether mail can be sent. */
const MAIL_PAUSE = "1 hour";

/** The side effects of the workflows around deliveries. */
export function createWebhookOperationsActivities(
  { database, dispatcher, tellUsers }: WebhookOperationsDependencies,
): WebhookOperationsActivities {
  return {
    async releaseSome({ webhook_id }) {
      let released = 0;
      for (let second = 0; second < RELEASE_SECONDS; second++) {
        const outbox = await releaseHeld(database, webhook_id, RELEASED_PER_SECOND);
        for (const row of outbox) dispatcher.dispatch(row);
        released += outbox.length;
        heartbeat({ released });
        // The pause comes last as well: the next activity, or the next run, begins a new second.
        if (outbox.length > 0) await sleep(1_000, undefined, { signal: cancellationSignal() });
        if (outbox.length < RELEASED_PER_SECOND) return { released, more: false };
      }
      return { released, more: true };
    },

    async retrySome({ job_id, filters, asked_at, after }) {
      const batch = await retryMatching(database, {
        filters,
        askedAt: new Date(asked_at),
        after,
        limit: RETRIED_AT_ONCE,
        retryId: `job/${job_id}`,
      });
      for (const row of batch.outbox) dispatcher.dispatch(row);
      return { retried: batch.outbox.length, after: batch.after };
    },

    async notifyDisabled({ webhook_id }) {
      const webhook = await disabledWebhook(database, webhook_id);
      // Deleted or enabled again: there is nothing to tell any more.
      if (webhook === null) return;
      if (tellUsers === null) {
        throw ApplicationFailure.create({
          type: "MailNotReady",
          message: "This service has no way to send mail yet.",
          nextRetryDelay: MAIL_PAUSE,
        });
      }
      await tellUsers(webhook);
    },
  };
}
