import type { TObject, TSchema } from "typebox";
import type { Route } from "./define-route.ts";
import { SESSION_COOKIE } from "../accounts/session-authenticator.ts";
import { mayLackBody, RAW_BODY } from "./fields.ts";
import { ErrorEnvelope, honoursIdempotencyKey, responsesOf } from "./openapi-responses.ts";
import { SchemaCollection } from "./openapi-schemas.ts";

/** The groups of operations, in the order of a reader's first steps. A spec compares them with the route table. */
const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: "Simulations",
    description:
      "Ask a question, follow the run, read the verdict with its margin of error and its calibration.",
  },
  { name: "Workflows", description: "The calibrated methodologies that a simulation can run by." },
  {
    name: "Insights",
    description: "The Reading of a completed simulation: eight blocks that explain its verdict.",
  },
  {
    name: "Webhooks",
    description: "Signed events to your endpoints: the outcome of each delivery, and sending one again.",
  },
  { name: "API keys", description: "The keys of your organization: for people, and each key for itself." },
  { name: "Organization", description: "Your organization: its name, its people, invitations, and its end." },
  { name: "Sessions", description: "Where you are signed in." },
  {
    name: "Usage",
    description: "What the organization has used of its plan, its recent requests, and the service's state.",
  },
  {
    name: "Billing",
    description: "The organization's bill at the billing provider, and that provider's events.",
  },
  { name: "Training", description: "Your own survey's figures, compared with what a methodology predicts." },
  {
    name: "Accounts",
    description: "People: sign up, sign in with a password or a mailed link, set a new password, sign out.",
  },
  {
    name: "Operators",
    description: "For the people who run the service; other keys get `forbidden_operator_only`.",
  },
];

/** The OpenAPI 3.1 document of the route table. */
export function openApiDocument(routes: readonly Route[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  const collection = new SchemaCollection();
  for (const route of routes) {
    const path = paths[route.path] ??= {};
    path[route.method.toLowerCase()] = operation(route, collection);
  }
  collection.write(ErrorEnvelope, "response");
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Simulation service",
      version: "1.0.0",
      description:
        "Asks a question of up to 10,000 simulated survey respondents and returns an honest verdict. " +
        "Every response has the three keys `data`, `error`, `meta`; clients dispatch on `error`, not on the status.",
    },
    servers: [{ url: baseUrl }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", bearerFormat: "sk_…" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: SESSION_COOKIE,
          description: "A person's session, which has all scopes; an Authorization header goes before it",
        },
      },
      schemas: collection.schemas,
    },
  };
}

function operation(route: Route, collection: SchemaCollection): object {
  const { operationId, summary, description, tag, body } = route;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...securityOf(route),
    parameters: [
      ...parameters("path", route.params, collection),
      ...parameters("query", route.query, collection),
      ...Object.entries(route.requestHeaders ?? {}).map(([name, text]) => requestHeader(name, text)),
      ...(honoursIdempotencyKey(route) ? [idempotencyKey(route.idempotencyKey === "required")] : []),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(route, body, collection) }),
    responses: responsesOf(route, collection),
  };
}

/** A key with the scope or a person's session; people alone where the access says so. A public route has none. */
function securityOf({ fence, access }: Route): { readonly security?: readonly object[] } {
  if (fence === "public") return {};
  if (access === "person") return { security: [{ session: [] }] };
  return { security: [{ apiKey: typeof access === "object" ? [access.scope] : [] }, { session: [] }] };
}

function requestBody(route: Route, schema: TSchema, collection: SchemaCollection): object {
  const { method, nulls } = route;
  if (schema === RAW_BODY) return { required: true, content: { "*/*": { schema } } };
  const isChange = method === "PATCH" || nulls === "clear";
  const forgiving = method === "POST" && !isChange;
  return {
    required: !isChange && !mayLackBody(route),
    description: forgiving
      ? "Null for an optional field is as absent."
      : "Null clears a field that can be null. An empty body changes nothing.",
    content: {
      "application/json": { schema: collection.write(forgiving ? withNulls(schema) : schema, "request") },
    },
  };
}

/** The schema of a create's body, whose optional fields take null too: the service reads it as absent. */
function withNulls(schema: TSchema): object {
  const { properties, required = [] } = schema as {
    properties?: Readonly<Record<string, TSchema>>;
    required?: readonly string[];
  };
  if (properties === undefined) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        required.includes(name) ? property : orNull(property),
      ]),
    ),
  };
}

/** The schema's values, or null. */
function orNull(schema: TSchema): object {
  const { anyOf, description } = schema as { anyOf?: readonly { type?: string }[]; description?: string };
  if (anyOf?.some(({ type }) => type === "null")) return schema;
  return { anyOf: [schema, { type: "null" }], ...(description === undefined ? {} : { description }) };
}

function parameters(
  place: "path" | "query",
  schema: TObject | undefined,
  collection: SchemaCollection,
): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path",
    // Repeated arrays are OpenAPI's own default; an object is `name[key]=value`.
    ...((property as { type?: string }).type === "object" ? { style: "deepObject", explode: true } : {}),
    schema: collection.write(property, "request"),
  }));
}

function requestHeader(name: string, description: string): object {
  return { name, in: "header", required: true, description, schema: { type: "string" } };
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
