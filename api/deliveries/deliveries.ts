import Type from "typebox";
import {
  type DeliveryWithAttempts,
  findAnyDelivery,
  findDelivery,
  hasTarget,
  pageOfAllDeliveries,
  pageOfAttempts,
  pageOfDeliveries,
} from "#db/deliveries/deliveries.ts";
import { countRetryable, requestByHand } from "#db/deliveries/retries.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import type { Transaction } from "#db/postgres/database.ts";
import type { PageRequest } from "#db/postgres/paginate.ts";
import { temporalUiUrl } from "#shared/config.ts";
import { ApiError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { ATTEMPTS_USED_UP, DELIVERY_STATUSES, MAX_ATTEMPTS } from "#shared/webhooks/events.ts";
import {
  type DeliveryFilters,
  retryDeliveriesStart,
  retryOwnDeliveriesStart,
} from "#temporal/webhook-operations.ts";
import {
  defineRoute,
  FOR_OPERATORS,
  type OrganizationWriteTransaction,
  withScope,
} from "../http/define-route.ts";
import {
  boolean,
  EventId,
  Id,
  integer,
  multiEnum,
  named,
  namedObject,
  periodQuery,
  SimulationId,
  TemporalUiUrl,
} from "../http/fields.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { hourly, type RateLimiter } from "../http/rate-limiter.ts";
import { withNames } from "../organizations/organization.ts";
import {
  AdminDelivery,
  AdminListedDelivery,
  Attempt,
  attemptResource,
  Delivery,
  deliveryResource,
  DeliveryStatus,
  EventTypeName,
  foundDelivery,
  ListedDelivery,
} from "./schema.ts";

/** Filters of the lists of deliveries. */
export const deliveryFilters = {
  status: Type.Optional(multiEnum(DELIVERY_STATUSES)),
  event_type: Type.Optional(EventTypeName),
  simulation_id: Type.Optional(SimulationId),
  event_id: Type.Optional(EventId),
  ...periodQuery,
};

export const listDeliveries = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(ListedDelivery, { ...deliveryFilters, webhook_id: Type.Optional(Id) }),
  endpoint: "GET /v1/deliveries",
  read: (request) => answerRows(request, pageOfDeliveries, deliveryResource),
});

export const showDelivery = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  endpoint: "GET /v1/deliveries/{delivery_id}",
  responses: { 200: { description: "The delivery", data: Delivery } },
  read: async ({ params, inTransaction, services }) => {
    const row = foundDelivery(await inTransaction((tx) => findDelivery(tx, params.delivery_id)));
    return { data: deliveryResource(row, services.config) };
  },
});

export const listDeliveryAttempts = defineRoute({
  ...withScope("Webhooks", "webhooks:read"),
  ...listOf(Attempt),
  endpoint: "GET /v1/deliveries/{delivery_id}/attempts",
  read: (request) =>
    answerRows(
      request,
      async (tx, _, page: PageRequest<number>) =>
        foundDelivery(await pageOfAttempts(tx, request.params.delivery_id, page)),
      attemptResource,
    ),
});

const RETRY_ACCEPTED = "Accepted; the delivery, whose `retry_requested_at` shows the retry";
const RETRY = {
  ...withScope("Webhooks", "webhooks:write"),
  description:
    "Makes one attempt now, whatever the delivery's state, with the next number. A success ends a pending schedule, a failure leaves it " +
    "as it was. A disabled subscription holds the attempt until it is enabled.",
  responses: { 202: { description: RETRY_ACCEPTED, data: Delivery } },
  errors: ["delivery_not_retryable"],
} as const;

export const retryDelivery = defineRoute({
  ...RETRY,
  endpoint: "POST /v1/deliveries/{delivery_id}/retry",
  write: async ({ params, services }, tx) => {
    const row = foundDelivery(await findDelivery(tx, params.delivery_id));
    return { data: deliveryResource(await requestRetry(tx, row), services.config) };
  },
});

export const retryWebhookDelivery = defineRoute({
  ...RETRY,
  endpoint: "POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry",
  write: async ({ params, services }, tx) => {
    const found = await findDelivery(tx, params.delivery_id);
    const row = foundDelivery(found?.webhook_id === params.webhook_id ? found : null);
    return { data: deliveryResource(await requestRetry(tx, row), services.config) };
  },
});

/** A job takes hours where a hundred thousand deliveries match, and those of an organization wait for one another. */
const JOBS_PER_HOUR = 60;
export const PACE =
  `An organization's jobs take turns, a hundred retries each, at 10 a second together; at most ${JOBS_PER_HOUR} jobs an hour.`;

