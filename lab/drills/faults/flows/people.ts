import { newEmail, signIn } from "#testing/accounts.ts";
import { newOrganization, tablesOf } from "#testing/organizations.ts";
import { ended, HEADER, KPI, newSimulation, uploadedRun } from "#testing/simulations.ts";
import { newDelivery, newWebhook, RETRY_IN_AN_HOUR } from "#testing/webhooks.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import { eventually } from "#testing/times.ts";
import { between, type Count, exactly } from "../judge.ts";
import { count, type Flow, staggered, type Task, value, workflowStatus, type World } from "./flow.ts";

const INVITATIONS = 2;
/** Three resets an hour are allowed to an address: the person waits before asking again. */
const PATIENCE_MS = 8_000;
/** A mail whose outcome the worker could not record is sent again. */
const MAX_REPEATED = 4;

/** How many mails may have come that one request asked for. */
function mailCount({ after }: World, asked: number, times: number): Count {
  return between("mails", 1, after.mailsMayRepeat ? MAX_REPEATED * asked : asked, times);
}

const SENT =
  "SELECT CASE WHEN sent_at IS NULL THEN 'not sent' ELSE 'completed' END FROM invitations WHERE id = $1";

export const accounts: Flow = {
  name: "mail",
  what:
    "asks for a password's reset and invites two people; each mail arrives, once where neither the worker nor a server that it needs was disturbed",
  async begin(world) {
    const { id: organization } = await newOrganization();
    const person = await signIn({ organizationId: organization });
    let asked = 0;
    const received = (email: string) => world.mail.mailsTo(email).length;
    const invitation = (email: string): Task => ({
      ask: () => world.client.create(person.call, "/v1/organization/invitations", { email }),
      item: (id) => `invitation/${id}`,
      expected: "completed",
      states: {
        mail: () => received(email) > 0 ? "completed" : "not sent",
        temporal: (id) => workflowStatus(world.temporal, `invitation/${id}/1`),
        postgres: (id) => value<string>(SENT, id),
      },
      counts: async () => [
        mailCount(world, 1, received(email)),
        exactly("rows", 1, await count("SELECT count(*) FROM invitations WHERE email = $1", email)),
      ],
    });
    return {
      tasks: [{
        async ask() {
          const reply = await world.client.send(
            (...args) => (asked++, person.call(...args)),
            "POST",
            "/v1/auth/password/reset/request",
            { body: { email: person.email }, idempotencyKey: null, pauseMs: PATIENCE_MS },
          );
          return reply === null ? null : person.userId;
        },
        item: (id) => `reset of ${id}`,
        expected: "sent",
        states: { mail: () => received(person.email) > 0 ? "sent" : "not sent" },
        // A request is not idempotent: one whose answer got lost was a request all the same.
        counts: () => Promise.resolve([mailCount(world, asked, received(person.email))]),
      }, ...Array.from({ length: INVITATIONS }, () => invitation(newEmail()))],
    };
  },
};

/** Runs that are open when the organization is deleted. */
const OPEN_RUNS = 2;

export const organizations: Flow = {
  name: "deletion",
  what:
    "deletes an organization with a simulation, an upload, a waiting delivery and runs in flight; nothing of it is left, and its neighbour keeps all",
  async begin(world) {
    const [own, neighbour] = await Promise.all([newOrganization(), newOrganization()]);
    const person = await signIn({ organizationId: own.id });
    const simulations = await Promise.all([own, neighbour].map(({ call }) => newSimulation(call)));
    await Promise.all([own, neighbour].map(({ call }, index) => ended(call, simulations[index] ?? "")));
    await uploadedRun(own.call, `${HEADER}\noverall,${KPI},40\n`);
    const path = `/deletion/${own.id}`;
    world.receiver.behave(path, RETRY_IN_AN_HOUR);
    const webhook = await newWebhook(own.call, world.receiver.url + path, { events: ["webhook.test"] });
    await newDelivery(own.call, webhook.id);
    for (let run = 0; run < OPEN_RUNS; run++) await newSimulation(own.call, { agent_count: 10_000 });
    const theirs = await tablesOf(neighbour.id);
    return {
      tasks: [{
        async ask() {
          const reply = await world.client.send(person.call, "DELETE", "/v1/organization", {
            // The session ends with the acceptance, whose answer may get lost: then the repetition learns of it by a 401.
            endsAt: ({ status }) => status === 401,
          });
          return reply === null ? null : own.id;
        },
        item: (id) => `organization-deletion/${id}`,
        expected: "completed",
        states: {
          async api() {
            const { status } = await own.call("GET", "/v1/simulations");
            return status === 401 ? "completed" : `key answers ${status}`;
          },
          async postgres(id) {
            const tables = await tablesOf(id);
            return tables.length === 0 ? "completed" : `rows in ${tables.join(", ")}`;
          },
          temporal: (id) => workflowStatus(world.temporal, `organization-deletion/${id}`),
        },
        counts: async () => [
          exactly("tables of its neighbour", theirs.length, (await tablesOf(neighbour.id)).length),
        ],
      }],
    };
  },
};

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
    // The customer has bought before, so that its account is the organization's already. Its link is mailed unless the claim was faster.
    const first = await provider.buy(buyer, customer);
    await eventually(
      "the first purchase's end",
      async () => await workflowStatus(world.temporal, `checkout/${first}`) === "completed" || undefined,
    );
    const mailsBefore = world.mail.mailsTo(email).length;
    const checkout = provider.checkout(customer, {
      customer_details: { email, name: "Ada Lovelace", phone: null },
    });
    const checkoutId = (checkout.data.object as { id: string }).id;
    const events = [checkout, provider.updated(customer, "price_studio")];
    const mails = () => world.mail.mailsTo(email).length - mailsBefore;
    const states: Task["states"] = {
      postgres: () => value<string>("SELECT plan_tier FROM organizations WHERE id = $1", organization),
      mail: () => mails() > 0 ? "studio" : "not sent",
      async temporal() {
        const status = await workflowStatus(world.temporal, `checkout/${checkoutId}`);
        return status === "completed" ? "studio" : status;
      },
      api: async () => (await call("GET", "/v1/usage")).data?.plan_tier ?? null,
    };
    const rows = "SELECT count(*) FROM payment_events WHERE id = $1";
    return {
      tasks: events.map((event) => {
        let id: string | null = null;
        const take = async () => {
          const reply = await world.client.send(() => provider.send(event), "POST", "/v1/webhooks/payments");
          if (reply !== null) id = event.id;
        };
        return {
          ask: () => staggered(world.random, [take, take]).then(() => id),
          item: (id) => `${event.type} ${id}`,
          expected: "studio",
          states,
          counts: async (id) => [exactly("rows", 1, await count(rows, id)), mailCount(world, 1, mails())],
        };
      }),
    };
  },
};
