import assert from "node:assert/strict";
import {
  BillingProvider,
  type ProviderCustomer,
  type ProviderEvent,
} from "#test/support/billing-provider.ts";
import { assertRefused } from "#test/support/caller.ts";
import { ask } from "#test/support/database.ts";
import { newOrganization, type TestOrganization } from "#test/support/organizations.ts";

const planOf = async ({ call }: TestOrganization) => (await call("GET", "/v1/usage")).data.plan_tier;

/** What happens to one customer of one organization: each event, and the plan after it. */
interface Story {
  readonly title: string;
  readonly plan_tier?: string;
  readonly steps: (
    provider: BillingProvider,
    customer: ProviderCustomer,
    organization: string,
  ) => readonly (readonly [event: ProviderEvent, plan: string, answer?: string])[];
}

const NOW = Math.floor(Date.now() / 1000);
const at = (seconds: number) => ({ created: NOW + seconds });

const STORIES: readonly Story[] = [
  {
    title: "a subscription gives its price's plan, another price another, and its end sandbox",
    steps: (provider, customer, client_reference_id) => [
      [provider.checkout(customer, { client_reference_id }, at(0)), "sandbox"],
      [provider.updated(customer, "price_growth", at(1)), "growth"],
      [provider.updated(customer, "price_studio", at(2)), "studio"],
      [provider.updated(customer, "price_growth", at(3)), "growth"],
      [provider.deleted(customer, "price_growth", at(4)), "sandbox"],
    ],
  },
  {
    title: "an event that is sent again changes nothing, whatever came in between",
    steps: (provider, customer, client_reference_id) => {
      const first = provider.updated(customer, "price_growth", at(1));
      return [
        [provider.checkout(customer, { client_reference_id }, at(0)), "sandbox"],
        [first, "growth"],
        [first, "growth"],
        [provider.updated(customer, "price_studio", at(2)), "studio"],
        [first, "studio"],
      ];
    },
  },
  {
    title: "older news never overwrites newer, an end included",
    steps: (provider, customer, client_reference_id) => [
      [provider.checkout(customer, { client_reference_id }, at(0)), "sandbox"],
      [provider.updated(customer, "price_studio", at(9)), "studio"],
      [provider.updated(customer, "price_growth", at(5)), "studio"],
      [provider.deleted(customer, "price_growth", at(4)), "studio"],
      [provider.deleted(customer, "price_studio", at(20)), "sandbox"],
      [provider.updated(customer, "price_studio", at(19)), "sandbox"],
    ],
  },
  {
    title: "of the same second the end counts, whichever comes first",
    steps: (provider, customer, client_reference_id) => [
      [provider.checkout(customer, { client_reference_id }, at(0)), "sandbox"],
      [provider.deleted(customer, "price_studio", at(3)), "sandbox"],
      [provider.updated(customer, "price_studio", at(3)), "sandbox"],
    ],
  },
  {
    title: "a customer that nobody knows yet is remembered until its checkout comes",
    steps: (provider, customer, client_reference_id) => [
      [provider.updated(customer, "price_studio", at(5)), "sandbox"],
      [provider.checkout(customer, { client_reference_id }, at(1)), "studio"],
    ],
  },
  {
    title: "a subscription may name its organization itself, and so may a checkout's metadata",
    steps: (provider, customer, organization_id) => [
      [provider.updated(customer, "price_growth", at(1), { metadata: { organization_id } }), "growth"],
      [provider.checkout(customer, { metadata: { organization_id } }, at(2)), "growth"],
    ],
  },
  {
    title: "an unknown price is refused until it has a plan, and leaves no trace",
    steps: (provider, customer, client_reference_id) => {
      const unknown = provider.updated(customer, "price_unheard_of", at(2));
      return [
        [provider.checkout(customer, { client_reference_id }, at(0)), "sandbox"],
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
      "an unpaid subscription gives no plan, a past-due one keeps it, and one that was never paid takes none",
    plan_tier: "growth",
    steps: (provider, customer, client_reference_id) => {
      const status = (name: string, seconds: number) =>
        provider.updated(customer, "price_studio", at(seconds), { status: name });
      return [
        [provider.checkout(customer, { client_reference_id }, at(0)), "growth"],
        [status("incomplete", 1), "growth"],
        [status("active", 2), "studio"],
        [status("past_due", 3), "studio"],
        [status("unpaid", 4), "sandbox"],
        [status("active", 5), "studio"],
      ];
    },
  },
  {
    title: "the highest of several subscriptions counts, so that an upgrade's old one may end last",
    steps: (provider, customer, client_reference_id) => {
      const second = { ...customer, subscription: `${customer.subscription}b` };
      return [
        [provider.checkout(customer, { client_reference_id }, at(0)), "sandbox"],
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
    steps: (provider, customer, client_reference_id) => [
      [provider.checkout(customer, { client_reference_id }, at(0)), "enterprise"],
      [provider.updated(customer, "price_growth", at(1)), "enterprise"],
      [provider.deleted(customer, "price_growth", at(2)), "enterprise"],
    ],
  },
  {
    title: "another customer cannot take over an organization whose subscription lives",
    steps: (provider, customer, client_reference_id) => {
      const stranger = provider.newCustomer();
      return [
        [provider.checkout(customer, { client_reference_id }, at(0)), "sandbox"],
        [provider.updated(customer, "price_studio", at(1)), "studio"],
        [provider.checkout(stranger, { client_reference_id }, at(2)), "studio"],
        [provider.updated(stranger, "price_growth", at(3)), "studio"],
        [provider.deleted(stranger, "price_growth", at(4)), "studio"],
      ];
    },
  },
];

describe("Payment events", () => {
  let provider: BillingProvider;
  before(() => {
    provider = new BillingProvider();
  });

  for (const { title, plan_tier = "sandbox", steps } of STORIES) {
    it(title, async () => {
      const own = await newOrganization({ plan_tier });
      const events = steps(provider, provider.newCustomer(), own.id);
      for (const [k, [event, plan, refusal]] of events.entries()) {
        const reply = await provider.send(event);
        if (refusal === undefined) {
          assert.deepEqual([reply.status, reply.data], [200, { received: true }], `${k}`);
        } else assertRefused(reply, 503, refusal);
        assert.equal(await planOf(own), plan, `after event ${k}, ${event.type}`);
      }
    });
  }

  it("give the limits of the new plan from the next request on", async () => {
    const own = await newOrganization({ plan_tier: "sandbox", requests_per_minute: null });
    const customer = provider.newCustomer();
    await provider.deliver(
      provider.checkout(customer, { client_reference_id: own.id }),
      provider.updated(customer, "price_studio"),
    );
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

  it("of other types, and checkouts of nobody's organization, are received and change nothing", async () => {
    const own = await newOrganization({ plan_tier: "growth" });
    const customer = provider.newCustomer();
    await provider.deliver(
      provider.event("invoice.paid", { id: "in_1", customer: customer.id }),
      provider.checkout(customer, { client_reference_id: crypto.randomUUID() }),
      provider.checkout({ ...customer, id: "cus_none" }, { client_reference_id: "cart-17", customer: null }),
    );
    assert.equal(await planOf(own), "growth");
  });
});
