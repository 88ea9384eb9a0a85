import { setTimeout as sleep } from "node:timers/promises";
import { signIn } from "#testing/accounts.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import { eventually } from "#testing/eventually.ts";
import { newOrganization } from "#testing/organizations.ts";
import { exactly } from "../judge.ts";
import { mails as mailCount } from "./accounts.ts";
import { count, type Flow, staggered, value, workflowStatus } from "./flow.ts";

export const billing: Flow = {
  name: "billing",
  what:
    "receives a checkout and a subscription's news, each sent twice; the plan follows, each event is applied once, the buyer gets the link",
  async begin(world) {
    const { id: organization, call } = await newOrganization({ plan_tier: "sandbox" });
    const buyer = await signIn({ organizationId: organization });
    const provider = new BillingProvider();
    const customer = provider.newCustomer();
    const { email } = buyer;
    // The customer has bought before, so that its account is the organization's already.
    await provider.buy(buyer, customer);
    await eventually(
      "the first purchase's mail",
      () => Promise.resolve(world.mail.mailsTo(email).length > 0 || undefined),
    );
    const checkout = provider.checkout(customer, {
      customer_details: { email, name: "Ada Lovelace", phone: null },
    });
    const checkoutId = (checkout.data.object as { id: string }).id;
    const events = [checkout, provider.updated(customer, "price_studio")];
    const plan = () => value<string>("SELECT plan_tier FROM organizations WHERE id = $1", organization);
    const run = () => workflowStatus(world.temporal, `checkout/${checkoutId}`);
    const mails = () => world.mail.mailsTo(email).length - 1;
    const hasEnded = async () => await plan() === "studio" && mails() > 0 && await run() === "completed";
    return {
      tasks: events.map((event) => {
        let id: string | null = null;
        /** The provider sends an event until the service has taken it, and signs each time. */
        const take = async () => {
          for (;;) {
            const reply = await world.client.send(
              () => provider.send(event),
              "POST",
              "/v1/webhooks/payments",
              {
                // While the API's clock is off, the signature's time is: the provider sends the event again.
                endsAt: ({ status }) => status === 401,
              },
            );
            if (reply?.status === 200) id = event.id;
            if (reply?.status !== 401 || Date.now() > world.until()) return;
            await sleep(1_000);
          }
        };
        return {
          ask: () => staggered(world.random, [take, take]).then(() => id),
          hasEnded,
          async observe() {
            const seen = (await call("GET", "/v1/usage")).data?.plan_tier ?? null;
            const status = await run();
            return {
              item: `${event.type} ${event.id}`,
              expected: "studio",
              states: {
                api: seen,
                postgres: await plan(),
                temporal: status === "completed" ? "studio" : status,
              },
              counts: [
                exactly(
                  "rows",
                  1,
                  await count("SELECT count(*) FROM payment_events WHERE id = $1", event.id),
                ),
                mailCount(world, 1, mails()),
              ],
            };
          },
        };
      }),
    };
  },
};
