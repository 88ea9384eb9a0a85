import { newEmail, signIn } from "#testing/accounts.ts";
import { ask } from "#testing/database.ts";
import { newOrganization } from "#testing/organizations.ts";
import { between, type Count, exactly } from "../judge.ts";
import { count, type Flow, type Task, workflowStatus, type World } from "./flow.ts";

const INVITATIONS = 2;
/** Three resets an hour are allowed to an address: the person waits before asking again. */
const PATIENCE_MS = 8_000;
/** A mail whose outcome the worker could not record is sent again. */
const MAX_REPEATED = 4;

/** How many mails may have come that one request asked for. */
export function mails({ mailsMayRepeat }: World, asked: number, times: number): Count {
  return between("mails", 1, mailsMayRepeat ? MAX_REPEATED * asked : asked, times);
}

export const accounts: Flow = {
  name: "mail",
  what:
    "asks for a password's reset and invites two people; each mail arrives, once where neither the worker nor a server that it needs was disturbed",
  async begin(world) {
    const { id: organization } = await newOrganization();
    const person = await signIn({ organizationId: organization });
    let asked = 0;
    const run = (id: string) => workflowStatus(world.temporal, `invitation/${id}/1`);
    const received = (email: string) => world.mail.mailsTo(email).length;
    const invitation = (email: string): Task => ({
      ask: () => world.client.create(person.call, "/v1/organization/invitations", { email }),
      hasEnded: async (id) => received(email) > 0 && await run(id) === "completed",
      observe: async (id) => ({
        item: `invitation/${id}`,
        expected: "completed",
        states: {
          postgres: await sentState(id),
          temporal: await run(id),
          mail: received(email) > 0 ? "completed" : "not sent",
        },
        counts: [mails(world, 1, received(email)), exactly("rows", 1, await rowsOf(email))],
      }),
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
        hasEnded: () => Promise.resolve(received(person.email) > 0),
        observe: () =>
          Promise.resolve({
            item: `reset of ${person.userId}`,
            expected: "sent",
            states: { mail: received(person.email) > 0 ? "sent" : "not sent" },
            // A request is not idempotent: one whose answer got lost was a request all the same.
            counts: [mails(world, asked, received(person.email))],
          }),
      }, ...Array.from({ length: INVITATIONS }, () => invitation(newEmail()))],
    };
  },
};

async function sentState(id: string): Promise<string> {
  const [row] = await ask<{ sent: boolean }>(
    "SELECT sent_at IS NOT NULL AS sent FROM invitations WHERE id = $1",
    [id],
  );
  return row?.sent ? "completed" : "not sent";
}

function rowsOf(email: string): Promise<number> {
  return count("SELECT count(*) FROM invitations WHERE email = $1", email);
}
