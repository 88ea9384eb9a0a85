import { ACCOUNT_EXAMPLES } from "./accounts/schema.ts";
import { BILLING_EXAMPLES } from "./billing/usage.ts";
import { DELIVERY_EXAMPLES } from "./deliveries/examples.ts";
import { Event, EVENT_DESCRIPTIONS, EVENTS } from "./deliveries/schema.ts";
import type { Route } from "./http/define-route.ts";
import { METHODOLOGY_EXAMPLES } from "./methodologies/schema.ts";
import type { ResourceDocs } from "./openapi/components.ts";
import { openApiDocument } from "./openapi/document.ts";
import { ORGANIZATION_EXAMPLES } from "./organizations/examples.ts";
import { READING_EXAMPLES } from "./readings/schema.ts";
import { ROUTES } from "./routes.ts";
import { SIMULATION_EXAMPLES } from "./simulations/examples.ts";
import { SIMULATION_ERROR_META } from "./simulations/results-schema.ts";
import { SYSTEM_EXAMPLES } from "./system/examples.ts";
import { TRAINING_ERROR_META, TRAINING_EXAMPLES } from "./training/schema.ts";
import { WEBHOOK_EXAMPLES } from "./webhooks/schema.ts";

const DOCS: ResourceDocs = {
  examples: {
    ...ACCOUNT_EXAMPLES,
    ...BILLING_EXAMPLES,
    ...DELIVERY_EXAMPLES,
    ...METHODOLOGY_EXAMPLES,
    ...ORGANIZATION_EXAMPLES,
    ...READING_EXAMPLES,
    ...SIMULATION_EXAMPLES,
    ...SYSTEM_EXAMPLES,
    ...TRAINING_EXAMPLES,
    ...WEBHOOK_EXAMPLES,
  },
  errorMeta: { ...SIMULATION_ERROR_META, ...TRAINING_ERROR_META },
  events: { schemas: EVENTS, descriptions: EVENT_DESCRIPTIONS, any: Event },
};

/** The OpenAPI document of the service. @param routes of some of its routes alone */
export function apiDocument(baseUrl: string, routes: readonly Route[] = ROUTES): object {
  return openApiDocument(routes, baseUrl, DOCS);
}
