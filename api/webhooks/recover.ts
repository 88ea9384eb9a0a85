import { countMissed } from "#db/deliveries/missed.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import { lockWebhook } from "#db/webhooks/webhooks.ts";
import { validationError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { recoverMissedStart } from "#temporal/webhook-operations.ts";
import { countJob, Matched, PACE, retryAll } from "../deliveries/retry.ts";
import { defineRoute, withScope } from "../http/define-route.ts";
import { namedObject, text } from "../http/fields.ts";
import { assertWebhook, foundWebhook } from "./read.ts";

const MAX_RECOVERED_DAYS = 90;
const DAY_MS = 86_400_000;

export const recoverWebhook = defineRoute({
  ...withScope("Webhooks", "webhooks:write"),
  endpoint: "POST /v1/webhooks/{webhook_id}/recover",
  description:
    "Sends again the deliveries that failed since then, and the events that the subscription would have got and has no delivery of, such as " +
    "those of a time in which it was disabled, and none from before it was created: at most 5,000 of these a call, 10 a second. `matched` counts " +
    `them among the newest 10,000 events. Runs as a durable job. A second call sends nothing twice. ${PACE}`,
  body: namedObject("RecoverWebhook", {
    since: text("ISO 8601, at most 90 days ago", { format: "date-time" }),
  }),
  responses: { 202: { description: "Accepted", data: Matched } },
  prepare: async (request) => {
    const { body, identity, services: { limiter, now } } = request;
    const age = now().getTime() - new Date(body.since).getTime();
    if (age < 0 || age > MAX_RECOVERED_DAYS * DAY_MS) {
      const message = `must be a time of the last ${MAX_RECOVERED_DAYS} days`;
      throw validationError([{ field: "/since", message }]);
    }
    await assertWebhook(request);
    await countJob(limiter, identity.organizationId);
  },
  write: async ({ params: { webhook_id }, body }, tx) => {
    const webhook = foundWebhook(await lockWebhook(tx, webhook_id, "SHARE"));
    const since = new Date(Math.max(new Date(body.since).getTime(), webhook.created_at.getTime()));
    const failed = await retryAll(tx, { webhook_id, status: "failed", created_after: since.toISOString() });
    const { missed, more } = await countMissed(tx, webhook, since);
    if (missed > 0 || more) {
      const subscription = { id: webhook_id, organization_id: tx.organizationId };
      const start = recoverMissedStart(subscription, since, newId());
      await enqueue(tx, tx.organizationId, start);
    }
    await tx.record("webhook.recover", webhook_id);
    return { status: 202, data: { matched: failed + missed } };
  },
});
