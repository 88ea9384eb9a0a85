import { SIGNATURE_HEADER } from "#shared/webhooks/secrets.ts";
import type { EventType } from "#shared/webhooks/events.ts";
import { Event, EVENTS } from "../deliveries/schema.ts";
import { type Components, exampleOf, nameOf } from "./openapi-schemas.ts";

const SUMMARIES: Readonly<Record<EventType, string>> = {
  "simulation.completed": "A simulation is complete",
  "simulation.failed": "A simulation failed or was cancelled",
  "simulation.insights.completed": "A simulation's Reading is complete",
  "simulation.insights.failed": "A simulation's Reading failed",
  "webhook.test": "Somebody asked for a test of the subscription",
};

const SIGNATURE = {
  name: SIGNATURE_HEADER,
  in: "header",
  required: true,
  description:
    "`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` by the subscription's secret, or for a `callback_url` by the organization's " +
    "callback secret. Compare in constant time, and reject a `t` that is more than 5 minutes old. During a rotation several `v1` may stand here: " +
    "one that matches is enough.",
  schema: { type: "string" },
  example: "t=1796083200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
};

const USER_AGENT = {
  name: "User-Agent",
  in: "header",
  required: true,
  description: "The same for every delivery; the subscription's custom headers stand beside it",
  schema: { type: "string" },
  example: "simulation-service-webhooks/1.0",
};

/** The document's `webhooks`: a request to a customer's endpoint for each type of event. */
export function webhooksOf(components: Components): Record<string, object> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([type, schema]) => [type, {
      post: delivery(
        pascal(type),
        SUMMARIES[type as EventType],
        components.write(schema, "response"),
        exampleOf(nameOf(schema) ?? ""),
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
        components.write(Event, "response"),
        exampleOf("Event"),
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
    parameters: [SIGNATURE, USER_AGENT],
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: {
      "2XX": { description: "Received. The service decides when the headers arrive, within 15 seconds" },
      "410": { description: "The endpoint is gone: the service disables the subscription" },
      "4XX": { description: "Refused, such as for a wrong signature; tried again by the retry schedule" },
    },
  };
}

/** `simulation.insights.failed` as `SimulationInsightsFailed`. */
function pascal(type: string): string {
  return type.split(".").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}
