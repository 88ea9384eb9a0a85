import { newEmail, signIn } from "#testing/accounts.ts";
import { newOrganization, tablesOf } from "#testing/organizations.ts";
import { ended, newCustomer, newSimulation } from "#testing/simulations.ts";
import { between, type Count, exactly } from "../judge.ts";
import { count, type Flow, type Task, value, workflowStatus, type World } from "./flow.ts";

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
