import { readFileSync } from "node:fs";
import type { TObject, TSchema } from "typebox";
import type { EventType } from "#shared/webhooks/events.ts";
import type { Route } from "../http/define-route.ts";
import { RAW_BODY } from "../http/fields.ts";
import type { SchemaParts } from "../http/json.ts";
import { Components, type ResourceDocs } from "./components.ts";
import { errorTable, honoursIdempotencyKey, OPERATIONS, pascal, responsesOf } from "./responses.ts";
import skeleton from "./skeleton.json" with { type: "json" };

/** The OpenAPI 3.1 document of routes. */
export function openApiDocument(routes: readonly Route[], baseUrl: string, docs: ResourceDocs): object {
  const paths: Record<string, Record<string, object>> = {};
  const components = new Components(docs);
  for (const route of routes) {
    const path = paths[route.path] ??= {};
    path[route.method.toLowerCase()] = operation(route, routes, components);
  }
  const { info, securitySchemes, delivery: _, ...skeletonOfAll } = skeleton;
  const introduction = readFileSync(new URL("./introduction.md", import.meta.url), "utf8").trimEnd();
  const webhooks = webhooksOf(components);
  const { docs: __, ...written } = components;
  return {
    ...skeletonOfAll,
    info: { ...info, description: introduction.replace("{errors}", errorTable) },
    servers: [{ url: baseUrl }],
    paths,
    webhooks,
    components: { securitySchemes, ...written },
  };
}

function operation(route: Route, routes: readonly Route[], components: Components): object {
  const { operationId, tag, body } = route;
  const words = OPERATIONS[operationId];
  if (words === undefined) throw new Error(`operations.json says nothing of ${operationId}`);
  const { summary, description = route.description } = words;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...securityOf(route),
    parameters: [
      ...parameters("path", route.params, components),
      ...parameters("query", route.query, components),
      ...Object.entries(route.requestHeaders ?? {}).map(([name, description]) => (
        { name, in: "header", required: true, description, schema: { type: "string" } }
      )),
      ...(honoursIdempotencyKey(route) ? [idempotencyKey(route.idempotencyKey === "required")] : []),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(route, body, components) }),
    responses: responsesOf(route, routes, components),
    ...("write" in route && "callback_url" in propertiesOf(body)
      ? { callbacks: { simulationEvent: callbackOf(operationId, components) } }
      : {}),
  };
}

/** A key with the scope or a person's session; people alone where the access says so. A public route has none. */
function securityOf({ routeScope, access }: Route): { readonly security: readonly object[] } {
  if (routeScope === "public") return { security: [] };
  if (access === "person") return { security: [{ session: [] }] };
  return { security: [{ apiKey: typeof access === "object" ? [access.scope] : [] }, { session: [] }] };
}

/** Such as the billing provider sends. */
const PAYMENT_EVENT = JSON.stringify({
  id: "evt_1PaymentExample",
  type: "customer.created",
  created: 1_796_117_401,
  data: { object: { id: "cus_example" } },
});

function requestBody(route: Route, schema: TSchema, components: Components): object {
  const { method, nulls } = route;
  if (schema === RAW_BODY) {
    return { required: true, content: { "application/octet-stream": { schema, example: PAYMENT_EVENT } } };
  }
  const forgiving = method === "POST" && nulls !== "clear";
  const { required = [], minProperties = 0 }: SchemaParts = schema;
  const refusesEmpty = required.length > 0 || minProperties > 0;
  const nullClears = "Null clears a field that can be null.";
  const changes = refusesEmpty ? nullClears : `${nullClears} An empty body changes nothing.`;
  return {
    required: refusesEmpty,
    description: forgiving ? "Null for an optional field is as absent." : changes,
    content: {
      "application/json": {
        schema: components.write(forgiving ? withNulls(schema) : schema, "request"),
        example: components.exampleOf(schema),
      },
    },
  };
}

/** The schema of a create's body, whose optional fields take null too: the service reads it as absent. */
function withNulls(schema: TSchema): object {
  const { properties, required = [] }: SchemaParts = schema;
  if (properties === undefined) return schema;
  const optionalOrNull = Object.entries(properties).map(([name, property]) =>
    [name, required.includes(name) ? property : orNull(property)] as const
  );
  return { ...schema, properties: Object.fromEntries(optionalOrNull) };
}

/** The schema's values, or null. */
function orNull(schema: SchemaParts): object {
  const { anyOf, description } = schema;
  if (anyOf?.some(({ type }) => type === "null")) return schema;
  return { anyOf: [schema, { type: "null" }], ...(description === undefined ? {} : { description }) };
}

function parameters(
  place: "path" | "query",
  schema: TObject | undefined,
  components: Components,
): object[] {
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path",
    // Repeated arrays are OpenAPI's own default; an object is `name[key]=value`.
    ...(property.type === "object" ? { style: "deepObject", explode: true } : {}),
    schema: components.write(property, "request"),
  }));
}

function idempotencyKey(required: boolean): object {
  return {
    name: "Idempotency-Key",
    in: "header",
    required,
    description:
      "A ULID, a UUID or 32–255 printable ASCII characters; the first answer is replayed for 24 hours",
    schema: { type: "string", maxLength: 255 },
  };
}

function propertiesOf(schema: object = {}): Readonly<Record<string, SchemaParts>> {
  const { properties = {} }: SchemaParts = schema;
  return properties;
}

/** The document's `webhooks`: a request to a customer's endpoint for each type of event. */
function webhooksOf(components: Components): Record<string, object> {
  const { schemas, descriptions } = components.docs.events;
  return Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => [
      type,
      delivery(pascal(type), descriptions[type as EventType], schema, components),
    ]),
  );
}

/** The callback of a simulation that is created with a `callback_url`: its events. */
function callbackOf(operationId: string, components: Components): object {
  const name = `EventOf${operationId.replace(/^./, (first) => first.toUpperCase())}`;
  const sent = delivery(name, "An event of the simulation", components.docs.events.any, components);
  return { "{$request.body#/callback_url}": sent };
}

function delivery(name: string, summary: string, event: TSchema, components: Components): object {
  const schema = components.write(event, "response");
  const content = { "application/json": { schema, example: components.exampleOf(event) } };
  const requestBody = { required: true, content };
  return { post: { operationId: `receive${name}`, summary, ...skeleton.delivery, requestBody } };
}
