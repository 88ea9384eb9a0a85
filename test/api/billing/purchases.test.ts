import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import {
  callerWithCookie,
  newAddress,
  type Person,
  signIn,
  tokenSetBy,
  writtenMails,
  writtenMailTo,
} from "#testing/accounts.ts";
import { BillingProvider, claimAll, type ProviderCustomer } from "#testing/billing-provider.ts";
import { assertRefused, type Caller, callerWith } from "#testing/caller.ts";
import { ask, stack, temporalClient, type TestTemporalClient } from "#testing/stack.ts";
import { tokenIn } from "#testing/smtp-server.ts";
import { changeOrganization } from "#testing/simulations.ts";

const PURCHASES = "/v1/billing/purchases";
const planOf = async (call: Caller) => (await call("GET", "/v1/usage")).data.plan_tier;
const claimOf = (id: string) => `${PURCHASES}/${id}/claim`;

/** Which customer's account the portal would open. */
async function billedCustomers({ organizationId }: Person): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    "SELECT id FROM billing_customers WHERE organization_id = $1 ORDER BY id",
    [organizationId],
  );
  return rows.map(({ id }) => id);
}

/** Follows a mailed link as its page does. */
async function follow(token: string): Promise<Caller> {
  const verified = await callerWith(null)("POST", "/v1/auth/magic-link/verify", {
    body: { token },
    headers: { "X-Forwarded-For": newAddress() },
  });
  assert.equal(verified.status, 200, JSON.stringify(verified.meta));
  return callerWithCookie(tokenSetBy(verified));
}

