import assert from "node:assert/strict";
import { type Person, signIn } from "#testing/accounts.ts";
import {
  BillingProvider,
  claimAll,
  type ProviderCustomer,
  type ProviderEvent,
} from "#testing/billing-provider.ts";
import { assertRefused } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { newOrganization, type TestOrganization } from "#testing/organizations.ts";

const planOf = async ({ call }: Pick<TestOrganization, "call">) =>
  (await call("GET", "/v1/usage")).data.plan_tier;

/** A person whose calls no sandbox's rate ends. */
async function newBuyer(plan_tier: string): Promise<Person> {
  const { id } = await newOrganization({ plan_tier });
  return await signIn({ organizationId: id });
}

/** What happens to one customer of one organization: each event, and the plan after it. */
interface Story {
  readonly title: string;
  readonly plan_tier?: string;
  readonly steps: (
    provider: BillingProvider,
    customer: ProviderCustomer,
    /** Fields of a checkout that is the organization's: its person's address. */
    buyer: object,
  ) => readonly (readonly [event: ProviderEvent, plan: string, answer?: string])[];
}

const NOW = Math.floor(Date.now() / 1000);
const at = (seconds: number) => ({ created: NOW + seconds });

const STORIES: readonly Story[] = [
  {
    title: "a subscription gives its price's plan, another price another, and its end sandbox",
    steps: (provider, customer, buyer) => [
      [provider.checkout(customer, buyer, at(0)), "growth"],
      [provider.updated(customer, "price_growth", at(1)), "growth"],
      [provider.updated(customer, "price_studio", at(2)), "studio"],
      [provider.updated(customer, "price_growth", at(3)), "growth"],
      [provider.deleted(customer, "price_growth", at(4)), "sandbox"],
    ],
  },
  {
    title: "an event that is sent again changes nothing, whatever came in between",
    steps: (provider, customer, buyer) => {
      const first = provider.updated(customer, "price_growth", at(1));
      return [
        [provider.checkout(customer, buyer, at(0)), "growth"],
        [first, "growth"],
        [first, "growth"],
        [provider.updated(customer, "price_studio", at(2)), "studio"],
        [first, "studio"],
      ];
    },
  },
  {
    title: "older news never overwrites newer, an end included",
    steps: (provider, customer, buyer) => [
      [provider.checkout(customer, buyer, at(0)), "growth"],
      [provider.updated(customer, "price_studio", at(9)), "studio"],
      [provider.updated(customer, "price_growth", at(5)), "studio"],
      [provider.deleted(customer, "price_growth", at(4)), "studio"],
      [provider.deleted(customer, "price_studio", at(20)), "sandbox"],
      [provider.updated(customer, "price_studio", at(19)), "sandbox"],
    ],
  },
  {
    title: "of the same second the end counts, whichever comes first",
    steps: (provider, customer, buyer) => [
      [provider.checkout(customer, buyer, at(0)), "growth"],
      [provider.deleted(customer, "price_studio", at(3)), "sandbox"],
      [provider.updated(customer, "price_studio", at(3)), "sandbox"],
    ],
  },
  {
    title: "a customer that nobody knows yet is remembered until its checkout comes",
    steps: (provider, customer, buyer) => [
      [provider.updated(customer, "price_studio", at(5)), "sandbox"],
      [provider.checkout(customer, buyer, at(1)), "studio"],
    ],
  },
  {
    title: "an unknown price is refused until it has a plan, and leaves no trace",
    steps: (provider, customer, buyer) => {
      const unknown = provider.updated(customer, "price_unheard_of", at(2));
      return [
        [provider.checkout(customer, buyer, at(0)), "growth"],
        [provider.updated(customer, "price_growth", at(1)), "growth"],
        [unknown, "growth", "billing_misconfigured"],
        [unknown, "growth", "billing_misconfigured"],
        [provider.updated(customer, "price_studio", at(2)), "studio"],
        [provider.updated(customer, "price_unheard_of", at(1)), "studio"],
        [provider.deleted(customer, "price_unheard_of", at(3)), "sandbox"],
      ];
    },
  },
  {
    title:
      "an unpaid subscription gives nothing more than the operator did, a past-due one keeps its plan, one that was never paid takes none",
    plan_tier: "growth",
    steps: (provider, customer, buyer) => {
      const status = (name: string, seconds: number) =>
        provider.updated(customer, "price_studio", at(seconds), { status: name });
      return [
        [provider.checkout(customer, buyer, at(0)), "growth"],
        [status("incomplete", 1), "growth"],
        [status("active", 2), "studio"],
        [status("past_due", 3), "studio"],
        [status("unpaid", 4), "growth"],
        [status("active", 5), "studio"],
      ];
    },
  },
  {
    title: "the highest of several subscriptions counts, so that an upgrade's old one may end last",
    steps: (provider, customer, buyer) => {
      const second = { ...customer, subscription: `${customer.subscription}b` };
      return [
        [provider.checkout(customer, buyer, at(0)), "growth"],
        [provider.updated(customer, "price_growth", at(1)), "growth"],
        [provider.updated(second, "price_studio", at(2)), "studio"],
        [provider.deleted(customer, "price_growth", at(3)), "studio"],
        [provider.deleted(second, "price_studio", at(4)), "sandbox"],
      ];
    },
  },
  {
    title: "an enterprise's contract is left alone",
    plan_tier: "enterprise",
    steps: (provider, customer, buyer) => [
      [provider.checkout(customer, buyer, at(0)), "enterprise"],
      [provider.updated(customer, "price_growth", at(1)), "enterprise"],
      [provider.deleted(customer, "price_growth", at(2)), "enterprise"],
    ],
  },
];

