import assert from "node:assert/strict";
import { callerWith } from "./caller.ts";
import { ask, stack } from "./stack.ts";

export type TestOrganization = Awaited<ReturnType<typeof newOrganization>>;

export const ALL_SCOPES = [
  "simulations:read",
  "insights:read",
  "training:read",
  "training:write",
  "webhooks:read",
  "webhooks:write",
];

/** Creates an organization through the operators' endpoints; its key has practically no rate limit by default. */
export async function newOrganization(
  {
    plan_tier = "studio",
    requests_per_minute = 1_000_000 as number | null,
    limits = {},
    baseUrl = stack().baseUrl,
    operatorKey = stack().operatorKey,
  } = {},
) {
  const operator = callerWith(operatorKey, baseUrl);
  const name = `Organization ${crypto.randomUUID()}`;
  const created = await operator("POST", "/v1/admin/organizations", { body: { name, plan_tier } });
  assert.equal(created.status, 201, JSON.stringify(created.meta));
  const id: string = created.data.id;
  const changed = requests_per_minute === null ? limits : { requests_per_minute, ...limits };
  if (Object.keys(changed).length > 0) {
    await operator("PATCH", `/v1/admin/organizations/${id}`, { body: { limits: changed } });
  }
  const key = await newKey(id, ALL_SCOPES, baseUrl, operator);
  return { id, name, /** With all scopes. */ call: callerWith(key.key, baseUrl), keyId: key.id };
}

/** Creates another key of an organization. */
export async function newKey(
  organizationId: string,
  scopes: readonly string[] = ALL_SCOPES,
  baseUrl = stack().baseUrl,
  operator = callerWith(stack().operatorKey, baseUrl),
): Promise<{ id: string; key: string }> {
  const created = await operator("POST", `/v1/admin/organizations/${organizationId}/api-keys`, {
    body: { name: "test", scopes },
  });
  assert.equal(created.status, 201, JSON.stringify(created.meta));
  return { id: created.data.id, key: created.data.key };
}

/** Leaves an organization so many requests a minute, and its founder's address proved or not. */
export async function allowRequests(id: string, aMinute: number, isProved = true): Promise<void> {
  await ask("UPDATE organizations SET requests_per_minute = $2, founding = $3 WHERE id = $1", [
    id,
    aMinute,
    isProved ? null : "unproved",
  ]);
}

/** The tables that have rows of an organization. */
export async function tablesOf(organizationId: string, databaseUrl = stack().databaseUrl): Promise<string[]> {
  const tables = await ask<{ name: string; tenant: string }>(
    `SELECT table_name AS name, column_name AS tenant FROM information_schema.columns JOIN information_schema.tables
       USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND (column_name = 'organization_id' OR (table_name, column_name) = ('organizations', 'id'))`,
    [],
    databaseUrl,
  );
  const found: string[] = [];
  for (const { name, tenant } of tables) {
    const rows = await ask(`SELECT FROM ${name} WHERE ${tenant} = $1 LIMIT 1`, [organizationId], databaseUrl);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
