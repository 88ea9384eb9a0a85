import type { Database } from "#db/postgres/database.ts";
import { authenticateApiKey } from "#db/organizations/api-keys.ts";
import { contractOf } from "#db/organizations/organizations.ts";
import { isWellFormedApiKey } from "#shared/api-key.ts";
import { limitsOf } from "#shared/plans.ts";
import type { Authenticator, KeyIdentity } from "../http/identity.ts";
import type { KeyUsage } from "./key-usage.ts";
import { invalidApiKey } from "./serialize.ts";

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
  if (secret === undefined) {
    throw invalidApiKey("The Authorization header must be the word Bearer and an API key: Bearer sk_…");
  }
  if (!isWellFormedApiKey(secret)) {
    throw invalidApiKey("The API key is mistyped or cut: it is none of this service.");
  }
  const key = await authenticateApiKey(database, secret);
  if (key === null) throw invalidApiKey();
  keyUsage.note(key.key_id, key.last_used_at);
  return {
    kind: "key",
    keyId: key.key_id,
    secretHash: key.presented_hash,
    organizationId: key.organization_id,
    scopes: key.scopes,
    planTier: key.plan_tier,
    limits: limitsOf(key.plan_tier, contractOf(key)),
    isOperator: operatorKeyIds.has(key.key_id),
    isUnproved: key.founding === "unproved",
    expiresAt: key.expires_at,
  };
}
