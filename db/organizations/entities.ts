import type { PlanTier } from "#shared/plans.ts";
import type { Scope } from "#shared/api-key.ts";
import {
  bigint,
  boolean,
  bytea,
  entity,
  integer,
  json,
  key,
  nullable,
  numeric,
  type RowOf,
  text,
  texts,
  timestamp,
  uuid,
} from "../postgres/entity.ts";

const organization = {
  id: key,
  name: text(),
  /** The plan in force: the highest of the granted one and of those that its customers' subscriptions give. */
  plan_tier: text<PlanTier>(),
  /** What an operator set last, or the organization was made with. */
  granted_tier: text<PlanTier>(),
  insights_enabled: boolean,
  agent_count_ceiling: nullable(integer),
  requests_per_minute: nullable(integer),
  simulations_per_month: nullable(integer),
  agent_runs_per_month: nullable(bigint),
  reading_ceiling_usd: nullable(numeric),
  /** `unproved` until its founder proves the address; `taken_over` where somebody else has proved it. */
  founding: nullable(text<"unproved" | "taken_over">()),
  created_at: timestamp,
  updated_at: timestamp,
  /** From then on no person and no key acts for it, and a workflow deletes its rows. */
  deletion_requested_at: nullable(timestamp),
};
export const Organizations = entity("organizations", organization);
export type OrganizationRow = RowOf<typeof organization>;

const apiKey = {
  id: key,
  organization_id: uuid,
  name: text(),
  prefix: text(),
  secret_hash: bytea,
  previous_secret_hash: nullable(bytea),
  previous_valid_until: nullable(timestamp),
  rotated_at: nullable(timestamp),
  scopes: texts<Scope>(),
  created_at: timestamp,
  last_used_at: nullable(timestamp),
  expires_at: nullable(timestamp),
  revoked_at: nullable(timestamp),
};
export const ApiKeys = entity("api_keys", apiKey);
export type ApiKeyRow = RowOf<typeof apiKey>;

const auditEntry = {
  id: key,
  actor_key_id: nullable(uuid),
  actor_user_id: nullable(uuid),
  actor_command: nullable(text()),
  action: text(),
  subject: text(),
  details: json("jsonb"),
  request_id: nullable(text()),
  /** Whose people see the entry; null for what is no organization's, such as a maintenance. */
  of_organization: nullable(uuid),
  by_operator: boolean,
  created_at: timestamp,
};
export const AuditLog = entity("audit_log", auditEntry);
export type AuditEntryRow = RowOf<typeof auditEntry>;
