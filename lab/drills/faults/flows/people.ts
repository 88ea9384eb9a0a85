import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "#dev/machine/wait.ts";
import { DATA_RETENTION_SCHEDULE } from "#temporal/scheduled-workflows.ts";
import { newEmail, signIn } from "#testing/accounts.ts";
import { BillingProvider } from "#testing/billing-provider.ts";
import { callerWith } from "#testing/caller.ts";
import { newKey, newOrganization, tablesOf } from "#testing/organizations.ts";
import { ended, newCustomer, newSimulation } from "#testing/simulations.ts";
import { ask } from "#testing/stack.ts";
import type { SendOptions } from "../../client.ts";
import { between, type Count, exactly } from "../judge.ts";
import { count, type Flow, type Task, value, workflowStatus, type World } from "../round.ts";

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
    return [{
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
    }, ...Array.from({ length: INVITATIONS }, () => invitation(newEmail()))];
  },
};

/** Runs that are open when the organization is deleted. */
const OPEN_RUNS = 2;

export const organizations: Flow = {
  name: "deletion",
  what:
    "deletes an organization with a simulation, an upload, a waiting delivery and runs in flight; nothing of it is left, and its neighbour keeps all",
  async begin(world) {
    const [own, neighbour] = [await newCustomer(world.receiver), await newOrganization()];
    await ended(neighbour.call, await newSimulation(neighbour.call));
    for (let run = 0; run < OPEN_RUNS; run++) await newSimulation(own.call, { agent_count: 10_000 });
    const theirs = await tablesOf(neighbour.id);
    return [{
      async ask() {
        const reply = await world.client.send(own.person.call, "DELETE", "/v1/organization", {
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
    }];
  },
};

/** How long the key with an end works; the end passes during the round. */
const EXPIRES_MS = 4_000;

export const apiKeys: Flow = {
  name: "key",
  what:
    "creates a key, rotates another with an hour of grace, and lets a third expire; the first two secrets work, with the old one, and the third does not",
  async begin({ client }) {
    const { id: organization } = await newOrganization();
    const { call } = await signIn({ organizationId: organization });
    const rotating = await newKey(organization);
    const [name, scopes] = ["drill", ["simulations:read"]];
    const expires_at = new Date(Date.now() + EXPIRES_MS).toISOString();
    const expiring = await call("POST", "/v1/api-keys", { body: { name: "short", scopes, expires_at } });
    const stateOf = async (secret: string) => {
      const { status } = await callerWith(secret)("GET", "/v1/workflows?limit=1");
      return { 200: "works", 401: "refused" }[status] ?? `${status}`;
    };
    const rotation = `/v1/api-keys/${rotating.id}/rotate`;
    const rows = "SELECT count(*) FROM api_keys WHERE organization_id = $1 AND name = $2";
    return [{
      // What the pieces are known by is the new secret.
      ask: () => client.create(call, "/v1/api-keys", { name, scopes }, "key"),
      item: () => `a new key of ${organization}`,
      expected: "works",
      states: { api: stateOf },
      counts: async () => [exactly("rows", 1, await count(rows, organization, name))],
    }, {
      // By the key itself: of two secrets one would be lost with an answer, were the repetition not the same rotation.
      ask: () => client.create(callerWith(rotating.key), rotation, { grace_period_seconds: 3_600 }, "key"),
      item: () => `key ${rotating.id}`,
      expected: "works",
      states: { new: stateOf, old: () => stateOf(rotating.key) },
    }, {
      ask: () => Promise.resolve(expiring.data.id),
      item: (id) => `key ${id} that expires`,
      expected: "refused",
      states: { api: () => stateOf(expiring.data.key) },
    }];
  },
};

/** Stored responses past their term: dozens of batches, so that a fault meets the purge. */
const OLD = 30_000;
const RECENT = 50;

const INSERT = `
  INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, answer, created_at)
  SELECT sha256(($1 || $3 || n)::bytea), $1::uuid, '\\x00', 202, 'sealed', now() - make_interval(hours => $3::integer)
  FROM generate_series(1, $2::integer) n`;

export const dataRetention: Flow = {
  name: "retention",
  what: "triggers the purge with 30,000 rows past their term; they go, those within their term stay",
  async begin({ temporal, until }) {
    const { id: organization } = await newOrganization();
    await ask(INSERT, [organization, OLD, "30"]);
    await ask(INSERT, [organization, RECENT, "20"]);
    const left = (condition: string) =>
      count(
        `SELECT count(*) FROM idempotency_keys WHERE organization_id = $1 AND answer = 'sealed'
           AND created_at ${condition} now() - interval '24 hours'`,
        organization,
      );
    // As the hour does it, which passes too seldom for a drill.
    const trigger = async () => {
      await temporal.schedule.getHandle(DATA_RETENTION_SCHEDULE.scheduleId).trigger();
      return organization;
    };
    const patience = () => ({ seconds: (until() - Date.now()) / 1000, everyMs: 500 });
    return [{
      ask: () => waitFor("the purge to be triggered", trigger, patience()).catch(() => null),
      item: (id) => `purge for ${id}`,
      expected: "purged",
      states: { postgres: async () => await left("<") === 0 ? "purged" : `${await left("<")} rows are left` },
      counts: async () => [exactly("rows within their term", RECENT, await left(">="))],
    }];
  },
};

const PAYMENTS = "/v1/webhooks/payments";

export const billing: Flow = {
  name: "billing",
  what:
    "receives a checkout and a subscription's news, each sent twice; the plan follows, each event is applied once, the buyer gets the link",
  async begin(world) {
    const { id: organization, call } = await newOrganization({ plan_tier: "sandbox" });
    const buyer = await signIn({ organizationId: organization });
    const { email } = buyer;
    const provider = new BillingProvider();
    const customer = provider.newCustomer();
    const ended = async (checkout: string) => {
      const status = await workflowStatus(world.temporal, `checkout/${checkout}`);
      return status === "completed" ? "studio" : status;
    };
    // The customer has bought before, so that its account is the organization's already. Its link is mailed unless the claim was faster.
    const first = await provider.buy(buyer, customer);
    await waitFor("the first purchase's end", async () => await ended(first) === "studio" || undefined);
    const mailsBefore = world.mail.mailsTo(email).length;
    const mails = () => world.mail.mailsTo(email).length - mailsBefore;
    const id = `cs_test_${crypto.randomUUID()}`;
    const events = [
      provider.checkout(customer, { id, customer_details: { email, name: "Ada Lovelace", phone: null } }),
      provider.updated(customer, "price_studio"),
    ];
    const rows = "SELECT count(*) FROM payment_events WHERE id = $1";
    return events.map((event) => {
      /** The provider sends an event until it is taken, and signs each time: an API whose clock is off refuses the signature's. */
      const take = async () => {
        for (; Date.now() < world.until(); await sleep(1_000)) {
          const options: SendOptions = { endsAt: ({ status }) => status === 401 };
          const reply = await world.client.send(() => provider.send(event), "POST", PAYMENTS, options);
          if (reply?.status === 200) return event.id;
        }
        return null;
      };
      return {
        ask: async () => (await Promise.all([take(), take()]))[0],
        item: (id) => `${event.type} ${id}`,
        expected: "studio",
        states: {
          postgres: () => value<string>("SELECT plan_tier FROM organizations WHERE id = $1", organization),
          mail: () => mails() > 0 ? "studio" : "not sent",
          temporal: () => ended(id),
          api: async () => (await call("GET", "/v1/usage")).data?.plan_tier ?? null,
        },
        counts: async (id) => [exactly("rows", 1, await count(rows, id)), mailCount(world, 1, mails())],
      };
    });
  },
};
