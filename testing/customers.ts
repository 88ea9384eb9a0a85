import assert from "node:assert/strict";
import { callerWith } from "./caller.ts";
import { signIn } from "./accounts.ts";
import { newOrganization } from "./organizations.ts";
import { completedResults, ended, newSimulation } from "./simulations.ts";
import { stack, type TestStack } from "./stack.ts";
import { HEADER, KPI, uploadedRun } from "./training-runs.ts";
import type { Receiver } from "./webhook-receiver.ts";
import { delivery, newDelivery, newWebhook, RETRY_IN_AN_HOUR } from "./webhooks.ts";

export type TestCustomer = Awaited<ReturnType<typeof newCustomer>>;

/** An organization with a bit of everything: a completed run, an upload, a delivery that waits for its next attempt, an invitation. */
export async function newCustomer(
  receiver: Receiver,
  { baseUrl, databaseUrl }: Pick<TestStack, "baseUrl" | "databaseUrl"> = stack(),
) {
  const organization = await newOrganization({ baseUrl });
  const { id, call } = organization;
  const person = await signIn({ organizationId: id, baseUrl, databaseUrl });
  const email = `${crypto.randomUUID()}@example.com`;
  await person.call("POST", "/v1/organization/invitations", { body: { email } });
  const simulation = await newSimulation(call, { generate_insights: true });
  await ended(call, simulation);
  const training = (await uploadedRun(call, `${HEADER}\nall,${KPI},40\n`)).id;
  receiver.behave(`/${id}`, RETRY_IN_AN_HOUR);
  const webhook = await newWebhook(call, `${receiver.url}/${id}`, { events: ["webhook.test"] });
  const deliveryId = await newDelivery(call, webhook.id);
  await delivery(call, deliveryId, ({ attempts }) => attempts[0]?.response_status === 503);
  return {
    ...organization,
    person,
    /** A training run with its file. */
    training,
    /** It waits for its next attempt. */
    deliveryId,
    simulation,
  };
}

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
