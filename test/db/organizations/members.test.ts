import assert from "node:assert/strict";
import {
  addressOf,
  changeRole,
  invite,
  isOwner,
  memberIdsOf,
  pageOfInvitations,
  pageOfMembers,
  removeMember,
  revokeInvitation,
} from "#db/organizations/members.ts";
import type { Database, OrganizationTransaction } from "#db/postgres/database.ts";
import { type Person, signIn } from "#testing/accounts.ts";
import { ask, connectAs } from "#testing/stack.ts";

describe("The people to whom an organization's notices are mailed", () => {
  let database: Database;
  let owner: Person;
  let member: Person;
  let stranger: Person;
  before(async () => {
    database = await connectAs("app_worker");
    owner = await signIn();
    member = await signIn({ organizationId: owner.organizationId });
    stranger = await signIn();
  });
  after(() => database?.close());

  it("are its own members, without those who were removed, and nobody of another organization", async () => {
    const removed = await signIn({ organizationId: owner.organizationId });
    await ask("UPDATE users SET revoked_at = now() WHERE id = $1", [removed.userId]);
    assert.deepEqual(await memberIdsOf(database, owner.organizationId), [owner.userId, member.userId]);
    assert.deepEqual(await memberIdsOf(database, stranger.organizationId), [stranger.userId]);
    assert.equal(await addressOf(database, owner.organizationId, removed.userId), null);
  });

  it("have an address within their own organization alone", async () => {
    assert.equal(await addressOf(database, owner.organizationId, member.userId), member.email);
    assert.equal(await addressOf(database, owner.organizationId, stranger.userId), null);
  });
});

/** As the database's owner: row-level security restricts nothing, so that each statement must name its organization. */
describe("Members and invitations without the database's fence", () => {
  let database: Database;
  let [own, member, stranger]: Person[] = [];
  before(async () => {
    database = await connectAs("owner");
    own = await signIn();
    stranger = await signIn();
  });
  beforeEach(async () => {
    member = await signIn({ organizationId: own!.organizationId });
  });
  after(() => database?.close());

  const within = <T>(organizationId: string, work: (tx: OrganizationTransaction) => Promise<T>) =>
    database.transaction((tx) => work({ ...tx, organizationId }));
  const newest = { limit: 100, after: null };
  const invited = (by: Person, email: string) =>
    within(
      by.organizationId,
      (tx) => invite(tx, { email, emailNormalized: email, name: "Somebody", invitedBy: by.userId }),
    );

  it("are the organization's own in each list", async () => {
    const { organizationId, userId } = own!;
    const [mine, theirs] = [
      await invited(own!, "mine@x.example"),
      await invited(stranger!, "theirs@x.example"),
    ];
    const members = await within(organizationId, (tx) => pageOfMembers(tx, newest));
    const ids = members.rows.map(({ id }) => id);
    assert.ok(ids.includes(userId) && ids.includes(member!.userId) && !ids.includes(stranger!.userId));
    const { rows } = await within(organizationId, (tx) => pageOfInvitations(tx, newest));
    assert.deepEqual(rows.map(({ id }) => id), [mine?.id]);
    const revoked = (id = "") => within(organizationId, (tx) => revokeInvitation(tx, id));
    assert.deepEqual([await revoked(theirs?.id), await revoked(mine?.id)], [false, true]);
  });

  it("are changed by the organization's owner alone, in it alone, and keep an owner of its own", async () => {
    const { organizationId, userId } = own!;
    const owns = (id: string) => within(organizationId, (tx) => isOwner(tx, id));
    assert.deepEqual([await owns(userId), await owns(member!.userId), await owns(stranger!.userId)], [
      true,
      false,
      false,
    ]);
    const change = (actorId: string, id: string) =>
      within(organizationId, async (tx) => {
        const changed = await changeRole(tx, { actorId, userId: id }, "member");
        return typeof changed === "string" ? changed : changed.member.role;
      });
    assert.equal(await change(stranger!.userId, member!.userId), "forbidden");
    assert.equal(await change(userId, stranger!.userId), "missing");
    assert.equal(await change(userId, userId), "last");
    assert.equal(await change(userId, member!.userId), "member");
    const remove = (actorId: string, id: string) =>
      within(organizationId, (tx) => removeMember(tx, { actorId, userId: id }));
    assert.equal(await remove(stranger!.userId, member!.userId), "forbidden");
    assert.equal(await remove(userId, stranger!.userId), "missing");
    assert.equal(await remove(userId, userId), "last");
    const former = await signIn({ organizationId: stranger!.organizationId });
    await ask("UPDATE users SET revoked_at = now() - interval '31 days' WHERE id = $1", [former.userId]);
    assert.equal(await remove(userId, member!.userId), "removed");
    assert.equal((await ask("SELECT FROM users WHERE id = $1", [former.userId])).length, 1);
  });

  it("fill up with the organization's own people and invitations alone", async () => {
    const crowd = `SELECT gen_random_uuid(), $1::uuid, n || '@crowd.example', n || '@crowd.example', 'N'`;
    await ask(
      `INSERT INTO invitations (id, organization_id, email, email_normalized, name, invited_by, expires_at)
       ${crowd}, $2, now() + interval '1 day' FROM generate_series(1, 99) n`,
      [stranger!.organizationId, stranger!.userId],
    );
    assert.notEqual(await invited(own!, "first@x.example"), null);
    assert.equal(await invited(stranger!, "hundredth@x.example"), null);
    await ask("UPDATE invitations SET expires_at = now() WHERE organization_id = $1", [
      stranger!.organizationId,
    ]);
    assert.notEqual(await invited(own!, "second@x.example"), null);
    const expired = await ask<{ count: number }>(
      "SELECT count(*)::integer FROM invitations WHERE organization_id = $1",
      [stranger!.organizationId],
    );
    assert.ok(expired[0]!.count >= 99, "another organization's expired ones are left alone");
  });
});
