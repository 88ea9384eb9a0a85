import assert from "node:assert/strict";
import { newEmail, type Person, signIn } from "#testing/accounts.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { newKey } from "#testing/organizations.ts";
import { changeOrganization } from "#testing/simulations.ts";

const PATH = "/v1/audit";
interface Entry {
  readonly id: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null };
  readonly action: string;
  readonly subject: string;
  readonly request_id: string | null;
}
const entriesOf = async ({ call }: Person): Promise<Entry[]> => (await call("GET", `${PATH}?limit=100`)).data;

describe("An organization's audit log", () => {
  it("is seen by every person of the organization, and by no key and nobody else", async () => {
    const owner = await signIn();
    const member = await signIn({ organizationId: owner.organizationId });
    const created = await owner.call("POST", "/v1/api-keys", {
      body: { name: "secret name", scopes: ["simulations:read"] },
    });
    for (const person of [owner, member]) {
      const [entry, ...others] = await entriesOf(person);
      assert.deepEqual(others, []);
      assert.deepEqual(Object.keys(entry ?? {}), ["id", "at", "actor", "action", "subject", "request_id"]);
      assert.deepEqual(
        [entry?.action, entry?.subject, entry?.actor, entry?.request_id],
        [
          "api_key.create",
          created.data.id,
          { kind: "user", id: owner.userId, name: "Ada Lovelace" },
          created.meta.request_id,
        ],
      );
    }
    assert.deepEqual(await entriesOf(await signIn()), []);
    assertRefused(await callerWith(created.data.key)("GET", PATH), 403, "forbidden");
    assertRefused(await callerWith(null)("GET", PATH), 401, "not_authenticated");
  });

  it("has keys, people, invitations, webhooks, secrets and the name, by whoever changed them, newest first in pages", async () => {
    const owner = await signIn();
    const member = await signIn({ organizationId: owner.organizationId });
    const { id: keyId, key } = await newKey(owner.organizationId);
    const byKey = callerWith(key);
    const must = async (reply: Promise<{ status: number; data: { id: string }; meta: object }>) => {
      const { status, data, meta } = await reply;
      assert.ok(status < 300, JSON.stringify(meta));
      return data?.id;
    };
    const webhook = await must(byKey("POST", "/v1/webhooks", {
      body: { url: "https://example.com/hook", events: ["*"] },
    }));
    await must(byKey("PATCH", `/v1/webhooks/${webhook}`, { body: { description: "another" } }));
    await must(byKey("PATCH", `/v1/webhooks/${webhook}`, { body: {} }));
    await must(byKey("POST", `/v1/webhooks/${webhook}/rotate-secret`));
    await must(byKey("DELETE", `/v1/webhooks/${webhook}`));
    await must(byKey("POST", "/v1/callback-secret"));
    const invited = await must(
      owner.call("POST", "/v1/organization/invitations", { body: { email: newEmail() } }),
    );
    await must(owner.call("DELETE", `/v1/organization/invitations/${invited}`));
    // The second one changes nothing.
    for (let time = 0; time < 2; time++) {
      await must(
        owner.call("PATCH", `/v1/organization/members/${member.userId}`, { body: { role: "owner" } }),
      );
    }
    await must(member.call("DELETE", `/v1/organization/members/${member.userId}`));
    await must(owner.call("PATCH", "/v1/organization", { body: { name: `Renamed ${crypto.randomUUID()}` } }));
    await must(owner.call("POST", `/v1/api-keys/${keyId}/rotate`, { body: {} }));
    await must(owner.call("DELETE", `/v1/api-keys/${keyId}`));
    await changeOrganization(owner.organizationId, { plan_tier: "growth" });

    const found = (await entriesOf(owner)).reverse().map(({ action, subject, actor }) =>
      [action, subject, actor.kind, actor.id] as const
    );
    const [operator, byOwner, own] = [
      ["operator", null],
      ["user", owner.userId],
      owner.organizationId,
    ] as const;
    assert.deepEqual(found, [
      ["api_key.create", keyId, ...operator],
      ["webhook.create", webhook, "key", keyId],
      ["webhook.update", webhook, "key", keyId],
      ["webhook.rotate_secret", webhook, "key", keyId],
      ["webhook.delete", webhook, "key", keyId],
      ["callback_secret.rotate", own, "key", keyId],
      ["invitation.create", invited, ...byOwner],
      ["invitation.revoke", invited, ...byOwner],
      ["member.change_role", member.userId, ...byOwner],
      ["member.remove", member.userId, "user", member.userId],
      ["organization.rename", own, ...byOwner],
      ["api_key.rotate", keyId, ...byOwner],
      ["api_key.revoke", keyId, ...byOwner],
      ["organization.update", own, ...operator],
    ]);
    const first = await owner.call("GET", `${PATH}?limit=2`);
    const next = await owner.call("GET", `${PATH}?limit=100&cursor=${first.meta.next_cursor}`);
    assert.equal(first.data.length + next.data.length, found.length);

    const [newest, , , oldest] = (await owner.call("GET", `${PATH}?limit=4`)).data;
    const byOperator = callerWith(stack().operatorKey);
    for (
      const list of [
        (query: string) => owner.call("GET", `${PATH}?${query}`),
        (query: string) => byOperator("GET", `/v1/admin/audit?organization_id=${own}&${query}`),
      ]
    ) {
      const { data } = await list(`created_after=${oldest.at}&created_before=${newest.at}`);
      const ids = data.map(({ id }: Entry) => id);
      assert.ok(ids.length > 0 && !ids.includes(newest.id) && !ids.includes(oldest.id));
      assert.deepEqual((await list(`created_after=${newest.at}`)).data, []);
      assertRefused(await list("created_after=yesterday"), 400, "validation_error");
    }
  });

  it("outlives the organization for operators, as ids alone", async () => {
    const owner = await signIn({ name: "Somebody With A Name" });
    const name = `Gone ${crypto.randomUUID()}`;
    assert.equal((await owner.call("PATCH", "/v1/organization", { body: { name } })).status, 200);
    assert.equal((await owner.call("DELETE", "/v1/organization")).status, 202);
    const operator = callerWith(stack().operatorKey);
    const { data } = await operator("GET", `/v1/admin/audit?organization_id=${owner.organizationId}`);
    assert.deepEqual(
      data.map(({ action, actor_user_id, by_operator }: Record<string, unknown>) => [
        action,
        actor_user_id,
        by_operator,
      ]),
      [["organization.delete", owner.userId, false], ["organization.rename", owner.userId, false]],
    );
    const rows = await ask("SELECT * FROM audit_log WHERE of_organization = $1", [owner.organizationId]);
    const text = JSON.stringify(rows);
    for (const word of [name, owner.email, "Somebody"]) assert.ok(!text.includes(word), word);
    const own: readonly { by_operator: boolean }[] =
      (await operator("GET", "/v1/admin/audit?limit=100")).data;
    assert.ok(own.every(({ by_operator }) => by_operator));
  });
});
