import type { Database } from "#db/database.ts";
import { authenticateApiKey } from "#db/organizations/api-keys.ts";
import { contractOf } from "#db/organizations/organizations.ts";
import { isWellFormedApiKey } from "#shared/api-key.ts";
import { ApiError } from "#shared/errors.ts";
import { limitsOf } from "#shared/plans.ts";
import type { Authenticator, KeyIdentity } from "../http/identity.ts";
import type { KeyUsage } from "./key-usage.ts";

interface KeyAuthenticatorDependencies {
  /** Must see every organization's keys: a request names no organization. */
  readonly database: Database;
  readonly keyUsage: KeyUsage;
  readonly operatorKeyIds: ReadonlySet<string>;
}

/** Identifies callers by the API key in their Authorization header. */
export function createKeyAuthenticator(dependencies: KeyAuthenticatorDependencies): Authenticator {
  return async (ctx) => {
    const header = ctx.get("Authorization");
    return header === "" ? null : await identifyKey(header, dependencies);
  };
}

/** @throws ApiError 401 for what is no active key */
async function identifyKey(
  header: string,
  { database, keyUsage, operatorKeyIds }: KeyAuthenticatorDependencies,
): Promise<KeyIdentity> {
  const [, secret] = /^bearer +(\S+)$/i.exec(header) ?? [];
  const key = secret !== undefined && isWellFormedApiKey(secret)
    ? await authenticateApiKey(database, secret)
    : null;
  if (key === null) {
    throw new ApiError("invalid_credentials", "The API key is not an active one.", {
      headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
    });
  }
  keyUsage.note(key.key_id, key.last_used_at);
  return {
    kind: "key",
    keyId: key.key_id,
    organizationId: key.organization_id,
    organizationName: key.organization_name,
    scopes: key.scopes,
    planTier: key.plan_tier,
    limits: limitsOf(key.plan_tier, contractOf(key)),
    isOperator: operatorKeyIds.has(key.key_id),
  };
}
