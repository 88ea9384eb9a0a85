import { type DeliveryRow, findDelivery, hasTarget } from "#db/deliveries/deliveries.ts";
import { enqueueRetry } from "#db/deliveries/retries.ts";
import { ApiError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { deliveryResource } from "../webhooks/serialize.ts";
import { defineRoute, type WriteTransaction } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { Delivery } from "../webhooks/schema.ts";
import { deliveryNotFound } from "./read.ts";

const DESCRIPTION =
  "One attempt now, whatever the delivery's state, numbered on. A success ends a schedule that is still running, a failure leaves it as " +
  "it was. Held while the subscription is disabled.";

export const retryDelivery = defineRoute({
  method: "POST",
  path: "/v1/deliveries/{delivery_id}/retry",
  operationId: "retryDelivery",
  summary: "Send a delivery once more",
  description: DESCRIPTION,
  tag: "Webhooks",
  access: { scope: "webhooks:write" },
  params: strictObject({ delivery_id: Id }),
  responses: { 202: { description: "Asked for; the delivery as it was", data: Delivery } },
  errors: ["not_found", "delivery_not_retryable"],
  write: async ({ params, services }, tx) => {
    const row = await findDelivery(tx, params.delivery_id);
    if (row === null) throw deliveryNotFound();
    await askForRetry(tx, row);
    return { status: 202, data: deliveryResource(row, services.config) };
  },
});

export const retryWebhookDelivery = defineRoute({
  method: "POST",
  path: "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry",
  operationId: "retryWebhookDelivery",
  summary: "Send a subscription's delivery once more",
  description: DESCRIPTION,
  tag: "Webhooks",
  access: { scope: "webhooks:write" },
  params: strictObject({ webhook_id: Id, delivery_id: Id }),
  responses: { 202: { description: "Asked for; the delivery as it was", data: Delivery } },
  errors: ["not_found", "delivery_not_retryable"],
  write: async ({ params, services }, tx) => {
    const row = await findDelivery(tx, params.delivery_id);
    if (row === null || row.webhook_id !== params.webhook_id) throw deliveryNotFound();
    await askForRetry(tx, row);
    return { status: 202, data: deliveryResource(row, services.config) };
  },
});

/** Has Temporal asked for one attempt, durably. @throws ApiError 409 when the subscription is gone. */
export async function askForRetry(tx: WriteTransaction, row: DeliveryRow): Promise<void> {
  if (!await hasTarget(tx, row)) {
    throw new ApiError(
      "delivery_not_retryable",
      "The subscription was deleted; nothing is sent to it any more.",
    );
  }
  tx.send(await enqueueRetry(tx, row.id, newId()));
}
