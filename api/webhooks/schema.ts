import Type from "typebox";
import { MAX_TARGET_URL_LENGTH } from "#shared/webhooks/endpoint-url.ts";
import { DELIVERY_STATUSES, EVENT_TYPES, EVERY_EVENT } from "#shared/webhooks/events.ts";
import { Id, nullable, strictObject, Timestamp } from "../http/fields.ts";

const Url = Type.String({
  minLength: 1,
  maxLength: MAX_TARGET_URL_LENGTH,
  description: "HTTPS, on a public address, port 443 or 1024–65535",
});
const Events = Type.Array(Type.Enum([...EVENT_TYPES, EVERY_EVENT]), {
  minItems: 1,
  uniqueItems: true,
  description: "Types of events, or `*` for all of them",
});
const Description = nullable(Type.String({ maxLength: 1_000 }));
const Headers = Type.Record(Type.String(), Type.String(), {
  description: "Sent with every delivery; at most 20, of 4 KiB together",
});

export const CreateWebhook = strictObject({
  url: Url,
  events: Events,
  description: Type.Optional(Description),
  custom_headers: Type.Optional(Headers),
  enabled: Type.Optional(Type.Boolean({ default: true })),
});

export const ChangeWebhook = strictObject({
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  description: Type.Optional(Description),
  custom_headers: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: "Replaces all of them; a value that is sent back masked stays as it is",
    }),
  ),
  enabled: Type.Optional(
    Type.Boolean({ description: "false holds pending deliveries, true releases them at 10 a second" }),
  ),
});

const webhook = {
  id: Id,
  url: Type.String(),
  events: Type.Array(Type.String()),
  description: nullable(Type.String()),
  custom_headers: Type.Record(Type.String(), Type.String(), { description: "Values are masked" }),
  enabled: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  disabled_reason: nullable(
    Type.String({ description: "Why the service disabled it; null where the customer did" }),
  ),
};
export const Webhook = strictObject(webhook);
export const WebhookWithSecret = strictObject({
  ...webhook,
  secret: Type.String({ description: "Signs the deliveries; shown here and never again" }),
});
export const DeletedWebhook = strictObject({ id: Id, deleted: Type.Literal(true) });
export const CallbackSecret = strictObject({
  secret: Type.String({ description: "Signs deliveries to callback URLs; shown here and never again" }),
});

export const DeliveryStatus = Type.Enum([...DELIVERY_STATUSES]);
export const EventTypeName = Type.Enum([...EVENT_TYPES]);

const Attempt = strictObject({
  number: Type.Integer(),
  at: Timestamp,
  response_status: nullable(Type.Integer()),
  latency_ms: nullable(Type.Integer({ description: "Until the answer's headers, or the failure" })),
  error_code: nullable(
    Type.String({ description: "Why no answer came; `outcome_unknown` when our worker stopped meanwhile" }),
  ),
  error_message: nullable(Type.String()),
  response_excerpt: nullable(
    Type.String({
      description: "The beginning of the answer's body: at most 16 KiB, 1,024 characters in lists",
    }),
  ),
});

export const Delivery = strictObject({
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
    description: "Of the schedule; attempts by hand, and those whose outcome is unknown, come on top",
  }),
  latency_ms: nullable(Type.Integer()),
  error_message: nullable(Type.String()),
  next_retry_at: nullable(Type.String({
    format: "date-time",
    description: "Null when there is none, or while the subscription is disabled",
  })),
  created_at: Timestamp,
  completed_at: nullable(Timestamp),
  attempts: Type.Array(Attempt, { description: "Newest first" }),
});

export const AdminDelivery = strictObject({ ...Delivery.properties, organization_id: Id });
