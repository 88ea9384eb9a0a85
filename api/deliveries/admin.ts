import Type from "typebox";
import { findAnyDelivery, pageOfAllDeliveries } from "#db/deliveries/deliveries.ts";
import { countRetryable } from "#db/deliveries/retries.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import { temporalUiUrl } from "#shared/config.ts";
import { newId } from "#shared/ids.ts";
import { retryDeliveriesStart } from "#temporal/webhook-operations.ts";
import { defineRoute, FOR_OPERATORS } from "../http/define-route.ts";
import { boolean, Id, integer, named, namedObject, periodQuery, TemporalUiUrl } from "../http/fields.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { withNames } from "../organizations/schema.ts";
import { requestRetry } from "./deliveries.ts";
import {
  AdminDelivery,
  AdminListedDelivery,
  deliveryResource,
  DeliveryStatus,
  foundDelivery,
} from "./schema.ts";

/** In the query of the list, and in the body of the retry. */
const filterFields = {
  status: Type.Optional(DeliveryStatus),
  organization_id: Type.Optional(Id),
  webhook_id: Type.Optional(Id),
  ...periodQuery,
};

export const adminListDeliveries = defineRoute({
  ...FOR_OPERATORS,
  ...listOf(AdminListedDelivery, filterFields),
  endpoint: "GET /v1/admin/deliveries",
  read: (request) =>
    answerRows(request, async (tx, page) => {
      const { rows, next } = await pageOfAllDeliveries(tx, request.query, page);
      return { rows: await withNames(tx, rows), next };
    }, (row) => deliveryResource(row, request.services.config)),
});

export const adminRetryDelivery = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "POST /v1/admin/deliveries/{id}/retry",
  responses: {
    202: {
      description: "Accepted; the delivery, whose `retry_requested_at` shows the retry",
      data: AdminDelivery,
    },
  },
  errors: ["delivery_not_retryable"],
  write: async ({ params, services }, tx) => {
    const row = foundDelivery(await findAnyDelivery(tx, params.id));
    const requested = await requestRetry(tx, row);
    await tx.record("delivery.retry", row.id, { organization_id: row.organization_id });
    return { status: 202, data: deliveryResource(requested, services.config) };
  },
});

export const adminRetryDeliveries = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "POST /v1/admin/deliveries/retry",
  body: named(
    "RetryDeliveries",
    Type.Object(filterFields, { additionalProperties: false, minProperties: 1 }),
  ),
  responses: {
    202: {
      description: "Accepted",
      data: namedObject("DeliveriesRetry", {
        matched: integer("Counted among the newest 10,000 that the filters name"),
        more: boolean("Whether older ones may match, which the job retries too"),
        job_id: Id,
        temporal_ui_url: TemporalUiUrl,
      }),
    },
  },
  write: async ({ body, identity, services }, tx) => {
    const filters = { status: "failed" as const, ...body };
    const { matched, more, createdUntil } = await countRetryable(tx, filters);
    const job_id = newId();
    const start = retryDeliveriesStart(
      { job_id, filters, matched, more, requested_at: (createdUntil ?? new Date()).toISOString() },
      identity.organizationId,
    );
    if (matched > 0 || more) await enqueue(tx, identity.organizationId, start);
    await tx.record("delivery.retry_all", job_id, { filters: { ...filters }, matched, more });
    const temporal_ui_url = temporalUiUrl(services.config, start.workflow_id);
    return { status: 202, data: { matched, more, job_id, temporal_ui_url } };
  },
});
