import assert from "node:assert/strict";
import { signIn } from "#testing/accounts.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { startApi } from "#testing/processes.ts";
import { stack } from "#testing/stack.ts";
import { type Receiver, startReceiver } from "#testing/webhooks.ts";

describe("POST /v1/billing/portal", () => {
  const page = {
    status: 200,
    body: JSON.stringify({ object: "billing_portal.session", url: "https://pay.example/p/1" }),
  };
  let answer = page;
  let provider: Receiver;
  let api: Awaited<ReturnType<typeof startApi>>;
  before(async () => {
    provider = await startReceiver(() => answer);
    api = await startApi({ BILLING_API_URL: provider.url, BILLING_API_KEY: "rk_of_the_specs" });
  });
  after(async () => {
    await api?.stop();
    provider?.close();
  });

  /** A person whose organization has a billing customer. */
  async function payingPerson() {
    const person = await signIn({ baseUrl: api.baseUrl, planTier: "sandbox" });
    const billing = new BillingProvider();
    const customer = billing.newCustomer();
    await billing.buy(person, customer);
    return { ...person, customer };
  }

  it("opens the provider's portal for the organization's customer", async () => {
    const { call, customer } = await payingPerson();
    const { status, data, headers } = await call("POST", "/v1/billing/portal");
    assert.deepEqual([status, data], [200, { url: "https://pay.example/p/1" }]);
    assert.equal(headers.get("Cache-Control"), "no-store");
    const { method, path, headers: sent, body } = provider.received.at(-1)!;
    assert.deepEqual([method, path, sent.authorization], [
      "POST",
      "/v1/billing_portal/sessions",
      "Bearer rk_of_the_specs",
    ]);
    const form = Object.fromEntries(new URLSearchParams(body));
    assert.deepEqual(form, { customer: customer.id, return_url: api.baseUrl });
  });

  it("402 billing_disabled: an organization without a customer", async () => {
    const { call } = await signIn({ baseUrl: api.baseUrl });
    assertRefused(await call("POST", "/v1/billing/portal"), 402, "billing_disabled");
  });

  it("403 forbidden: a member who is no owner", async () => {
    const owner = await payingPerson();
    const member = await signIn({ baseUrl: api.baseUrl, organizationId: owner.organizationId });
    const before = provider.received.length;
    assertRefused(await member.call("POST", "/v1/billing/portal"), 403, "forbidden");
    assert.equal(provider.received.length, before);
  });

  it("is for people alone", async () => {
    assertRefused(await callerWith(stack().apiKey)("POST", "/v1/billing/portal"), 403, "forbidden");
    assertRefused(await callerWith(null)("POST", "/v1/billing/portal"), 401, "not_authenticated");
  });

  it("503 billing_misconfigured where the provider opens none", async () => {
    const { call } = await payingPerson();
    try {
      for (
        const wrong of [
          { status: 401, body: "{}" },
          { status: 200, body: "not JSON" },
          { status: 200, body: '{"url":"javascript:alert(1)"}' },
          { status: 200, body: "x".repeat(100_000) },
        ]
      ) {
        answer = wrong;
        assertRefused(await call("POST", "/v1/billing/portal"), 503, "billing_misconfigured");
      }
    } finally {
      answer = page;
    }
    const unconfigured = await signIn({ planTier: "sandbox" });
    const billing = new BillingProvider();
    await billing.buy(unconfigured, billing.newCustomer());
    assertRefused(await unconfigured.call("POST", "/v1/billing/portal"), 503, "billing_misconfigured");
  });
});
