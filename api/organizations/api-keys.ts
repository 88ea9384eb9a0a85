import {
  insertApiKeyWithinBound,
  MAX_API_KEYS,
  pageOfApiKeys,
  revokeApiKey,
  rotateApiKey as replaceSecret,
  type RotationResult,
  touchApiKeys,
} from "#db/organizations/api-keys.ts";
import Type, { type Static } from "typebox";
import { SCOPES } from "#shared/api-key.ts";
import { ApiError, fieldError } from "#shared/errors.ts";
import { defineRoute, forAnyCaller, forPeople, NO_STORE } from "../http/define-route.ts";
import { Id, integer, name, named, namedObject, nullable, oneOf, text, Timestamp } from "../http/fields.ts";
import type { Identity } from "../http/identity.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { limitReached } from "./organization.ts";
import type { Database, Transaction } from "#db/postgres/database.ts";
import type { Logger } from "#shared/log.ts";

export const ScopeName = named("Scope", oneOf(SCOPES));
const ApiKey = namedObject("ApiKey", {
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
const RotateApiKey = namedObject("RotateApiKey", {
  grace_period_seconds: Type.Optional(nullable(
    integer("How long the old secret works on; 0 ends it at once", {
      minimum: 0,
      maximum: MAX_GRACE,
      default: 0,
    }),
  )),
});

export const createApiKey = defineRoute({
  ...forPeople("API keys"),
  endpoint: "POST /v1/api-keys",
  description:
    `\`key\` is shown here and never again. An organization has at most ${MAX_API_KEYS} keys that work.`,
  idempotencyKey: "required",
  headers: NO_STORE,
  body: CreateApiKey,
  responses: { 201: { description: "Created", data: CreatedApiKey } },
  errors: ["limit_reached"],
  write: async ({ body }, tx) => {
    const created = await createKey(tx, tx.organizationId, body);
    await tx.record("api_key.create", created.id, { scopes: body.scopes });
    return { data: created };
  },
});

/** Creates a key of an organization. @throws ApiError 400 for an expiry that has passed; 409 where it has as many keys as may work */
export async function createKey(
  tx: Transaction,
  organization_id: string,
  { name, scopes, expires_at }: Static<typeof CreateApiKey>,
) {
  const expiry = expires_at == null ? null : new Date(expires_at);
  if (expiry !== null && expiry.getTime() <= Date.now()) {
    throw fieldError("/expires_at", "must be in the future");
  }
  const created = await insertApiKeyWithinBound(tx, {
    organization_id,
    name: name.trim(),
    scopes,
    expires_at: expiry,
  });
  if (created === null) {
    throw limitReached(MAX_API_KEYS, `At most ${MAX_API_KEYS} keys may work; revoke one first.`);
  }
  return { ...created.row, key: created.secret };
}

export const listApiKeys = defineRoute({
  ...forPeople("API keys"),
  ...listOf(ApiKey),
  endpoint: "GET /v1/api-keys",
  read: (request) => answerRows(request, (tx, _, page) => pageOfApiKeys(tx, page)),
});

export const deleteApiKey = defineRoute({
  ...forPeople("API keys"),
  endpoint: "DELETE /v1/api-keys/{key_id}",
  responses: { 204: { description: "Revoked" } },
  write: async ({ params }, tx) => {
    if (await revokeApiKey(tx, params.key_id, tx.organizationId) === null) throw apiKeyNotFound();
    await tx.record("api_key.revoke", params.key_id);
  },
});

export const rotateApiKey = defineRoute({
  ...forAnyCaller("API keys"),
  endpoint: "POST /v1/api-keys/{key_id}/rotate",
  headers: NO_STORE,
  body: RotateApiKey,
  responses: { 201: { description: "Rotated", data: CreatedApiKey } },
  errors: ["api_key_already_rotated"],
  write: async ({ params, body, identity, receivedAt }, tx) => {
    // A key learns nothing of the others, not even which there are.
    if (isOtherKey(identity, params.key_id)) throw apiKeyNotFound();
    const result = await replaceSecret(tx, {
      keyId: params.key_id,
      presentedHash: identity.kind === "key" ? identity.secretHash : null,
      receivedAt,
      graceSeconds: body.grace_period_seconds ?? 0,
    });
    if (result.kind !== "rotated") throw notRotated(result.kind, identity);
    await tx.record("api_key.rotate", params.key_id);
    return { data: { ...result.row, key: result.secret } };
  },
  // A stored response is the organization's, but its secret is for people and for that key alone.
  afterCommit: ({ params, identity }, stored) =>
    isOtherKey(identity, params.key_id) ? Promise.reject(apiKeyNotFound()) : Promise.resolve(stored),
});

function isOtherKey(identity: Identity, keyId: string): boolean {
  return identity.kind === "key" && identity.keyId !== keyId;
}

/** Why a key was not rotated. A secret that stopped working while its request was on its way is no credential any more. */
function notRotated(kind: Exclude<RotationResult["kind"], "rotated">, identity: Identity): ApiError {
  if (kind === "superseded") return new ApiError("api_key_already_rotated");
  return identity.kind === "key" ? invalidApiKey() : apiKeyNotFound();
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

/** `last_used_at` is right to a minute, which spares a write for every request. */
const PRECISION_MS = 60_000;
const FLUSH_MS = 5_000;

export type KeyUsage = ReturnType<typeof createKeyUsage>;

/**
 * Collects which keys were used, and writes `last_used_at` of all of them in one statement every 5 seconds.
 *
 * @param database must see every organization's keys.
 */
export function createKeyUsage(database: Database, log: Logger) {
  const pending = new Set<string>();
  const flush = async () => {
    if (pending.size === 0) return;
    const ids = [...pending];
    pending.clear();
    await touchApiKeys(database, ids, new Date()).catch((err) => {
      log.warn({ err }, "keys' last use not written");
    });
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  return {
    /** @param lastUsedAt what the key's row has */
    note(keyId: string, lastUsedAt: Date | null): void {
      if (lastUsedAt === null || Date.now() - lastUsedAt.getTime() > PRECISION_MS) pending.add(keyId);
    },
    /** Stops the timer and writes what was collected. */
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
