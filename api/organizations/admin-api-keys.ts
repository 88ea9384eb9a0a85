import { insertApiKeyWithinBound, revokeApiKey } from "#db/organizations/api-keys.ts";
import { findOrganization } from "#db/organizations/organizations.ts";
import { defineRoute, FOR_OPERATORS, NO_STORE } from "../http/define-route.ts";
import { CreateApiKey, CreatedApiKey } from "./schema.ts";
import { apiKeyNotFound, apiKeyResource, expiryOf, foundOrganization, tooManyApiKeys } from "./serialize.ts";

export const adminCreateApiKey = defineRoute({
  ...FOR_OPERATORS,
  method: "POST",
  path: "/v1/admin/organizations/{id}/api-keys",
  operationId: "adminCreateApiKey",
  summary: "Create an API key for an organization",
  description: "`key` is shown here and never again.",
  headers: NO_STORE,
  body: CreateApiKey,
  responses: { 201: { description: "Created", data: CreatedApiKey } },
  errors: ["limit_reached"],
  write: async ({ params, body }, tx) => {
    foundOrganization(await findOrganization(tx, params.id));
    const created = await insertApiKeyWithinBound(tx, {
      organization_id: params.id,
      name: body.name.trim(),
      scopes: body.scopes,
      expires_at: expiryOf(body),
    });
    if (created === null) throw tooManyApiKeys();
    const { row, secret } = created;
    await tx.record("api_key.create", row.id, {
      organization_id: params.id,
      name: row.name,
      scopes: row.scopes,
    }, params.id);
    return { status: 201, data: { ...apiKeyResource(row), key: secret } };
  },
});

export const adminRevokeApiKey = defineRoute({
  ...FOR_OPERATORS,
  method: "DELETE",
  path: "/v1/admin/api-keys/{id}",
  operationId: "adminRevokeApiKey",
  summary: "Revoke an API key at once",
  responses: { 204: { description: "Revoked" } },
  write: async ({ params }, tx) => {
    const organization_id = await revokeApiKey(tx, params.id);
    if (organization_id === null) throw apiKeyNotFound();
    await tx.record("api_key.revoke", params.id, {}, organization_id);
    return { status: 204 };
  },
});
