import type { ParameterizedContext } from "koa";
import type { Database } from "#db/database.ts";
import {
  authenticateApiKey,
  type AuthenticatedKey,
  authenticateWithSimulation,
} from "#db/organizations/api-keys.ts";
import type { SimulationRow } from "#db/simulations/simulations.ts";
import { contractOf } from "#db/organizations/organizations.ts";
import { isWellFormedApiKey } from "#shared/api-key.ts";
import { parseId } from "#shared/ids.ts";
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
    return header === "" ? null : await identifyKey(header, polledSimulation(ctx), dependencies);
  };
}

const SIMULATION_PATH = /^\/v1\/simulations\/([^/]+)$/;

/** The id of the simulation whose status the request reads; null for any other request. */
function polledSimulation({ method, path }: ParameterizedContext): string | null {
  const [, id] = method === "GET" ? SIMULATION_PATH.exec(path) ?? [] : [];
  return id === undefined ? null : parseId(id, "sim");
}

/** @throws ApiError 401 for what is no active key */
async function identifyKey(
  header: string,
  polledId: string | null,
  { database, keyUsage, operatorKeyIds }: KeyAuthenticatorDependencies,
): Promise<KeyIdentity> {
  const [, secret] = /^bearer +(\S+)$/i.exec(header) ?? [];
  if (secret === undefined) {
    throw invalidApiKey("The Authorization header must be the word Bearer and an API key: Bearer sk_…");
  }
  if (!isWellFormedApiKey(secret)) {
    throw invalidApiKey("The API key is mistyped or cut: it is none of this service.");
  }
  const found = await findKey(database, secret, polledId);
  if (found === null) throw invalidApiKey();
  const { key, ...polled } = found;
  keyUsage.note(key.key_id, key.last_used_at);
  return {
    kind: "key",
    keyId: key.key_id,
    secretHash: key.presented_hash,
    organizationId: key.organization_id,
    organizationName: key.organization_name,
    scopes: key.scopes,
    planTier: key.plan_tier,
    limits: limitsOf(key.plan_tier, contractOf(key)),
    isOperator: operatorKeyIds.has(key.key_id),
    expiresAt: key.expires_at,
    ...polled,
  };
}

async function findKey(
  database: Database,
  secret: string,
  polledId: string | null,
): Promise<{ key: AuthenticatedKey; polled?: SimulationRow | null } | null> {
  if (polledId === null) {
    const key = await authenticateApiKey(database, secret);
    return key && { key };
  }
  const found = await authenticateWithSimulation(database, secret, polledId);
  return found && { key: found.key, polled: found.simulation };
}
