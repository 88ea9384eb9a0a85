import {
  insertApiKeyWithinBound,
  MAX_API_KEYS,
  pageOfApiKeys,
  revokeApiKey,
  rotateApiKey as replaceSecret,
  type RotationResult,
} from "#db/organizations/api-keys.ts";
import { ApiError } from "#shared/errors.ts";
import { defineRoute, forAnyCaller, forPeople, NO_STORE } from "../http/define-route.ts";
import type { Identity } from "../http/identity.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { ApiKey, CreateApiKey, CreatedApiKey, RotateApiKey } from "./schema.ts";
import { apiKeyNotFound, expiryOf, invalidApiKey, tooManyApiKeys } from "./serialize.ts";

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
    const created = await insertApiKeyWithinBound(tx, {
      organization_id: tx.organizationId,
      name: body.name.trim(),
      scopes: body.scopes,
      expires_at: expiryOf(body),
    });
    if (created === null) throw tooManyApiKeys();
    await tx.record("api_key.create", created.row.id, { scopes: body.scopes });
    return { status: 201, data: { ...created.row, key: created.secret } };
  },
});

export const listApiKeys = defineRoute({
  ...forPeople("API keys"),
  ...listOf(ApiKey),
  endpoint: "GET /v1/api-keys",
  read: (request) => answerRows(request, pageOfApiKeys),
});

export const deleteApiKey = defineRoute({
  ...forPeople("API keys"),
  endpoint: "DELETE /v1/api-keys/{key_id}",
  responses: { 204: { description: "Revoked" } },
  write: async ({ params }, tx) => {
    if (await revokeApiKey(tx, params.key_id, tx.organizationId) === null) throw apiKeyNotFound();
    await tx.record("api_key.revoke", params.key_id);
    return { status: 204 };
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
    return { status: 201, data: { ...result.row, key: result.secret } };
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
