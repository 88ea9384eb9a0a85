import type { Buffer } from "node:buffer";
import { EntitySchema } from "typeorm";
import type { PlanTier } from "#shared/plans.ts";
import type { Scope } from "#shared/api-key.ts";

export interface OrganizationRow {
  id: string;
  name: string;
  /** The plan in force: the highest of the granted one and of those that its customers' subscriptions give. */
  plan_tier: PlanTier;
  /** What an operator set last, or the organization was made with. */
  granted_tier: PlanTier;
  insights_enabled: boolean;
  agent_count_ceiling: number | null;
  requests_per_minute: number | null;
  simulations_per_month: number | null;
  /** bigint: Postgres sends text. */
  agent_runs_per_month: string | null;
  /** numeric: Postgres sends text. */
  reading_ceiling_usd: string | null;
  /** `unproved` until its founder proves the address; `taken_over` where somebody else has proved it. */
  founding: "unproved" | "taken_over" | null;
  created_at: Date;
  updated_at: Date;
  /** From then on no person and no key acts for it, and a workflow deletes its rows. */
  deletion_requested_at: Date | null;
}

export const Organizations = new EntitySchema<OrganizationRow>({
  name: "organizations",
  columns: {
    id: { type: "uuid", primary: true },
    name: { type: "text" },
    plan_tier: { type: "text" },
    granted_tier: { type: "text" },
    insights_enabled: { type: "boolean" },
    agent_count_ceiling: { type: "integer", nullable: true },
    requests_per_minute: { type: "integer", nullable: true },
    simulations_per_month: { type: "integer", nullable: true },
    agent_runs_per_month: { type: "bigint", nullable: true },
    reading_ceiling_usd: { type: "numeric", nullable: true },
    founding: { type: "text", nullable: true },
    created_at: { type: "timestamptz" },
    updated_at: { type: "timestamptz" },
    deletion_requested_at: { type: "timestamptz", nullable: true },
  },
});

export interface ApiKeyRow {
  id: string;
  organization_id: string;
  name: string;
  prefix: string;
  secret_hash: Buffer;
  previous_secret_hash: Buffer | null;
  previous_valid_until: Date | null;
  rotated_at: Date | null;
  scopes: Scope[];
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export const ApiKeys = new EntitySchema<ApiKeyRow>({
  name: "api_keys",
  columns: {
    id: { type: "uuid", primary: true },
    organization_id: { type: "uuid" },
    name: { type: "text" },
    prefix: { type: "text" },
    secret_hash: { type: "bytea" },
    previous_secret_hash: { type: "bytea", nullable: true },
    previous_valid_until: { type: "timestamptz", nullable: true },
    rotated_at: { type: "timestamptz", nullable: true },
    scopes: { type: "text", array: true },
    created_at: { type: "timestamptz" },
    last_used_at: { type: "timestamptz", nullable: true },
    expires_at: { type: "timestamptz", nullable: true },
    revoked_at: { type: "timestamptz", nullable: true },
  },
});

export interface AuditEntryRow {
  id: string;
  actor_key_id: string | null;
  actor_user_id: string | null;
  actor_command: string | null;
  action: string;
  subject: string;
  details: object;
  request_id: string | null;
  /** Whose people see the entry; null for what is no organization's, such as a maintenance. */
  of_organization: string | null;
  by_operator: boolean;
  created_at: Date;
}

export const AuditLog = new EntitySchema<AuditEntryRow>({
  name: "audit_log",
  columns: {
    id: { type: "uuid", primary: true },
    actor_key_id: { type: "uuid", nullable: true },
    actor_user_id: { type: "uuid", nullable: true },
    actor_command: { type: "text", nullable: true },
    action: { type: "text" },
    subject: { type: "text" },
    details: { type: "jsonb" },
    request_id: { type: "text", nullable: true },
    of_organization: { type: "uuid", nullable: true },
    by_operator: { type: "boolean" },
    created_at: { type: "timestamptz" },
  },
});
