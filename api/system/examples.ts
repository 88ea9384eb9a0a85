const ORGANIZATION = "01985d20-1b2c-7a3d-8e4f-5061728394a5";
const COMMAND = "01985d60-1a2b-7c3d-8e4f-5061728394a5";
const AT = "2026-12-01T09:00:00.000Z";

/** Examples of the service's state, and of what operators read and change, by the names of their schemas. */
export const SYSTEM_EXAMPLES: Readonly<Record<string, unknown>> = {
  Overview: {
    taken_at: AT,
    queues: [{ name: "queued_simulations", rows: 2, oldest_seconds: 0.4 }],
    set_aside: 0,
    endpoints_down: 1,
    endpoints: [{
      organization_id: ORGANIZATION,
      organization_name: "Acme",
      webhook_id: null,
      url: "https://hooks.example.org/results",
      down_since: AT,
      failures: 12,
    }],
    requests: 48_210,
    server_errors: 3,
  },
  RecentRequest: {
    request_id: "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
    at: AT,
    method: "GET",
    route: "/v1/simulations/{id}",
    status: 404,
    error: "simulation_not_found",
    duration_ms: 4.21,
    key_id: "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
  },
  ServiceStatus: {
    status: "operational",
    components: {
      api: "operational",
      database: "operational",
      cache: "operational",
      workflows: "operational",
    },
    links: {
      billing_provider: "https://status.example.org",
      email_provider: "https://mail-status.example.org",
    },
    checked_at: AT,
  },
  BeginMaintenance: { retry_after_seconds: 600 },
  Maintenance: { retry_after_seconds: 600, since: AT },
  MaintenanceState: { active: true, retry_after_seconds: 600, since: AT },
  AuditEntry: {
    id: "01985d61-2b3c-7d4e-9f50-61728394a5b6",
    actor_key_id: "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
    actor_user_id: null,
    actor_command: null,
    action: "organization.update",
    subject: ORGANIZATION,
    details: { plan_tier: "studio" },
    request_id: "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
    organization_id: ORGANIZATION,
    by_operator: true,
    created_at: AT,
  },
  OutboxCommand: {
    id: COMMAND,
    organization_id: ORGANIZATION,
    workflow_id: "simulation/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
    kind: "start",
    attempts: 10,
    error: "Workflow ID exceeds 1000 bytes.",
    set_aside_at: AT,
    temporal_ui_url:
      "https://temporal.example.org/namespaces/default/workflows/simulation%2F01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
  },
  OutboxMeta: { total: 1 },
  RetriedCommand: { id: COMMAND, workflow_id: "simulation/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21" },
  RetryCommands: { error: "exceeds" },
  RetriedCommands: { matched: 120, more: false },
};
