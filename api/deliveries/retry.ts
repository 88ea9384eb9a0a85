import {
  type DeliveryWithAttempts,
  findAnyDelivery,
  findDelivery,
  hasTarget,
} from "#db/deliveries/deliveries.ts";
import { requestByHand } from "#db/deliveries/retries.ts";
import { ApiError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { ATTEMPTS_USED_UP, MAX_ATTEMPTS } from "#shared/webhooks/events.ts";
import { defineRoute, type WriteTransaction } from "../http/define-route.ts";
import { Id, strictObject } from "../http/fields.ts";
import { Delivery } from "./schema.ts";
import { deliveryNotFound, deliveryResource } from "./serialize.ts";

const DESCRIPTION =
  "Makes one attempt now, whatever the delivery's state, with the next number. A success ends a pending schedule, a failure leaves it " +
  "as it was. A disabled subscription holds the attempt until it is enabled.";

export const retryDelivery = defineRoute({
  method: "POST",
  path: "/v1/deliveries/{delivery_id}/retry",
  operationId: "retryDelivery",
  summary: "Send a delivery once more",
  description: DESCRIPTION,
  tag: "Webhooks",
  routeScope: "organization",
  access: { scope: "webhooks:write" },
  params: strictObject({ delivery_id: Id }),
  responses: {
    202: {
      description: "Accepted; the delivery, whose `retry_requested_at` shows the retry",
      data: Delivery,
    },
  },
  errors: ["not_found", "delivery_not_retryable"],
  write: async ({ params, services }, tx) => {
    const row = await findDelivery(tx, params.delivery_id);
    if (row === null) throw deliveryNotFound();
    return { status: 202, data: deliveryResource(await requestRetry(tx, row), services.config) };
  },
});

export const retryWebhookDelivery = defineRoute({
  method: "POST",
  path: "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry",
  operationId: "retryWebhookDelivery",
  summary: "Send a subscription's delivery once more",
  description: DESCRIPTION,
  tag: "Webhooks",
  routeScope: "organization",
  access: { scope: "webhooks:write" },
  params: strictObject({ webhook_id: Id, delivery_id: Id }),
  responses: {
    202: {
      description: "Accepted; the delivery, whose `retry_requested_at` shows the retry",
      data: Delivery,
    },
  },
  errors: ["not_found", "delivery_not_retryable"],
  write: async ({ params, services }, tx) => {
    const row = await findDelivery(tx, params.delivery_id);
    if (row === null || row.webhook_id !== params.webhook_id) throw deliveryNotFound();
    return { status: 202, data: deliveryResource(await requestRetry(tx, row), services.config) };
  },
});

/**
 * Requests one attempt, unless one waits already: then both requests are the same.
 *
 * @returns the delivery with its request
 * @throws ApiError 409 when the subscription is gone, or the delivery has had all its attempts
 */
export async function requestRetry(
  tx: WriteTransaction,
  row: DeliveryWithAttempts,
): Promise<DeliveryWithAttempts> {
  if (!await hasTarget(tx, row)) {
    throw new ApiError(
      "delivery_not_retryable",
      "The subscription was deleted, so nothing is sent to it any more.",
    );
  }
  if (row.attempt_count >= MAX_ATTEMPTS) throw new ApiError("delivery_not_retryable", ATTEMPTS_USED_UP);
  for (const command of await requestByHand(tx, [row.id], newId())) tx.dispatchAfterCommit(command);
  return await findAnyDelivery(tx, row.id) ?? row;
}
