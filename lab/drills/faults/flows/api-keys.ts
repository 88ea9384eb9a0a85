import { randomUUID } from "node:crypto";
import { signIn } from "#testing/accounts.ts";
import { callerWith } from "#testing/caller.ts";
import { newKey, newOrganization } from "#testing/organizations.ts";
import { exactly, type Outcome } from "../judge.ts";
import { awaitEnd, count, type Flow, Piece, staggered } from "./flow.ts";

const SPAN_MS = 1_000;
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
    const outcome = async (piece: Piece, states: () => Promise<Outcome["states"]>): Promise<Outcome> => ({
      item: `key ${piece.id}`,
      accepted: piece.accepted,
      expected: "works",
      states: piece.accepted ? await states() : {},
      counts: [],
      endedAt: piece.endedAt,
    });
    const worksAs = (status: number) => status === 200 ? "works" : `${status}`;
    return {
      submit: () =>
        staggered(world.random, SPAN_MS, [
          async () => {
            const body = { name, scopes };
            const reply = await world.client.send(person.call, "POST", "/v1/api-keys", { body });
            created.accept(reply, "id");
          },
          async () => {
            const body = { grace_period_seconds: GRACE_SECONDS };
            const path = `/v1/api-keys/${rotating.id}/rotate`;
            // By the key itself: of two secrets one would be lost with an answer, were the repetition not the same rotation.
            const reply = await world.client.send(callerWith(rotating.key), "POST", path, { body });
            rotated.accept(reply, "id");
          },
        ]),
      async settle() {
        await Promise.all(
          [created, rotated].map((piece) =>
            awaitEnd(world, piece, async () => await answers(piece.reply?.data.key) === 200)
          ),
        );
      },
      async observe() {
        const rows = await count(
          "SELECT count(*) FROM api_keys WHERE organization_id = $1 AND name = $2",
          organization,
          name,
        );
        const expired = await answers(expiring.data.key);
        return [
          {
            ...await outcome(created, async () => ({ api: worksAs(await answers(created.reply?.data.key)) })),
            counts: [exactly("rows", 1, rows)],
          },
          await outcome(rotated, async () => ({
            new: worksAs(await answers(rotated.reply?.data.key)),
            old: worksAs(await answers(rotating.key)),
          })),
          {
            item: `key ${expiring.data.id} that expires`,
            accepted: true,
            expected: "expired",
            states: { api: expired === 401 ? "expired" : `${expired}` },
            counts: [],
            endedAt: created.endedAt,
          },
        ];
      },
    };
  },
};