/** The answer of what sends many deliveries. */
export const Matched = namedObject("MatchedDeliveries", {
  matched: integer("Deliveries that will be sent; counted among the newest 10,000"),
});

export const retryDeliveries = defineRoute({
  ...withScope("Webhooks", "webhooks:write"),
  endpoint: "POST /v1/deliveries/retry",
  description:
    "Wants at least one filter; `status` is `failed` unless it is given. Runs as a durable job, which makes one attempt of each. Deliveries of " +
    `deleted subscriptions do not match, nor those created later or with 1,000 attempts. ${PACE}`,
  body: named(
    "RetryOwnDeliveries",
    Type.Object({
      webhook_id: Type.Optional(Id),
      status: Type.Optional(DeliveryStatus),
      event_type: Type.Optional(EventTypeName),
      ...periodQuery,
    }, { additionalProperties: false, minProperties: 1 }),
  ),
  responses: { 202: { description: "Accepted", data: Matched } },
  prepare: ({ identity, services }) => countJob(services.limiter, identity.organizationId),
  write: async ({ body }, tx) => {
    const matched = await retryAll(tx, { status: "failed", ...body });
    await tx.record("delivery.retry_all", tx.organizationId);
    return { data: { matched } };
  },
});

/** Counts a job of the organization. @throws ApiError 429 where it had as many as an hour allows */
export async function countJob(limiter: RateLimiter, organizationId: string): Promise<void> {
  await limiter.count([hourly(`retry-jobs:${organizationId}`, JOBS_PER_HOUR)]);
}

/** Starts the job that sends the organization's deliveries that match. @returns how many match */
export async function retryAll(tx: OrganizationWriteTransaction, filters: DeliveryFilters): Promise<number> {
  const own = { ...filters, organization_id: tx.organizationId };
  return (await startRetries(tx, own, tx.organizationId, retryOwnDeliveriesStart)).matched;
}

/** Starts the job that sends the deliveries that match, where any does. @param startOf is given it with the organization that asks */
async function startRetries(
  tx: Transaction,
  filters: DeliveryFilters,
  organizationId: string,
  startOf: typeof retryDeliveriesStart | typeof retryOwnDeliveriesStart,
) {
  const { matched, more, createdUntil } = await countRetryable(tx, filters);
  const requested_at = (createdUntil ?? new Date()).toISOString();
  const job = { job_id: newId(), filters, matched, more, requested_at };
  const start = startOf(job, organizationId);
  if (matched > 0 || more) await enqueue(tx, organizationId, start);
  return { ...job, workflow_id: start.workflow_id };
}

/**
 * Requests one attempt, unless one waits already: then both requests are the same.
 *
 * @returns the delivery with its request
 * @throws ApiError 409 when the subscription is gone, or the delivery has had all its attempts
 */
export async function requestRetry(
  tx: Transaction,
  row: DeliveryWithAttempts,
): Promise<DeliveryWithAttempts> {
  if (!await hasTarget(tx, row)) {
    const message = "The subscription was deleted, so nothing is sent to it any more.";
    throw new ApiError("delivery_not_retryable", message);
  }
  if (row.attempt_count >= MAX_ATTEMPTS) throw new ApiError("delivery_not_retryable", ATTEMPTS_USED_UP);
  await requestByHand(tx, [row.id], newId());
  return await findAnyDelivery(tx, row.id) ?? row;
}

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
    answerRows(request, async (tx, filters, page) => {
      const { rows, next } = await pageOfAllDeliveries(tx, filters, page);
      return { rows: await withNames(tx, rows), next };
    }, deliveryResource),
});

export const adminRetryDelivery = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "POST /v1/admin/deliveries/{id}/retry",
  responses: { 202: { description: RETRY_ACCEPTED, data: AdminDelivery } },
  errors: ["delivery_not_retryable"],
  write: async ({ params, services }, tx) => {
    const row = foundDelivery(await findAnyDelivery(tx, params.id));
    const requested = await requestRetry(tx, row);
    await tx.record("delivery.retry", row.id, { organization_id: row.organization_id });
    return { data: deliveryResource(requested, services.config) };
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
    const job = await startRetries(tx, filters, identity.organizationId, retryDeliveriesStart);
    const { job_id, matched, more, workflow_id } = job;
    await tx.record("delivery.retry_all", job_id, { filters: { ...filters }, matched, more });
    return { data: { ...job, temporal_ui_url: temporalUiUrl(services.config, workflow_id) } };
  },
});
