import assert from "node:assert/strict";
import { callerWith } from "#testing/caller.ts";
import { completedResults, uploadedRun } from "#testing/simulations.ts";

/** What a new installation must do: an operator creates an organization and its key, whose simulation completes and whose upload arrives. */
export async function serveFirstCustomer(baseUrl: string, operatorKey: string): Promise<void> {
  const operator = callerWith(operatorKey, baseUrl);
  const created = await operator("POST", "/v1/admin/organizations", {
    body: { name: "Customer", plan_tier: "studio" },
  });
  assert.equal(created.status, 201, JSON.stringify(created.meta));
  const key = await operator("POST", `/v1/admin/organizations/${created.data.id}/api-keys`, {
    body: { name: "first", scopes: ["simulations:read", "training:write", "training:read"] },
  });
  assert.equal(key.status, 201, JSON.stringify(key.meta));
  const customer = callerWith(key.data.key, baseUrl);
  await completedResults(customer);
  await uploadedRun(customer, "segment,question,observed_yes_pct,n\n");
}
