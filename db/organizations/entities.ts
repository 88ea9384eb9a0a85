import type { PlanTier } from "#shared/plans.ts";
import type { Scope } from "#shared/api-key.ts";
import { entity, nullable, type RowOf, types } from "../postgres/entity.ts";

const organization = {
  id: types.key,
  name: types.text(),
  /** The plan in force: the highest of the granted one and of those that its customers' subscriptions give. */
  plan_tier: types.text<PlanTier>(),
  /** What an operator set last, or the organization was made with. */
  granted_tier: types.text<PlanTier>(),
  insights_enabled: types.boolean,
  agent_count_ceiling: nullable(types.integer),
  requests_per_minute: nullable(types.integer),
  simulations_per_month: nullable(types.integer),
  agent_runs_per_month: nullable(types.bigint),
  reading_ceiling_usd: nullable(types.numeric),
  /** `unproved` until its founder proves the address; `taken_over` where somebody else has proved it. */
  founding: nullable(types.text<"unproved" | "taken_over">()),
  created_at: types.timestamp,
  updated_at: types.timestamp,
  /** From then on no person and no key acts for it, and a workflow deletes its rows. */
  deletion_requested_at: nullable(types.timestamp),
};
export const Organizations = entity("organizations", organization);
export type OrganizationRow = RowOf<typeof organization>;

const apiKey = {
  id: types.key,
  organization_id: types.uuid,
  name: types.text(),
  prefix: types.text(),
  secret_hash: types.bytea,
  previous_secret_hash: nullable(types.bytea),
  previous_valid_until: nullable(types.timestamp),
  rotated_at: nullable(types.timestamp),
  scopes: types.texts<Scope>(),
  created_at: types.timestamp,
  last_used_at: nullable(types.timestamp),
  expires_at: nullable(types.timestamp),
  revoked_at: nullable(types.timestamp),
};
export const ApiKeys = entity("api_keys", apiKey);
export type ApiKeyRow = RowOf<typeof apiKey>;

const auditEntry = {
  id: types.key,
  actor_key_id: nullable(types.uuid),
  actor_user_id: nullable(types.uuid),
  actor_command: nullable(types.text()),
  action: types.text(),
  subject: types.text(),
  details: types.json("jsonb"),
  request_id: nullable(types.text()),
  /** Whose people see the entry; null for what is no organization's, such as a maintenance. */
  of_organization: nullable(types.uuid),
  by_operator: types.boolean,
  created_at: types.timestamp,
};
export const AuditLog = entity("audit_log", auditEntry);
export type AuditEntryRow = RowOf<typeof auditEntry>;
