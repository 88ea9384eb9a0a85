import assert from "node:assert/strict";
import {
  callerWithCookie,
  newAddress,
  newEmail,
  signIn,
  tokenSetBy,
  writtenMails,
  writtenMailTo,
} from "#testing/accounts.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { recordHistory } from "./record-history.ts";
import { stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";

/** Follows the link of a mail as its page does. */
async function follow(text: string) {
  const [, token] = /#token=([\w-]+)/.exec(text) ?? [];
  const verified = await callerWith(null)("POST", "/v1/auth/magic-link/verify", {
    body: { token },
    headers: { "X-Forwarded-For": newAddress() },
  });
  assert.equal(verified.status, 200, JSON.stringify(verified.meta));
  return { ...verified, call: callerWithCookie(tokenSetBy(verified)) };
}

describe("The checkout's workflow", () => {
  let provider: BillingProvider;
  let temporal: TestTemporalClient;
  before(async () => {
    provider = new BillingProvider();
    temporal = await temporalClient();
  });
  after(() => temporal?.close());

  const checkoutBy = (email: string, change: object = {}) => {
    const customer = provider.newCustomer();
    return {
      customer,
      event: provider.checkout(customer, { customer_details: { email, name: "Ada Lovelace" }, ...change }),
    };
  };
  const idOf = ({ data }: { data: { object: object } }) => (data.object as { id: string }).id;

  it("mails an unknown buyer a link, whose first use creates the organization on growth", async () => {
    const email = newEmail();
    const { event, customer } = checkoutBy(email);
    await provider.deliver(event, event);
    const mail = await writtenMailTo(email);
    assert.equal(await temporal.closed(`checkout/${idOf(event)}`), "COMPLETED");
    assert.equal(writtenMails(stack().mailDir, email).length, 1);
    const { data, call } = await follow(mail.text);
    assert.deepEqual([data.user.email, data.user.name], [email, "Ada Lovelace"]);
    assert.equal((await call("GET", "/v1/auth/me")).data.organization.plan_tier, "growth");
    await provider.deliver(provider.updated(customer, "price_studio"));
    assert.equal((await call("GET", "/v1/auth/me")).data.organization.plan_tier, "studio");
    await recordHistory("checkout-link", `checkout/${idOf(event)}`);
  });

  it("moves the buyer's own organization from sandbox to growth on the first verify, and no later one", async () => {
    const email = newEmail();
    const person = await signIn({ email, planTier: "sandbox" });
    const plan = async () => (await person.call("GET", "/v1/auth/me")).data.organization.plan_tier;
    const { event } = checkoutBy(email);
    await provider.deliver(event);
    const mail = await writtenMailTo(email);
    assert.equal(await plan(), "sandbox");
    await follow(mail.text);
    assert.equal(await plan(), "growth");
    const operator = callerWith(stack().operatorKey);
    const path = `/v1/admin/organizations/${person.organizationId}`;
    await operator("PATCH", path, { body: { plan_tier: "sandbox" } });
    const again = await callerWith(null)("POST", "/v1/auth/magic-link/request", {
      body: { email, name: "Ada", organization_name: "Any" },
      headers: { "X-Forwarded-For": newAddress() },
    });
    await follow(again.data.magic_link);
    assert.equal(await plan(), "sandbox");
  });

  it("lets nobody into the organization that a checkout names, whose plan and bill stay as they are", async () => {
    const owner = await signIn({ planTier: "sandbox" });
    const email = newEmail();
    const named = {
      client_reference_id: owner.organizationId,
      metadata: { organization_id: owner.organizationId },
    };
    const { event } = checkoutBy(email, named);
    await provider.deliver(event);
    const { data } = await follow((await writtenMailTo(email)).text);
    assert.notEqual(data.organization.id, owner.organizationId);
    assert.equal((await owner.call("GET", "/v1/auth/me")).data.organization.plan_tier, "sandbox");
    assertRefused(await owner.call("POST", "/v1/billing/portal"), 402, "billing_disabled");
  });

  it("gives no plan for a checkout that is not paid, and mails nobody without an address", async () => {
    const email = newEmail();
    const person = await signIn({ email, planTier: "sandbox" });
    const { event } = checkoutBy(email, { payment_status: "unpaid" });
    await provider.deliver(event);
    await follow((await writtenMailTo(email)).text);
    assert.equal((await person.call("GET", "/v1/auth/me")).data.organization.plan_tier, "sandbox");
    const { event: nameless } = checkoutBy("x", { customer_details: null });
    await provider.deliver(nameless);
    assert.equal(await temporal.closed(`checkout/${idOf(nameless)}`), "COMPLETED");
  });

  it("gives no plan where the subscription ended before the buyer verified", async () => {
    const email = newEmail();
    const person = await signIn({ email, planTier: "sandbox" });
    const { event, customer } = checkoutBy(email);
    await provider.deliver(event, provider.updated(customer, "price_growth"), provider.deleted(customer));
    await follow((await writtenMailTo(email)).text);
    assert.equal((await person.call("GET", "/v1/auth/me")).data.organization.plan_tier, "sandbox");
  });
});
