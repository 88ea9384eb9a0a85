import Type from "typebox";
import {
  contractOf,
  findOrganization,
  insertOrganization,
  limitsOfOrganization,
  type OrganizationRow,
  pageOfOrganizations,
  updateOrganization,
} from "#db/organizations/organizations.ts";
import { revokeApiKey } from "#db/organizations/api-keys.ts";
import { defineRoute, FOR_OPERATORS, NO_STORE } from "../http/define-route.ts";
import { Id, namedObject, nullable, Timestamp } from "../http/fields.ts";
import { answerRows, listOf } from "../http/pagination.ts";
import { apiKeyNotFound, CreateApiKey, CreatedApiKey, createKey } from "./api-keys.ts";
import { foundOrganization, nameRefused, OrganizationName, Plan } from "./organization.ts";

const count = (maximum: number) =>
  Type.Optional(nullable(Type.Integer({ minimum: 0, maximum, format: "int64" })));

/** Changes to a contract's figures; one set to null falls back to the plan's. */
const ContractChange = namedObject("ContractChange", {
  agent_count_ceiling: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 10_000 }))),
  requests_per_minute: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 }))),
  simulations_per_month: count(2_147_483_647),
  agent_runs_per_month: count(Number.MAX_SAFE_INTEGER),
  reading_ceiling_usd: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 1_000_000_000 }))),
});

const figure = nullable(Type.Number());
const Figures = namedObject("PlanLimits", {
  agent_count_ceiling: figure,
  requests_per_minute: figure,
  simulations_per_month: figure,
  agent_runs_per_month: figure,
  reading_ceiling_usd: figure,
}, "Null: no limit");

const Organization = namedObject("AdminOrganization", {
  id: Id,
  name: Type.String(),
  plan_tier: Plan,
  insights_enabled: Type.Boolean(),
  contract: Figures,
  limits: Figures,
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** An organization as operators see it: its contract's own figures, and the limits that apply. */
function organizationResource(row: OrganizationRow) {
  return { ...row, contract: contractOf(row), limits: limitsOfOrganization(row) };
}

export const adminCreateOrganization = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "POST /v1/admin/organizations",
  body: namedObject("CreateOrganization", { name: OrganizationName, plan_tier: Type.Optional(Plan) }),
  responses: { 201: { description: "Created", data: Organization, headers: ["Location"] } },
  errors: ["organization_name_taken"],
  write: async ({ body, services }, tx) => {
    const organization = { name: body.name.trim(), plan_tier: body.plan_tier ?? "sandbox" };
    const row = await insertOrganization(tx, organization).catch(nameRefused("/name"));
    await tx.record("organization.create", row.id, organization, row.id);
    const location = `${services.config.baseUrl}/v1/admin/organizations/${row.id}`;
    return { data: organizationResource(row), headers: { Location: location } };
  },
});

export const adminListOrganizations = defineRoute({
  ...FOR_OPERATORS,
  ...listOf(Organization, { name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
  endpoint: "GET /v1/admin/organizations",
  read: (request) => answerRows(request, pageOfOrganizations, organizationResource),
});

export const adminShowOrganization = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "GET /v1/admin/organizations/{id}",
  responses: { 200: { description: "The organization", data: Organization } },
  read: async ({ params, inTransaction }) => {
    const row = foundOrganization(await inTransaction((tx) => findOrganization(tx, params.id)));
    return { data: organizationResource(row) };
  },
});

export const adminChangeOrganization = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "PATCH /v1/admin/organizations/{id}",
  body: namedObject("ChangeOrganization", {
    plan_tier: Type.Optional(Plan),
    insights_enabled: Type.Optional(Type.Boolean()),
    limits: Type.Optional(ContractChange),
  }),
  responses: { 200: { description: "The organization as it is now", data: Organization } },
  write: async ({ params, body }, tx) => {
    const row = foundOrganization(await updateOrganization(tx, params.id, body));
    await tx.record("organization.update", row.id, body, row.id);
    return { data: organizationResource(row) };
  },
});

export const adminCreateApiKey = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "POST /v1/admin/organizations/{id}/api-keys",
  headers: NO_STORE,
  body: CreateApiKey,
  responses: { 201: { description: "Created", data: CreatedApiKey } },
  errors: ["limit_reached"],
  write: async ({ params, body }, tx) => {
    foundOrganization(await findOrganization(tx, params.id));
    const created = await createKey(tx, params.id, body);
    const { id, organization_id, name, scopes } = created;
    await tx.record("api_key.create", id, { organization_id, name, scopes }, params.id);
    return { data: created };
  },
});

export const adminRevokeApiKey = defineRoute({
  ...FOR_OPERATORS,
  endpoint: "DELETE /v1/admin/api-keys/{id}",
  responses: { 204: { description: "Revoked" } },
  write: async ({ params }, tx) => {
    const organization_id = await revokeApiKey(tx, params.id, null);
    if (organization_id === null) throw apiKeyNotFound();
    await tx.record("api_key.revoke", params.id, {}, organization_id);
  },
});
