import assert from "node:assert/strict";
import { signIn } from "#testing/accounts.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import { assertRefused } from "#testing/caller.ts";
import { ended, newCustomer, newSimulation } from "#testing/simulations.ts";
import { ask, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { newKey, newOrganization } from "#testing/organizations.ts";
import { type OwnService, startOwnService } from "#testing/processes.ts";
import { recordHistory } from "./record-history.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

const PATH = "/v1/organization";

/** What it leaves, and that it outlives its worker: `test/outages/organization-deletion.test.ts`. */
describe("Deleting an organization", function () {
  this.timeout(60_000);
  let operator: TestTemporalClient;
  let receiver: Receiver;
  before(async () => {
    [operator, receiver] = await Promise.all([temporalClient(), startReceiver()]);
  });
  after(async () => {
    await receiver?.close();
    await operator?.close();
  });

  const workflow = (id: string) => `organization-deletion/${id}`;

  it("frees its name and its people's addresses", async () => {
    const customer = await newCustomer(receiver);
    await customer.person.call("DELETE", PATH);
    const again = await signIn({ email: customer.person.email });
    assert.equal(await operator.closed(workflow(customer.id)), "COMPLETED");
    const renamed = await again.call("PATCH", PATH, { body: { name: customer.name } });
    assert.deepEqual([renamed.status, renamed.data.name], [200, customer.name]);
    await recordHistory("organization-deletion", workflow(customer.id));
  });

  it("is for a person alone, and for a session's own organization", async () => {
    const [organization, other] = [
      await newOrganization(),
      await newOrganization(),
    ];
    assertRefused(await organization.call("DELETE", PATH), 403, "forbidden");
    const person = await signIn({ organizationId: organization.id });
    const headers = { Origin: "https://evil.example" };
    assertRefused(await person.call("DELETE", PATH, { headers }), 403, "forbidden");
    assert.equal((await person.call("DELETE", PATH)).status, 202);
    assert.equal((await other.call("GET", "/v1/simulations")).status, 200);
    assert.equal(await operator.closed(workflow(organization.id)), "COMPLETED");
    assert.equal((await other.call("GET", "/v1/simulations")).status, 200);
    await newKey(other.id, ["webhooks:read"]);
  });

  it("leaves ids and counts alone in the histories of its runs", async () => {
    const customer = await newCustomer(receiver);
    const simulation = await newSimulation(customer.call, { generate_insights: true });
    await ended(customer.call, simulation);
    await customer.person.call("DELETE", PATH);
    assert.equal(await operator.closed(workflow(customer.id)), "COMPLETED");
    const query = `OrganizationId = "${customer.id}"`;
    const types = new Set<string>();
    await eventually("the deletion to be listed", async () => {
      for await (const run of operator.client.workflow.list({ query })) types.add(run.type);
      return types.has("deleteOrganization") || undefined;
    });
    assert.ok(types.size >= 3, [...types].join());
    for await (const { workflowId, runId } of operator.client.workflow.list({ query })) {
      const { events } = await operator.client.workflow.getHandle(workflowId, runId).fetchHistory();
      const text = JSON.stringify(
        events,
        (_, value) =>
          value instanceof Uint8Array || value?.type === "Buffer" ? new TextDecoder().decode(value) : value,
      );
      for (const word of [customer.name, customer.person.email, "Lovelace", customer.call.key]) {
        assert.ok(!text.includes(word), `${workflowId}: ${word}`);
      }
    }
  });
});

describe("Deleting an organization that pays", function () {
  this.timeout(120_000);
  let api: Receiver;
  let own: OwnService;
  let answer = { status: 500, body: "{}" };
  before(async () => {
    api = await startReceiver(() => answer);
    own = await startOwnService(
      { BILLING_API_URL: api.url, BILLING_API_KEY: "rk_of_the_specs" },
      {},
      { queues: ["operations"] },
    );
  });
  after(async () => {
    await own?.stop();
    api?.close();
  });

  it("cancels its subscriptions at the provider before it forgets them, however long the provider fails", async () => {
    const { baseUrl } = own.api;
    const person = await signIn({ baseUrl, databaseUrl: own.databaseUrl });
    const provider = new BillingProvider(baseUrl);
    const [known, unheard, ended, foreign] = Array.from({ length: 4 }, () => provider.newCustomer());
    for (const customer of [known, unheard, ended]) await provider.buy(person, customer!);
    await provider.deliver(
      provider.updated(known!, "price_growth"),
      provider.updated(foreign!, "price_growth"),
      provider.deleted(ended!),
    );
    assert.equal((await person.call("DELETE", PATH)).status, 202);
    const refusals = await eventually(
      "two refused cancellations",
      () => Promise.resolve(api.received.length >= 2 ? api.received.length : undefined),
    );
    const customers = () =>
      ask(
        "SELECT FROM billing_customers WHERE organization_id = $1",
        [person.organizationId],
        own.databaseUrl,
      );
    assert.equal((await customers()).length, 3);
    answer = { status: 200, body: '{"object":"subscription","status":"canceled"}' };
    const id = `organization-deletion/${person.organizationId}`;
    assert.equal(await own.operator.closed(id), "COMPLETED");
    assert.ok(api.received.length > refusals);
    const cancelled = new Set(api.received.map(({ method, path }) => `${method} ${path}`));
    assert.deepEqual(
      [...cancelled].sort(),
      [known, unheard].map((customer) => `DELETE /v1/subscriptions/${customer!.subscription}`).sort(),
    );
    assert.equal((await customers()).length, 0);
    await recordHistory("organization-deletion-billed", id, own.temporal.address);
  });
});