describe("Payment events", () => {
  let provider: BillingProvider;
  before(() => {
    provider = new BillingProvider();
  });

  for (const { title, plan_tier = "sandbox", steps } of STORIES) {
    it(title, async () => {
      const own = await newBuyer(plan_tier);
      const customer_details = { email: own.email, name: "Ada Lovelace" };
      const events = steps(provider, provider.newCustomer(), { customer_details });
      for (const [k, [event, plan, refusal]] of events.entries()) {
        const reply = await provider.send(event);
        if (refusal === undefined) {
          assert.deepEqual([reply.status, reply.data], [200, { received: true }], `${k}`);
        } else assertRefused(reply, 503, refusal);
        await claimAll(own.call);
        assert.equal(await planOf(own), plan, `after event ${k}, ${event.type}`);
      }
    });
  }

  it("give the limits of the new plan from the next request on", async () => {
    const own = await signIn({ planTier: "sandbox" });
    const customer = provider.newCustomer();
    await provider.buy(own, customer);
    await provider.deliver(provider.updated(customer, "price_studio"));
    const { data, meta } = await own.call("GET", "/v1/usage");
    assert.deepEqual([data.agent_count_ceiling, meta.rate_limit.limit], [10_000, 1_200]);
  });

  it("are applied once, of 20 deliveries at the same time", async () => {
    const customer = provider.newCustomer();
    const event = provider.updated(customer, "price_growth");
    const replies = await Promise.all(Array.from({ length: 20 }, () => provider.send(event)));
    assert.ok(replies.every(({ status }) => status === 200));
    const rows = await ask("SELECT FROM payment_events WHERE id = $1", [event.id]);
    assert.equal(rows.length, 1);
  });

  it("of other types, and checkouts that only name an organization, are received and change nothing", async () => {
    const own = await newOrganization({ plan_tier: "growth" });
    const customer = provider.newCustomer();
    await provider.deliver(
      provider.event("invoice.paid", { id: "in_1", customer: customer.id }),
      provider.checkout(customer, { client_reference_id: own.id, metadata: { organization_id: own.id } }),
      provider.updated(customer, "price_studio", {}, { metadata: { organization_id: own.id } }),
      provider.checkout({ ...customer, id: "cus_none" }, { client_reference_id: "cart-17", customer: null }),
    );
    assert.equal(await planOf(own), "growth");
  });
});
