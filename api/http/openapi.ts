import type { TObject, TSchema } from "typebox";
import type { Route } from "./define-route.ts";
import { RAW_BODY } from "./fields.ts";
import { errorEnvelope, honoursIdempotencyKey, responsesOf } from "./openapi-responses.ts";

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
  { name: "Training", description: "Your own survey's figures, compared with what a methodology predicts." },
  {
    name: "Operators",
    description: "For the people who run the service; other keys get `forbidden_operator_only`.",
  },
];

/** The OpenAPI 3.1 document of the route table. */
export function openApiDocument(routes: readonly Route[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = paths[route.path] ??= {};
    path[route.method.toLowerCase()] = operation(route);
  }
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
      securitySchemes: { apiKey: { type: "http", scheme: "bearer", bearerFormat: "sk_…" } },
      schemas: { Error: errorEnvelope() },
    },
  };
}

function operation(route: Route): object {
  const { operationId, summary, description, tag, body } = route;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...securityOf(route),
    parameters: [
      ...parameters("path", route.params),
      ...parameters("query", route.query),
      ...(honoursIdempotencyKey(route) ? [idempotencyKey(route.idempotencyKey === "required")] : []),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: responsesOf(route),
  };
}

/** A public route has none. */
function securityOf({ fence, access }: Route): { readonly security?: readonly object[] } {
  if (fence === "public") return {};
  if (access === "person") return { security: [{ session: [] }] };
  return { security: [{ apiKey: typeof access === "object" ? [access.scope] : [] }] };
}

function requestBody(schema: TSchema): object {
  const type = schema === RAW_BODY ? "*/*" : "application/json";
  return { required: true, content: { [type]: { schema } } };
}

function parameters(place: "path" | "query", schema: TObject | undefined): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path",
    schema: property,
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
