const ORGANIZATION = "01985d20-1b2c-7a3d-8e4f-5061728394a5";
const COMMAND = "01985d60-1a2b-7c3d-8e4f-5061728394a5";
const AT = "2026-12-01T09:00:00.000Z";

const figures = {
  agent_count_ceiling: 2_500,
  requests_per_minute: 300,
  simulations_per_month: 1_000,
  agent_runs_per_month: 1_000_000,
  reading_ceiling_usd: 50,
};
const methodology = {
  workflow_id: "product-purchase-intent",
  version: 1,
  status: "published",
  name: "Product purchase intent",
  label: "Purchase intent",
  description: "Whether people would buy a product where they usually shop.",
  topic: "consumer products",
  kpi_question: "How likely are you to buy this product if it were available where you usually shop?",
  recommended_sample_size: 1_000,
  illustrative: true,
  created_at: AT,
};

/** Examples of what operators read and change, and of methodologies, by the names of their schemas. */
export const OPERATORS: Readonly<Record<string, unknown>> = {
  CreateOrganization: { name: "Oat & Co", plan_tier: "growth" },
  ChangeOrganization: { plan_tier: "studio", limits: { requests_per_minute: 600 } },
  AdminOrganization: {
    id: ORGANIZATION,
    name: "Oat & Co",
    plan_tier: "growth",
    insights_enabled: true,
    contract: {
      agent_count_ceiling: null,
      requests_per_minute: null,
      simulations_per_month: null,
      agent_runs_per_month: null,
      reading_ceiling_usd: null,
    },
    limits: figures,
    created_at: AT,
    updated_at: AT,
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
    created_at: AT,
  },
  OutboxCommand: {
    id: COMMAND,
    organization_id: ORGANIZATION,
    workflow_id: "simulation/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
    kind: "start",
    attempts: 10,
    error: "The namespace has no search attribute Stage.",
    set_aside_at: AT,
    temporal_ui_url:
      "https://temporal.example.org/namespaces/default/workflows/simulation%2F01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21",
  },
  OutboxMeta: { total: 1 },
  RetriedCommand: { id: COMMAND, workflow_id: "simulation/01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21" },
  ChangeMethodology: { status: "published" },
  ChangedMethodology: { workflow_id: "product-purchase-intent", version: 1, status: "published" },
  MethodologySummary: methodology,
  Methodology: {
    ...methodology,
    exemplar_questions: ["Would you buy this oat drink?"],
    population: { frame: "us-adults-2024", description: "U.S. resident adults aged 18 and over" },
    segments: ["sex", "age", "education", "region"],
    scenario_schema: { type: "object", properties: { price: { type: "number" } } },
    calibration: {
      source: "Made up for illustration; it rests on no survey.",
      illustrative: true,
      rows: 48,
      held_out_rows: 12,
      accuracy_pct: 91.2,
      confirm_mean_pct: 44.7,
      baseline_pct: 83.5,
      computed_at: AT,
    },
  },
};
