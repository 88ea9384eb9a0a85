const ORGANIZATION = "01985d20-1b2c-7a3d-8e4f-5061728394a5";
const PERSON = "01985d20-1b9d-7c4e-9a5b-6c7d8e9f0a1b";
export const AT = "2026-12-01T09:00:00.000Z";

export const organization = {
  id: ORGANIZATION,
  name: "Oat & Co",
  plan_tier: "growth",
  insights_enabled: true,
  created_at: AT,
};
export const person = {
  id: PERSON,
  email: "ada@example.org",
  name: "Ada Lovelace",
  created_at: AT,
  last_login_at: "2026-12-01T09:20:00.000Z",
};
const apiKey = {
  id: "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
  name: "Production",
  prefix: "sk_4fG7h",
  scopes: ["simulations:read", "webhooks:read"],
  created_at: AT,
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
};
const figures = {
  agent_count_ceiling: 2_500,
  requests_per_minute: 300,
  simulations_per_month: 1_000,
  agent_runs_per_month: 1_000_000,
  reading_ceiling_usd: 50,
};

/** Examples of organizations, their people and keys, by the names of their schemas. */
export const ORGANIZATION_EXAMPLES: Readonly<Record<string, unknown>> = {
  Organization: organization,
  RenameOrganization: { name: "Oat & Company" },
  OrganizationDeletion: { id: ORGANIZATION, status: "deleting" },
  Member: { ...person, role: "owner" },
  ChangeMember: { role: "owner" },
  OwnAuditEntry: {
    id: "01985d24-5d6e-7f70-8182-93a4b5c6d7e8",
    at: AT,
    actor: { kind: "user", id: PERSON, name: "Ada Lovelace" },
    action: "api_key.create",
    subject: "01985d21-5a6b-7c7d-8e8f-90a1b2c3d4e5",
    request_id: "01985d24-5d6e-7a81-9293-a4b5c6d7e8f9",
  },
  CreateInvitation: { email: "grace@example.org", name: "Grace Hopper" },
  Invitation: {
    id: "01985d23-4c5d-7e6f-9a70-8192a3b4c5d6",
    email: "grace@example.org",
    name: "Grace Hopper",
    invited_by: PERSON,
    sent_at: null,
    created_at: AT,
    expires_at: "2026-12-08T09:00:00.000Z",
  },
  CreateApiKey: { name: "Production", scopes: ["simulations:read", "webhooks:read"] },
  ApiKey: apiKey,
  CreatedApiKey: { ...apiKey, key: "sk_4fG7hJ2kL9mN0pQ3rS6tU8vW1xY5zA7bC4dE2fG9hJ1kL3" },
  RotateApiKey: { grace_period_seconds: 3_600 },
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
};
