import assert from "node:assert/strict";
import { addressOf, memberIdsOf } from "#db/organizations/members.ts";
import type { Database } from "#db/postgres/database.ts";
import { type Person, signIn } from "#testing/accounts.ts";
import { ask, connectAs } from "#testing/database.ts";

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
