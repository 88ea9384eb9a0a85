import { SIGNATURE_HEADER } from "#shared/webhooks/secrets.ts";
import type { EventType } from "#shared/webhooks/events.ts";
import type { Components } from "./components.ts";
import { pascal } from "./errors.ts";

/** A header that a request must have. */
export function requiredHeader(name: string, description: string, example?: string): object {
  const schema = { type: "string" };
  return {
    name,
    in: "header",
    required: true,
    description,
    schema,
    ...example === undefined ? {} : { example },
  };
}

/** Ours, and those of Standard Webhooks, whose libraries verify a delivery unchanged. */
const HEADERS = [
  requiredHeader(
    SIGNATURE_HEADER,
    "`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the subscription's secret, or for a `callback_url` by the organization's " +
      "callback secret. Compare in constant time, and reject a `t` that is more than 5 minutes old. During a rotation several `v1` may stand here: " +
      "one that matches is enough.",
    "t=1796083200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
  ),
  requiredHeader(
    "webhook-id",
    "The event's id: the same for every attempt, so a receiver can drop what it has handled",
    "evt_0198c0de-0000-7000-8000-000000000001",
  ),
  requiredHeader("webhook-timestamp", "The time of this attempt in unix seconds", "1796083200"),
  requiredHeader(
    "webhook-signature",
    "`v1,<base64>`: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` by the 32 bytes that the secret's base64 encodes, as " +
      "Standard Webhooks defines it",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
  requiredHeader(
    "User-Agent",
    "The same for every delivery; the subscription's custom headers stand beside it",
    "simulation-service-webhooks/1.0",
  ),
];

/** The document's `webhooks`: a request to a customer's endpoint for each type of event. */
export function webhooksOf(components: Components): Record<string, object> {
  const { schemas, descriptions } = components.docs.events;
  return Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => [type, {
      post: delivery(
        pascal(type),
        descriptions[type as EventType],
        components.write(schema, "response"),
        components.exampleOf(schema),
      ),
    }]),
  );
}

/** The callback of a simulation that is created with a `callback_url`: its events. */
export function callbackOf(operationId: string, components: Components): object {
  return {
    "{$request.body#/callback_url}": {
      post: delivery(
        `EventOf${operationId.replace(/^./, (first) => first.toUpperCase())}`,
        "An event of the simulation",
        components.write(components.docs.events.any, "response"),
        components.exampleOf(components.docs.events.any),
      ),
    },
  };
}

function delivery(name: string, summary: string, schema: object, example: unknown): object {
  return {
    operationId: `receive${name}`,
    summary,
    description:
      "Sent at least once: store the `id` of what you have handled, and answer 2xx to a repeated one. Every attempt has the same `id` and the same " +
      "bytes.",
    tags: ["Webhooks"],
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: {
      "2XX": { description: "Received. The service decides when the headers arrive, within 15 seconds" },
      "410": { description: "The endpoint is gone: the service disables the subscription" },
      "4XX": { description: "Refused, such as for a wrong signature; tried again by the retry schedule" },
    },
  };
}
