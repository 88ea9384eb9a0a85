import type { OrganizationRow } from "#db/organizations/entities.ts";
import { MAX_API_KEYS } from "#db/organizations/api-keys.ts";
import { contractOf, limitsOfOrganization, namesOfOrganizations } from "#db/organizations/organizations.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { isUniqueViolation } from "#db/postgres/errors.ts";
import { ApiError, foundOr, validationError } from "#shared/errors.ts";

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

export function tooManyApiKeys(): ApiError {
  return limitReached(MAX_API_KEYS, `At most ${MAX_API_KEYS} keys may work; revoke one first.`);
}

/** When a new key expires; null for never. @throws ApiError 400 for a moment that has passed */
export function expiryOf({ expires_at }: { readonly expires_at?: string | null }): Date | null {
  if (expires_at == null) return null;
  const expiry = new Date(expires_at);
  if (expiry.getTime() <= Date.now()) {
    throw validationError([{ field: "/expires_at", message: "must be in the future" }]);
  }
  return expiry;
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
