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

const SIMULATION = "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21";
const ORGANIZATION = "01985d20-1b2c-7a3d-8e4f-5061728394a5";
const KEY = "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5";
const JOB = "01985d40-2b3c-7d4e-9f50-61728394a5b6";
const WORKFLOWS = "https://temporal.example.org/namespaces/default/workflows";

/** The fields that name each resource. */
const IDS: Readonly<Record<string, readonly string[]>> = {
  [SIMULATION]: ["simulation_id"],
  [ORGANIZATION]: ["Organization.id", "AdminOrganization.id", "OrganizationDeletion.id", "organization_id"],
  "01985d20-1b9d-7c4e-9a5b-6c7d8e9f0a1b": ["User.id", "Member.id", "invited_by", "AuditActor.id"],
  "01985d22-3b4c-7d5e-8f60-718293a4b5c6": ["OwnSession.id"],
  "01985d23-4c5d-7e6f-9a70-8192a3b4c5d6": ["Invitation.id"],
  [KEY]: ["ApiKey.id", "CreatedApiKey.id", "key_id", "actor_key_id", "subject"],
  "01985d23-4c5d-7e6f-8071-8293a4b5c6d7": ["Purchase.id"],
  "01985d24-5d6e-7a81-9293-a4b5c6d7e8f9": ["request_id"],
  "01985d24-5d6e-7f70-8182-93a4b5c6d7e8": ["OwnAuditEntry.id"],
  "01985d61-2b3c-7d4e-9f50-61728394a5b6": ["AuditEntry.id"],
  "01985d30-2b3c-7d4e-9f50-61728394a5b6": [
    ...["Webhook.id", "WebhookWithSecret.id", "DeletedWebhook.id"],
    "webhook_id",
  ],
  "01985d50-0a1b-7c2d-9e3f-405162738495": ["training_id"],
  "01985d60-1a2b-7c3d-8e4f-5061728394a5": ["OutboxCommand.id", "RetriedCommand.id"],
  [JOB]: ["job_id"],
};

/** What fields hold in examples that are made of them: of one schema alone, or of every schema that has a field of this name. */
const FIELDS: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.entries(IDS).flatMap(([id, fields]) => fields.map((field) => [field, id]))),
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
  action: "api_key.create",
  "AuditEntry.action": "organization.update",
  "AuditEntry.subject": ORGANIZATION,
  "AuditEntry.details": { plan_tier: "studio" },
  "AuditEntry.by_operator": true,
  paid: true,
  "BillingPortal.url": "https://billing.example.org/session/9f8e7d",
  simulations: 12,
  agent_runs: 6_000,
  "UsagePeriod.start": "2026-12-01T00:00:00.000Z",
  "UsagePeriod.end": "2027-01-01T00:00:00.000Z",
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
  "DeliveriesRetry.temporal_ui_url": `${WORKFLOWS}/deliveries-retry%2F${JOB}`,
  workflow_name: "Oat drinks",
  "TrainingRun.status": "COMPLETED",
  results_available: true,
  upload_received: true,
  "TrainingRun.started_at": "2026-12-01T09:05:00.000Z",
  "TrainingRun.completed_at": "2026-12-01T09:05:01.000Z",
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
  "OutboxCommand.workflow_id": `simulation/${SIMULATION}`,
  "OutboxCommand.temporal_ui_url": `${WORKFLOWS}/simulation%2F${SIMULATION}`,
  "RetriedCommand.workflow_id": `simulation/${SIMULATION}`,
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
