import { signIn } from "#testing/accounts.ts";
import { BillingProvider, type ProviderEvent } from "#testing/billing-provider.ts";
import { eventually } from "#testing/eventually.ts";
import { newOrganization } from "#testing/organizations.ts";
import { exactly } from "../judge.ts";
import { mails as mailCount } from "./accounts.ts";
import { awaitEnd, count, type Flow, Piece, staggered, value, workflowStatus } from "./flow.ts";

const SPAN_MS = 1_000;

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
    const events: ProviderEvent[] = [checkout, provider.updated(customer, "price_studio")];
    const pieces = events.map((event) => ({ event, piece: new Piece() }));
    const plan = () => value<string>("SELECT plan_tier FROM organizations WHERE id = $1", organization);
    const run = () => workflowStatus(world.temporal, `checkout/${checkoutId}`);
    const mails = () => world.mail.mailsTo(email).length - 1;
    const hasEnded = async () => await plan() === "studio" && mails() > 0 && await run() === "completed";

    /** The provider sends an event until the service has taken it, and signs each time. */
    const send = (event: ProviderEvent) => {
      // While the API's clock is off, the signature's time is: the provider sends the event again.
      const once = async () =>
        await world.client.send(() => provider.send(event), "POST", "/v1/webhooks/payments", {
          endsAt: ({ status }) => status === 401,
        });
      return async () => {
        for (;;) {
          const reply = await once();
          if (reply === null || reply.status === 200) return reply;
          if (Date.now() > world.until()) return null;
          await new Promise((resolve) => setTimeout(resolve, 1_000));
        }
      };
    };
    return {
      submit: () =>
        staggered(
          world.random,
          SPAN_MS,
          [...pieces, ...pieces].map(({ event, piece }) => async () => {
            if (await send(event)() !== null) piece.id = event.id;
          }),
        ),
      async settle() {
        await Promise.all(pieces.map(({ piece }) => awaitEnd(world, piece, hasEnded)));
      },
      async observe() {
        const usage = await call("GET", "/v1/usage");
        const seen = usage.data?.plan_tier ?? null;
        const [applied, status, mailed] = [await plan(), await run(), mails()];
        return await Promise.all(pieces.map(async ({ event, piece: { accepted, endedAt } }) => ({
          item: `${event.type} ${event.id}`,
          accepted,
          expected: "studio",
          states: { api: seen, postgres: applied, temporal: status === "completed" ? "studio" : status },
          counts: [
            exactly("rows", 1, await count("SELECT count(*) FROM payment_events WHERE id = $1", event.id)),
            mailCount(world, 1, mailed),
          ],
          endedAt,
        })));
      },
    };
  },
};
