import Type from "typebox";
import { MEMBER_ROLES } from "#db/organizations/members.ts";
import { PLAN_TIERS } from "#shared/plans.ts";
import { SCOPES } from "#shared/api-key.ts";
import { Id, integer, name, named, namedObject, nullable, oneOf, text, Timestamp } from "../http/fields.ts";
import {
  contractOf,
  limitsOfOrganization,
  namesOfOrganizations,
  type OrganizationRow,
} from "#db/organizations/organizations.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { isUniqueViolation } from "#db/postgres/errors.ts";
import { ApiError, foundOr } from "#shared/errors.ts";

export const OrganizationName = name();
export const Plan = named("PlanTier", oneOf(PLAN_TIERS));

const count = (maximum: number) =>
  Type.Optional(nullable(Type.Integer({ minimum: 0, maximum, format: "int64" })));

/** Changes to a contract's figures; one set to null falls back to the plan's. */
export const ContractChange = namedObject("ContractChange", {
  agent_count_ceiling: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 10_000 }))),
  requests_per_minute: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 }))),
  simulations_per_month: count(2_147_483_647),
  agent_runs_per_month: count(Number.MAX_SAFE_INTEGER),
  reading_ceiling_usd: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 1_000_000_000 }))),
});

const figure = nullable(Type.Number());
export const Figures = namedObject("PlanLimits", {
  agent_count_ceiling: figure,
  requests_per_minute: figure,
  simulations_per_month: figure,
  agent_runs_per_month: figure,
  reading_ceiling_usd: figure,
}, "Null: no limit");

export const Organization = namedObject("AdminOrganization", {
  id: Id,
  name: Type.String(),
  plan_tier: Plan,
  insights_enabled: Type.Boolean(),
  contract: Figures,
  limits: Figures,
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** An organization as its people see it. */
export const OwnOrganization = namedObject("Organization", {
  id: Id,
  name: Type.String(),
  plan_tier: Plan,
  insights_enabled: Type.Boolean(),
  created_at: Timestamp,
});

const Role = named("MemberRole", oneOf(MEMBER_ROLES));
export const ChangeMember = namedObject("ChangeMember", { role: Role });

export const Member = namedObject("Member", {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  role: Role,
  created_at: Timestamp,
  last_login_at: nullable(Timestamp),
});

export const Invitation = namedObject("Invitation", {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  invited_by: text("The member who invited the person last", { format: "uuid" }),
  sent_at: nullable(text("When a mail server took the mail; null until then", { format: "date-time" })),
  created_at: Timestamp,
  expires_at: Timestamp,
});

export const ScopeName = named("Scope", oneOf(SCOPES));
export const ApiKey = namedObject("ApiKey", {
  id: Id,
  name: Type.String(),
  prefix: text("The key's first eight characters"),
  scopes: Type.Array(ScopeName),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  expires_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
});
export const CreatedApiKey = namedObject("CreatedApiKey", {
  ...ApiKey.properties,
  key: text("The secret; shown here and never again"),
});
export const CreateApiKey = namedObject("CreateApiKey", {
  name: name(),
  scopes: Type.Array(ScopeName, { minItems: 1, maxItems: SCOPES.length, uniqueItems: true }),
  expires_at: Type.Optional(nullable(Timestamp)),
});

/** The longest time that a rotated key's old secret works on: a day. */
const MAX_GRACE = 86_400;
export const RotateApiKey = namedObject("RotateApiKey", {
  grace_period_seconds: Type.Optional(nullable(
    integer("How long the old secret works on; 0 ends it at once", {
      minimum: 0,
      maximum: MAX_GRACE,
      default: 0,
    }),
  )),
});

/** An organization as operators see it: its contract's own figures, and the limits that apply. */
export function organizationResource(row: OrganizationRow) {
  return { ...row, contract: contractOf(row), limits: limitsOfOrganization(row) };
}

/** Rows of several organizations, each with the name of its own; null while that is being deleted. */
export async function withNames<Row extends { readonly organization_id: string }>(
  tx: Transaction,
  rows: readonly Row[],
): Promise<(Row & { readonly organization_name: string | null })[]> {
  const names = await namesOfOrganizations(tx, rows.map(({ organization_id }) => organization_id));
  return rows.map((row) => ({ ...row, organization_name: names.get(row.organization_id) ?? null }));
}

export const foundOrganization = foundOr("There is no such organization.");

/** The 403 of what owners alone may do. */
export function forOwners(): ApiError {
  return new ApiError("forbidden", "Only an owner of the organization may do this.");
}

/** The 404 of a key that is not the organization's, or was revoked. */
export function apiKeyNotFound(): ApiError {
  return new ApiError("not_found", "There is no such active key.");
}

/** The 401 of a secret that no active key has. @param message what is wrong with it, where that is known */
export function invalidApiKey(message = "The API key is not an active one."): ApiError {
  return new ApiError("invalid_credentials", message, {
    headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  });
}

/** The 409 of a collection that has no room for one more. */
export function limitReached(limit: number, message: string): ApiError {
  return new ApiError("limit_reached", message, { meta: { limit } });
}

/** The 409 of a name that another organization has. @param field where it was given */
export function organizationNameTaken(field: `/${string}`): ApiError {
  return new ApiError("organization_name_taken", "Another organization has this name.", { meta: { field } });
}

/** Fails as writing an organization's name did; with 409 where another organization has it. */
export function nameRefused(field: `/${string}`): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolation(error, "organizations_name") ? organizationNameTaken(field) : error;
  };
}
