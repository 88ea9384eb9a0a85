import { randomUUID } from "node:crypto";
import { signIn } from "#testing/accounts.ts";
import { callerWith } from "#testing/caller.ts";
import { newKey, newOrganization } from "#testing/organizations.ts";
import type { Call } from "../../client.ts";
import { exactly, type Outcome } from "../judge.ts";
import { count, type Flow, type Task } from "./flow.ts";

const GRACE_SECONDS = 3_600;
/** How long the key with an end works; the end passes during the round. */
const EXPIRES_MS = 4_000;

export const apiKeys: Flow = {
  name: "key",
  what:
    "creates a key, rotates another with an hour of grace, and lets a third expire; the first two secrets work, with the old one, and the third does not",
  async begin(world) {
    const { id: organization } = await newOrganization();
    const person = await signIn({ organizationId: organization });
    const rotating = await newKey(organization);
    const name = `drill ${randomUUID()}`;
    const scopes = ["simulations:read"];
    const expires_at = new Date(Date.now() + EXPIRES_MS).toISOString();
    const expiring = await person.call("POST", "/v1/api-keys", {
      body: { name: "short", scopes, expires_at },
    });
    const stateOf = async (secret: string) => {
      const { status } = await callerWith(secret)("GET", "/v1/workflows?limit=1");
      return { 200: "works", 401: "refused" }[status] ?? `${status}`;
    };
    /** A key whose secret is in the answer. */
    const fresh = (request: Parameters<Call>, call: Call, look: Look): Task => {
      let secret = "";
      return {
        async ask() {
          const reply = await world.client.send(call, ...request);
          secret = reply?.data.key ?? "";
          return reply?.data.id ?? null;
        },
        hasEnded: async () => await stateOf(secret) === "works",
        observe: async (id) => ({ item: `key ${id}`, expected: "works", ...await look(secret) }),
      };
    };
    const rows = "SELECT count(*) FROM api_keys WHERE organization_id = $1 AND name = $2";
    const body = { grace_period_seconds: GRACE_SECONDS };
    return {
      tasks: [
        fresh(["POST", "/v1/api-keys", { body: { name, scopes } }], person.call, async (secret) => ({
          states: { api: await stateOf(secret) },
          counts: [exactly("rows", 1, await count(rows, organization, name))],
        })),
        // By the key itself: of two secrets one would be lost with an answer, were the repetition not the same rotation.
        fresh(
          ["POST", `/v1/api-keys/${rotating.id}/rotate`, { body }],
          callerWith(rotating.key),
          async (secret) => ({
            states: { new: await stateOf(secret), old: await stateOf(rotating.key) },
            counts: [],
          }),
        ),
        {
          ask: () => Promise.resolve(expiring.data.id),
          hasEnded: async () => await stateOf(expiring.data.key) === "refused",
          observe: async (id) => ({
            item: `key ${id} that expires`,
            expected: "refused",
            states: { api: await stateOf(expiring.data.key) },
            counts: [],
          }),
        },
      ],
    };
  },
};

/** What the stores say of a key, by its secret. */
type Look = (secret: string) => Promise<Pick<Outcome, "states" | "counts">>;
