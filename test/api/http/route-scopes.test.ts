import assert from "node:assert/strict";
import Type from "typebox";
import { defineRoute, type UnnamedRoute } from "#api/http/define-route.ts";
import { strictObject } from "#api/http/fields.ts";
import { ROUTES } from "#api/routes.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { callerWith } from "#testing/caller.ts";
import { type OwnApi, startOwnApi } from "./own-api.ts";
import { stack } from "#testing/stack.ts";

/** Who a transaction is in Postgres, and how many organizations it sees. */
async function whoAmI(tx: Transaction) {
  const { rows: [row] } = await tx.sql<{ role: string; own: string | null; organizations: number }>(
    `SELECT current_user::text AS role, current_organization()::text AS own,
       (SELECT count(*)::integer FROM organizations) AS organizations`,
  );
  assert.ok(row !== undefined);
  return row;
}

const common = { tag: "Test" } as const;
const responses = { 200: { description: "Who", data: Type.Object({}) } };

const ofOrganization = defineRoute({
  ...common,
  endpoint: "POST /test/organization",
  routeScope: "organization",
  access: "any",
  responses,
  write: async ({ services, identity }, tx) => {
    // @ts-expect-error The handler of an organization's route has no database of every organization.
    const system: unknown = services.systemDatabase;
    assert.equal(tx.organizationId, identity.organizationId);
    return { status: 200, data: { ...await whoAmI(tx), system: system !== undefined } };
  },
});

const ofOperators = defineRoute({
  ...common,
  endpoint: "POST /test/operator",
  routeScope: "operator",
  responses,
  write: async ({ identity }, tx) => {
    // @ts-expect-error An operator's write names the organization itself.
    assert.equal(tx.organizationId, undefined);
    return { status: 200, data: { ...await whoAmI(tx), operator: identity.isOperator } };
  },
});

const ofEverybody = defineRoute({
  ...common,
  endpoint: "POST /test/public",
  routeScope: "public",
  body: strictObject({ name: Type.String({ maxLength: 10 }) }),
  responses,
  write: async ({ identity, body }, tx) => {
    // @ts-expect-error A public write has no organization.
    assert.equal(tx.organizationId, undefined);
    return { status: 200, data: { ...await whoAmI(tx), identity, name: body.name } };
  },
});

// @ts-expect-error A route without a scope does not compile.
const withoutScope = { ...ofEverybody, routeScope: undefined } satisfies UnnamedRoute;

describe("A route's scope", () => {
  let api: OwnApi;
  before(async () => {
    api = await startOwnApi([ofOrganization, ofOperators, ofEverybody]);
  });
  after(() => api?.close());

  const calledBy = (key: string | null) => callerWith(key, api.baseUrl);

  it("organization: its write sees the caller's organization alone, and no other database", async () => {
    const { data } = await calledBy(stack().apiKey)("POST", "/test/organization");
    assert.deepEqual(data, { role: "app_api", own: stack().organizationId, organizations: 1, system: false });
  });

  it("operator: its write sees every organization, for operators", async () => {
    const { data } = await calledBy(stack().operatorKey)("POST", "/test/operator");
    assert.deepEqual([data.role, data.own, data.operator], ["app_worker", null, true]);
    assert.ok(data.organizations > 1);
    const refused = await calledBy(stack().apiKey)("POST", "/test/operator");
    assert.equal(refused.error, "forbidden_operator_only");
  });

  it("public: its write sees every organization because the route says so, and has no identity", async () => {
    for (const key of [null, stack().apiKey, "sk_wrong"]) {
      const { data } = await calledBy(key)("POST", "/test/public", { body: { name: "x" } });
      assert.deepEqual([data.role, data.own, data.identity], ["app_worker", null, null]);
    }
  });

  it("public: a POST with an Idempotency-Key answers as without one, and stores nothing", async () => {
    const anonymous = calledBy(null);
    const idempotencyKey = crypto.randomUUID();
    for (const name of ["first", "second"]) {
      const { status, data, headers } = await anonymous("POST", "/test/public", {
        body: { name },
        idempotencyKey,
      });
      assert.deepEqual([status, data?.name], [200, name]);
      assert.equal(headers.get("Idempotency-Replayed"), null);
    }
    const malformed = await anonymous("POST", "/test/public", { body: { name: "x" }, idempotencyKey: "x" });
    assert.equal(malformed.status, 200);
  });

  it("is named by every route of the service, and agrees with its path", () => {
    for (const { operationId, routeScope, access, path } of ROUTES) {
      assert.ok(["organization", "operator", "public"].includes(routeScope), operationId);
      assert.equal(routeScope === "operator", path.startsWith("/v1/admin/"), operationId);
      assert.equal(access !== undefined, routeScope === "organization", operationId);
    }
    assert.equal(withoutScope.routeScope, undefined);
  });
});
