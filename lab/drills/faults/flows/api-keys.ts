import { randomUUID } from "node:crypto";
import { signIn } from "#testing/accounts.ts";
import { callerWith } from "#testing/caller.ts";
import { newKey, newOrganization } from "#testing/organizations.ts";
import { exactly } from "../judge.ts";
import { count, type Flow, Piece } from "./flow.ts";

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
    const [created, rotated] = [new Piece(), new Piece()];
    const name = `drill ${randomUUID()}`;
    const scopes = ["simulations:read"];
    const expires_at = new Date(Date.now() + EXPIRES_MS).toISOString();
    const expiring = await person.call("POST", "/v1/api-keys", {
      body: { name: "short", scopes, expires_at },
    });
    const answers = async (key: string) => (await callerWith(key)("GET", "/v1/workflows?limit=1")).status;
    const worksAs = (status: number) => status === 200 ? "works" : `${status}`;
    const works = (piece: Piece) => async () => await answers(piece.reply?.data.key) === 200;
    const rows = () =>
      count("SELECT count(*) FROM api_keys WHERE organization_id = $1 AND name = $2", organization, name);
    return {
      tasks: [{
        piece: created,
        async ask() {
          const body = { name, scopes };
          created.accept(await world.client.send(person.call, "POST", "/v1/api-keys", { body }), "id");
        },
        hasEnded: works(created),
        observe: async () => ({
          item: `key ${created.id}`,
          expected: "works",
          states: { api: worksAs(await answers(created.reply?.data.key)) },
          counts: [exactly("rows", 1, await rows())],
        }),
      }, {
        piece: rotated,
        async ask() {
          const body = { grace_period_seconds: GRACE_SECONDS };
          const path = `/v1/api-keys/${rotating.id}/rotate`;
          // By the key itself: of two secrets one would be lost with an answer, were the repetition not the same rotation.
          rotated.accept(await world.client.send(callerWith(rotating.key), "POST", path, { body }), "id");
        },
        hasEnded: works(rotated),
        observe: async () => ({
          item: `key ${rotated.id}`,
          expected: "works",
          states: {
            new: worksAs(await answers(rotated.reply?.data.key)),
            old: worksAs(await answers(rotating.key)),
          },
          counts: [],
        }),
      }],
      async rest() {
        const expired = await answers(expiring.data.key);
        return [{
          item: `key ${expiring.data.id} that expires`,
          accepted: true,
          expected: "expired",
          states: { api: expired === 401 ? "expired" : `${expired}` },
          counts: [],
          endedAt: created.endedAt,
        }];
      },
    };
  },
};
