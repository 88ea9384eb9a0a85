import type { ApiKeyRow, OrganizationRow } from "#db/entities/entities.ts";
import { contractOf, limitsOfOrganization } from "#db/organizations/organizations.ts";
import { ApiError } from "#shared/errors.ts";

/** An organization as operators see it: its contract's own figures, and the limits that apply. */
export function organizationResource(row: OrganizationRow) {
  return {
    id: row.id,
    name: row.name,
    plan_tier: row.plan_tier,
    insights_enabled: row.insights_enabled,
    contract: contractOf(row),
    limits: limitsOfOrganization(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A key without its secret, which is stored only as a hash. */
export function apiKeyResource(row: ApiKeyRow) {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

/** The 404 of an organization that operators name. */
export function organizationNotFound(): ApiError {
  return new ApiError("not_found", "There is no such organization.");
}