describe("Purchases", () => {
  let provider: BillingProvider;
  let temporal: TestTemporalClient;
  before(async () => {
    provider = new BillingProvider();
    temporal = await temporalClient();
  });
  after(() => temporal?.close());

  /** Somebody pays with the person's address. */
  const payAs = async ({ email }: Person, change: object = {}): Promise<ProviderCustomer> => {
    const customer = provider.newCustomer();
    const customer_details = { email, name: "Mallory" };
    await provider.deliver(provider.checkout(customer, { customer_details, ...change }));
    return customer;
  };
  const followMail = async ({ email }: Person, n = 1) => await follow(tokenIn(await writtenMailTo(email, n)));

  it("of a stranger who pays with the owner's address lower no plan that an operator gave, at the link or at their end", async () => {
    const owner = await signIn({ planTier: "studio" });
    const customer = await payAs(owner);
    await provider.deliver(provider.updated(customer, "price_growth"));
    await followMail(owner);
    assert.equal(await planOf(owner.call), "studio");
    await provider.deliver(provider.deleted(customer));
    assert.equal(await planOf(owner.call), "studio");
    assert.deepEqual(await billedCustomers(owner), []);
    assertRefused(await owner.call("POST", "/v1/billing/portal"), 402, "billing_disabled");
  });

  it("never lower a plan that an operator gave, where its person claims them: what they gave ends with them alone", async () => {
    const owner = await signIn({ planTier: "growth" });
    const customer = await payAs(owner);
    await provider.deliver(provider.updated(customer, "price_studio"));
    const [purchase] = (await owner.call("GET", PURCHASES)).data;
    assert.deepEqual([purchase.plan_tier, purchase.claimed_at], ["studio", null]);
    assert.equal(await planOf(owner.call), "growth");
    const claimed = await owner.call("POST", claimOf(purchase.id));
    assert.equal(claimed.status, 200, JSON.stringify(claimed.meta));
    assert.notEqual(claimed.data.claimed_at, null);
    assert.equal(await planOf(owner.call), "studio");
    assert.deepEqual((await owner.call("POST", claimOf(purchase.id))).data, claimed.data);
    await provider.deliver(provider.deleted(customer, "price_studio"));
    assert.equal(await planOf(owner.call), "growth");
  });

  it("end with their own subscription, and leave what another one gives", async () => {
    const owner = await signIn({ planTier: "sandbox" });
    const [own, gift] = [provider.newCustomer(), provider.newCustomer()];
    await provider.buy(owner, own);
    await provider.deliver(provider.updated(own, "price_growth"));
    await provider.buy(owner, gift);
    await provider.deliver(provider.updated(gift, "price_studio"));
    assert.equal(await planOf(owner.call), "studio");
    await provider.deliver(provider.deleted(gift, "price_studio"));
    assert.equal(await planOf(owner.call), "growth");
    await provider.deliver(provider.deleted(own));
    assert.equal(await planOf(owner.call), "sandbox");
  });

  it("raise the plan at their mailed link, which another link and one's own sign-in do not", async () => {
    const owner = await signIn({ planTier: "sandbox" });
    const customer = await payAs(owner);
    const asked = await callerWith(null)("POST", "/v1/auth/magic-link/request", {
      body: { email: owner.email, name: "Ada", organization_name: "Any" },
      headers: { "X-Forwarded-For": newAddress() },
    });
    await follow(asked.data.magic_link.split("#token=")[1]);
    assert.equal(await planOf(owner.call), "sandbox");
    const mails = await Promise.all([1, 2].map((n) => writtenMailTo(owner.email, n)));
    const mailed = mails.find(({ subject }) => subject === "Your plan is ready");
    assert.ok(mailed);
    await follow(tokenIn(mailed));
    assert.equal(await planOf(owner.call), "growth");
    assert.deepEqual(await billedCustomers(owner), [customer.id]);
    const [{ claimed_at }] = (await owner.call("GET", PURCHASES)).data;
    assert.notEqual(claimed_at, null);
  });

  it("take no customer from the organization that has claimed it, at another person's mailed link", async () => {
    const [owner, other] = [await signIn({ planTier: "sandbox" }), await signIn({ planTier: "sandbox" })];
    const customer = await payAs(owner);
    await followMail(owner);
    assert.deepEqual(await billedCustomers(owner), [customer.id]);
    const customer_details = { email: other.email, name: "Mallory" };
    await provider.deliver(provider.checkout(customer, { customer_details }));
    await followMail(other);
    assert.deepEqual([await planOf(owner.call), await planOf(other.call)], ["growth", "sandbox"]);
    assert.deepEqual([await billedCustomers(owner), await billedCustomers(other)], [[customer.id], []]);
  });

  it("open the account that was claimed first while its subscription lives", async () => {
    const owner = await signIn({ planTier: "sandbox" });
    const [own, later] = [provider.newCustomer(), provider.newCustomer()];
    for (const customer of [own, later]) {
      await provider.deliver(provider.updated(customer, "price_growth"));
      await provider.buy(owner, customer);
    }
    const opened = async () => {
      const { billingCustomer } = await import("#db/billing/payments.ts");
      const { connectAs } = await import("#testing/stack.ts");
      const database = await connectAs("app_api");
      try {
        return await database.withOrganization(
          owner.organizationId,
          (tx) => billingCustomer(tx, owner.organizationId),
        );
      } finally {
        await database.close();
      }
    };
    assert.equal(await opened(), own.id);
    await provider.deliver(provider.deleted(own));
    assert.equal(await opened(), later.id);
  });

  it("are listed to the person who has proved the buyer's address, and are nobody else's to claim", async () => {
    const buyer = await signIn({ planTier: "studio" });
    const colleague = await signIn({ organizationId: buyer.organizationId });
    const stranger = await signIn();
    await payAs(buyer, { client_reference_id: stranger.organizationId });
    const [purchase] = (await buyer.call("GET", PURCHASES)).data;
    assert.deepEqual(Object.keys(purchase), [
      "id",
      "email",
      "plan_tier",
      "paid",
      "completed_at",
      "claimed_at",
    ]);
    assert.deepEqual([purchase.email, purchase.plan_tier, purchase.paid], [buyer.email, "growth", true]);
    for (const { call } of [colleague, stranger]) {
      assert.deepEqual((await call("GET", PURCHASES)).data, []);
      assertRefused(await call("POST", claimOf(purchase.id)), 404, "not_found");
    }
    await ask("UPDATE users SET email_verified_at = NULL WHERE id = $1", [buyer.userId]);
    assert.deepEqual((await buyer.call("GET", PURCHASES)).data, []);
    assertRefused(await buyer.call("POST", claimOf(purchase.id)), 404, "not_found");
  });

  it("are no other mailbox's whose address only normalises alike, and a buyer of whom another spelling is registered is mailed no dead link", async () => {
    const id = randomUUID();
    const email = `victim-${id}@example.com`;
    const other = await signIn({ email: `ⓥictim-${id}@example.com`, planTier: "studio" });
    await payAs({ ...other, email });
    const [{ checkout } = { checkout: "" }] = await ask<{ checkout: string }>(
      "SELECT id AS checkout FROM billing_checkouts WHERE email = $1",
      [email],
    );
    assert.equal(await temporal.closed(`checkout/${checkout}`), "COMPLETED");
    assert.deepEqual(await temporal.client.workflow.getHandle(`checkout/${checkout}`).result(), {
      outcome: "other_mailbox",
    });
    assert.deepEqual(writtenMails(stack().mailDir, email), []);
    assert.deepEqual((await other.call("GET", PURCHASES)).data, []);
    const [{ purchase_id } = { purchase_id: "" }] = await ask<{ purchase_id: string }>(
      "SELECT purchase_id FROM billing_checkouts WHERE email = $1",
      [email],
    );
    assertRefused(await other.call("POST", claimOf(purchase_id)), 404, "not_found");
    await payAs({ ...other, email: other.email.toUpperCase() });
    assert.equal((await other.call("GET", PURCHASES)).data.length, 1);
  });

  it("are claimed once, of ten claims at the same time, and by one organization where a customer paid twice", async () => {
    const [first, second] = [await signIn({ planTier: "studio" }), await signIn({ planTier: "studio" })];
    const customer = await payAs(first);
    const customer_details = { email: second.email, name: "Ada" };
    await provider.deliver(provider.checkout(customer, { customer_details }));
    const [one] = (await first.call("GET", PURCHASES)).data;
    const [other] = (await second.call("GET", PURCHASES)).data;
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => first.call("POST", claimOf(one.id))),
      second.call("POST", claimOf(other.id)),
    ]);
    const winner = (await billedCustomers(first)).length === 1 ? first : second;
    assert.deepEqual(await billedCustomers(winner), [customer.id]);
    assert.equal(
      replies.filter(({ status }) => status === 200).length,
      winner === first ? 10 : 1,
    );
    const audit = await ask("SELECT FROM audit_log WHERE action = 'purchase.claim' AND subject = ANY($1)", [[
      one.id,
      other.id,
    ]]);
    assert.equal(audit.length, 1);
  });

  it("wait for a plan where they are not paid yet, and give it once they are", async () => {
    const owner = await signIn({ planTier: "sandbox" });
    const customer = await payAs(owner, { payment_status: "unpaid" });
    await followMail(owner);
    const [purchase] = (await owner.call("GET", PURCHASES)).data;
    assert.deepEqual([purchase.paid, purchase.plan_tier, purchase.claimed_at], [false, null, null]);
    await claimAll(owner.call);
    assert.equal(await planOf(owner.call), "sandbox");
    await provider.deliver(provider.updated(customer, "price_growth"));
    assert.equal(await planOf(owner.call), "growth");
  });

  it("give an operator's lower plan way at their next news, and the operator's higher one stays", async () => {
    const owner = await signIn({ planTier: "sandbox" });
    const customer = provider.newCustomer();
    await provider.buy(owner, customer);
    await changeOrganization(owner.organizationId, { plan_tier: "sandbox" });
    assert.equal(await planOf(owner.call), "sandbox");
    await provider.deliver(provider.updated(customer, "price_growth"));
    assert.equal(await planOf(owner.call), "growth");
    await changeOrganization(owner.organizationId, { plan_tier: "studio" });
    await provider.deliver(provider.deleted(customer));
    assert.equal(await planOf(owner.call), "studio");
  });
});
