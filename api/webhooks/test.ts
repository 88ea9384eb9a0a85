import { findDelivery } from "#db/deliveries/deliveries.ts";
import { recordEventFor } from "#db/deliveries/events.ts";
import { holdPending } from "#db/webhooks/disable.ts";
import { lockWebhook } from "#db/webhooks/webhooks.ts";
import { webhookTestData } from "#shared/webhooks/events.ts";
import { deliveryResource } from "./serialize.ts";
import { defineRoute } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { Delivery } from "./schema.ts";
import { webhookNotFound } from "./read.ts";

export const testWebhook = defineRoute({
  method: "POST",
  path: "/v1/webhooks/{webhook_id}/test",
  operationId: "testWebhook",
  summary: "Send a test event",
  description:
    "Sends `webhook.test` to this subscription alone, whatever its `events`. Held while it is disabled, like a retry by hand.",
  tag: "Webhooks",
  access: { scope: "webhooks:write" },
  params: strictObject({ webhook_id: Id }),
  responses: { 202: { description: "The delivery", data: Delivery, headers: ["Location"] } },
  errors: ["not_found"],
  write: async ({ params: { webhook_id }, identity, services: { config } }, tx) => {
    const webhook = await lockWebhook(tx, webhook_id);
    if (webhook === null) throw webhookNotFound();
    const [made] = await recordEventFor(tx, {
      organizationId: tx.organizationId,
      organizationName: identity.organizationName,
      type: "webhook.test",
      simulationId: null,
      data: webhookTestData(webhook_id),
    }, [{ webhook_id, url: webhook.url }]);
    if (!webhook.enabled) await holdPending(tx, webhook_id);
    const delivery = made === undefined ? null : await findDelivery(tx, made.id);
    if (made === undefined || delivery === null) throw new Error("The test's delivery was not written");
    tx.send(made.outbox);
    return {
      status: 202,
      data: deliveryResource(delivery, config),
      headers: { Location: `${config.baseUrl}/v1/deliveries/${made.id}` },
    };
  },
});
