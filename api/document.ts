import { limitsOf, NO_CONTRACT } from "#shared/plans.ts";
import { ACCOUNT_EXAMPLES } from "./accounts/schema.ts";
import { DELIVERY_EXAMPLES } from "./deliveries/examples.ts";
import { Event, EVENT_DESCRIPTIONS, EVENTS } from "./deliveries/schema.ts";
import type { Route } from "./http/define-route.ts";
import { METHODOLOGY_EXAMPLES } from "./methodologies/schema.ts";
import type { ResourceDocs } from "./openapi/components.ts";
import { openApiDocument } from "./openapi/document.ts";
import { ORGANIZATION_EXAMPLES } from "./organizations/schema.ts";
import { READING_EXAMPLES } from "./readings/schema.ts";
import { ROUTES } from "./routes.ts";
import { SIMULATION_EXAMPLES } from "./simulations/examples.ts";
import { SIMULATION_ERROR_META } from "./simulations/results-schema.ts";
import { TRAINING_ERROR_META, TRAINING_EXAMPLES } from "./training/schema.ts";
import { WEBHOOK_EXAMPLES } from "./webhooks/schema.ts";

/** What fields hold in examples that are made of them: of one schema alone, or of every schema that has a field of this name. */
const FIELDS: Readonly<Record<string, unknown>> = {
  email: "ada@example.org",
  name: "Ada Lovelace",
  "Organization.name": "Oat & Co",
  "AdminOrganization.name": "Oat & Co",
  organization_name: "Oat & Co",
  plan_tier: "growth",
  insights_enabled: true,
  ...limitsOf("growth", NO_CONTRACT),
  "ApiKey.name": "Production",
  "CreatedApiKey.name": "Production",
  prefix: "sk_4fG7h",
  key: "sk_4fG7hJ2kL9mN0pQ3rS6tU8vW1xY5zA7bC4dE2fG9hJ1kL3",
  current: true,
  user_agent: "Mozilla/5.0",
  expires_at: "2026-12-08T09:00:00.000Z",
  "AuditActor.id": "01985d20-1b9d-7c4e-9a5b-6c7d8e9f0a1b",
  action: "api_key.create",
  subject: "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
  request_id: "01985d24-5d6e-7a81-9293-a4b5c6d7e8f9",
  paid: true,
  "BillingPortal.url": "https://billing.example.org/session/9f8e7d",
  simulations: 12,
  agent_runs: 6_000,
  simulations_this_period: 12,
  simulations_limit: 1_000,
  agent_runs_this_period: 6_000,
  agent_runs_limit: 1_000_000,
  simulations_lifetime: 140,
  rate_limit_per_minute: 300,
  readings_this_period: 10,
  reading_cost_usd_this_period: 0.5,
  url: "https://hooks.example.org/simulations",
  "SimulationShare.url": "https://api.example.org/shared/9yK1uZ3cQ7eVxT0aJb5nLmW2rHs8dPfGqE4iXoC6vBk",
  events: "simulation.completed",
  enabled: true,
  secret: "whsec_3kq0Zb1VfY2xGm8sQpLr5tUoWcNaEhJdXi7B4vK9yRw=",
  succeeded: 41,
  failed: 1,
  matched: 3,
  workflow_name: "Oat drinks",
  upload_url: "https://api.example.org/uploads/eyJpZCI6IjAxOTg1ZDUwIn0",
  upload_url_expires_at: "2026-12-01T09:15:00.000Z",
  "QueueFigures.name": "queued_simulations",
  rows: 2,
  oldest_seconds: 0.4,
  set_aside: 0,
  endpoints_down: 1,
  failures: 12,
  requests: 48_210,
  server_errors: 3,
  method: "GET",
  route: "/v1/simulations/{id}",
  "RecentRequest.status": 200,
  duration_ms: 4.21,
  billing_provider: "https://status.example.org",
  email_provider: "https://mail-status.example.org",
  retry_after_seconds: 600,
  "MaintenanceState.active": true,
  "MaintenanceState.since": "2026-12-01T09:00:00.000Z",
  "OutboxCommand.workflow_id": "simulation/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
  "RetriedCommand.workflow_id": "simulation/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
  attempts: 10,
  "OutboxCommand.error": "Workflow ID exceeds 1000 bytes.",
  "OutboxMeta.total": 1,
};

const DOCS: ResourceDocs = {
  examples: {
    ...ACCOUNT_EXAMPLES,
    ...DELIVERY_EXAMPLES,
    ...METHODOLOGY_EXAMPLES,
    ...ORGANIZATION_EXAMPLES,
    ...READING_EXAMPLES,
    ...SIMULATION_EXAMPLES,
    BeginMaintenance: { retry_after_seconds: 600 },
    RetryCommands: { error: "exceeds" },
    ...TRAINING_EXAMPLES,
    ...WEBHOOK_EXAMPLES,
  },
  fields: FIELDS,
  errorMeta: { ...SIMULATION_ERROR_META, ...TRAINING_ERROR_META },
  events: { schemas: EVENTS, descriptions: EVENT_DESCRIPTIONS, any: Event },
};

/** The OpenAPI document of the service. @param routes of some of its routes alone */
export function apiDocument(baseUrl: string, routes: readonly Route[] = ROUTES): object {
  return openApiDocument(routes, baseUrl, DOCS);
}
