import assert from "node:assert/strict";
import { type Person, signIn } from "#testing/accounts.ts";
import { assertRefused } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";

const MEMBERS = "/v1/organization/members";

describe("Roles in an organization", () => {
  let owner: Person;
  let member: Person;
  beforeEach(async () => {
    owner = await signIn();
    member = await signIn({ organizationId: owner.organizationId });
  });

  const change = (by: Person, whose: Person, role: unknown) =>
    by.call("PATCH", `${MEMBERS}/${whose.userId}`, { body: { role } });
  const roleOf = async ({ userId }: Person) => {
    const [row] = await ask<{ role: string }>("SELECT role FROM users WHERE id = $1", [userId]);
    return row?.role;
  };

  it("are owner for who founded it, and member for who joins", async () => {
    assert.deepEqual([await roleOf(owner), await roleOf(member)], ["owner", "member"]);
  });

  it("are changed by owners alone, to owner and member alone", async () => {
    assertRefused(await change(member, member, "owner"), 403, "forbidden");
    assertRefused(await change(member, owner, "member"), 403, "forbidden");
    for (const role of ["admin", null, undefined]) {
      assertRefused(await change(owner, member, role), 400, "validation_error");
    }
    const promoted = await change(owner, member, "owner");
    assert.deepEqual([promoted.status, promoted.data.id, promoted.data.role], [200, member.userId, "owner"]);
    assert.equal((await change(member, owner, "member")).data.role, "member");
    assertRefused(await change(owner, owner, "owner"), 403, "forbidden");
  });

  it("leave an organization its last owner: nobody demotes, removes or outlives that one", async () => {
    assertRefused(await change(owner, owner, "member"), 403, "forbidden");
    assertRefused(await owner.call("DELETE", `${MEMBERS}/${owner.userId}`), 403, "forbidden");
    assert.equal((await change(owner, member, "owner")).status, 200);
    const replies = await Promise.all([change(owner, owner, "member"), change(member, member, "member")]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 403]);
  });

  it("leave the last owner in place after another one was removed, who counts no more", async () => {
    assert.equal((await change(owner, member, "owner")).status, 200);
    assert.equal((await owner.call("DELETE", `${MEMBERS}/${member.userId}`)).status, 204);
    assertRefused(await change(owner, owner, "member"), 403, "forbidden");
    assertRefused(await owner.call("DELETE", `${MEMBERS}/${owner.userId}`), 403, "forbidden");
  });

  it("let owners alone delete the organization and remove people; everybody else can leave", async () => {
    const other = await signIn({ organizationId: owner.organizationId });
    assertRefused(await member.call("DELETE", "/v1/organization"), 403, "forbidden");
    for (const { userId } of [owner, other]) {
      assertRefused(await member.call("DELETE", `${MEMBERS}/${userId}`), 403, "forbidden");
    }
    assertRefused(await member.call("DELETE", `${MEMBERS}/${crypto.randomUUID()}`), 403, "forbidden");
    assert.equal((await member.call("DELETE", `${MEMBERS}/${member.userId}`)).status, 204);
    assert.equal((await owner.call("DELETE", `${MEMBERS}/${other.userId}`)).status, 204);
    assert.equal((await owner.call("DELETE", "/v1/organization")).status, 202);
  });
});
