import Type from "typebox";
import { DELIVERY_STATUSES, EVENT_TYPES } from "#shared/webhooks/events.ts";
import { EventId, Id, nullable, oneOf, strictObject, Timestamp } from "../http/fields.ts";

export const DeliveryStatus = oneOf(DELIVERY_STATUSES);
export const EventTypeName = oneOf(EVENT_TYPES);

export const Attempt = strictObject({
  number: Type.Integer(),
  at: Timestamp,
  response_status: nullable(Type.Integer()),
  latency_ms: nullable(Type.Integer({ description: "Until the response's headers, or the failure" })),
  error_code: nullable(
    Type.String({
      description: "Why no response came; `outcome_unknown` when our worker stopped during the attempt",
    }),
  ),
  error_message: nullable(Type.String()),
  response_excerpt: nullable(
    Type.String({
      description: "The beginning of the response's body, at most 16 KiB",
    }),
  ),
});

/** A delivery in a list. */
export const ListedDelivery = strictObject({
  id: Id,
  webhook_id: nullable(Type.String({ description: "Null for a callback" })),
  event_id: Type.String(),
  event_type: EventTypeName,
  simulation_id: nullable(Id),
  url: Type.String(),
  status: DeliveryStatus,
  response_status: nullable(Type.Integer({ description: "Of the last attempt that has an outcome" })),
  attempt_count: Type.Integer(),
  max_attempts: Type.Integer({
    description: "Of the schedule; retries by hand and attempts of unknown outcome come on top",
  }),
  latency_ms: nullable(Type.Integer()),
  error_message: nullable(Type.String()),
  next_retry_at: nullable(Type.String({
    format: "date-time",
    description:
      "Null when there is none, while the subscription is disabled, and while the delivery waits for its endpoint",
  })),
  retry_requested_at: nullable(Type.String({
    format: "date-time",
    description: "Since when a retry by hand waits or is under way; null once its attempt has ended",
  })),
  created_at: Timestamp,
  completed_at: nullable(Timestamp),
});

export const Delivery = strictObject({
  ...ListedDelivery.properties,
  attempts: Type.Array(Attempt, { description: "The newest 20, newest first" }),
});

export const AdminListedDelivery = strictObject({ ...ListedDelivery.properties, organization_id: Id });
export const AdminDelivery = strictObject({ ...Delivery.properties, organization_id: Id });

/** A recorded event, as its deliveries send it. */
export const Event = strictObject({
  id: EventId,
  type: EventTypeName,
  created: Type.Integer({ description: "Unix seconds" }),
  data: Type.Object({}, { description: "What happened, by the type" }),
});
