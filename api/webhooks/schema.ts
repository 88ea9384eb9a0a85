import Type from "typebox";
import { fieldError, refuseFaults } from "#shared/errors.ts";
import {
  checkCustomHeaders,
  MAX_CUSTOM_HEADER_BYTES,
  MAX_CUSTOM_HEADERS,
} from "#shared/webhooks/custom-headers.ts";
import { MAX_TARGET_URL_LENGTH } from "#shared/webhooks/endpoint-url.ts";
import { EVENT_TYPES, EVERY_EVENT } from "#shared/webhooks/events.ts";
import {
  boolean,
  Id,
  Metadata,
  name,
  named,
  namedObject,
  nullable,
  oneOf,
  text,
  Timestamp,
} from "../http/fields.ts";
import { pointerToken } from "../http/json.ts";

/** Shown in place of a custom header's value. */
export const MASK = "********";

const Url = text("HTTPS, on a public address, port 443 or 1024–65535", {
  minLength: 1,
  maxLength: MAX_TARGET_URL_LENGTH,
});
const Events = Type.Array(named("SubscribedEvent", oneOf([...EVENT_TYPES, EVERY_EVENT])), {
  minItems: 1,
  maxItems: EVENT_TYPES.length + 1,
  uniqueItems: true,
  description: "Types of events, or `*` for all of them",
});
const Description = nullable(name());
const customHeaders = (description: string) =>
  Type.Record(Type.String(), Type.String({ maxLength: MAX_CUSTOM_HEADER_BYTES }), {
    maxProperties: MAX_CUSTOM_HEADERS,
    description,
  });

export const CreateWebhook = namedObject("CreateWebhook", {
  url: Url,
  events: Events,
  description: Type.Optional(Description),
  custom_headers: Type.Optional(customHeaders("Sent with every delivery; at most 20, of 4 KiB together")),
  enabled: Type.Optional(Type.Boolean({ default: true })),
  metadata: Type.Optional(Metadata),
});

export const ChangeWebhook = namedObject("ChangeWebhook", {
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  description: Type.Optional(Description),
  custom_headers: Type.Optional(nullable(
    customHeaders("Replaces all of them, null by none; a masked value, as GET shows it, is refused"),
  )),
  enabled: Type.Optional(boolean("false holds pending deliveries, true releases them at 10 a second")),
  metadata: Type.Optional(nullable(Metadata)),
});

export const Webhook = namedObject("Webhook", {
  id: Id,
  url: Type.String(),
  events: Type.Array(Type.String()),
  description: nullable(Type.String()),
  custom_headers: Type.Record(Type.String(), Type.String(), { description: "Values are masked" }),
  enabled: Type.Boolean(),
  metadata: Metadata,
  created_at: Timestamp,
  updated_at: Timestamp,
  disabled_reason: nullable(text("Why the service disabled it; null where the customer did")),
});
export const WebhookWithSecret = namedObject("WebhookWithSecret", {
  ...Webhook.properties,
  secret: text("Signs the deliveries; shown here and never again"),
});
export const DeletedWebhook = namedObject("DeletedWebhook", { id: Id, deleted: Type.Literal(true) });
export const CallbackSecretState = namedObject("CallbackSecretState", {
  exists: boolean(
    "Whether there is one. The first delivery to a callback creates one that nobody has seen: rotate it then",
  ),
  updated_at: nullable(Timestamp),
});
export const CallbackSecret = namedObject("CallbackSecret", {
  secret: text("Signs deliveries to callback URLs; shown here and never again"),
});

/** Checks what no schema says of custom headers. @throws ApiError 400 for those that cannot be stored or sent */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const masked = Object.entries(headers).filter(([, value]) => value === MASK);
  refuseFaults(masked.map(([name]) => ({
    field: `/custom_headers/${pointerToken(name)}`,
    message: "is masked; send the value itself",
  })));
  const fault = checkCustomHeaders(headers);
  if (fault === null) return;
  const suffix = fault.name === null ? "" : `/${pointerToken(fault.name)}`;
  throw fieldError(`/custom_headers${suffix}`, fault.reason);
}

/** The `meta` of a change. */
export const ChangedMeta = namedObject("ChangedWebhookMeta", {
  dropped_headers: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      description:
        "Names of the custom headers that another origin does not get, because they were not sent again",
    }),
  ),
});

/** The `meta` of a test event. */
export const TestMeta = namedObject("TestWebhookMeta", {
  delivery_note: Type.Optional(text("That the delivery is held, where the subscription is disabled")),
});
