import assert from "node:assert/strict";
import { type Person, signIn } from "#testing/accounts.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { newKey } from "#testing/organizations.ts";

const PATH = "/v1/organization";
const MEMBERS = `${PATH}/members`;
const colleague = (person: Person) => signIn({ organizationId: person.organizationId });
const isIn = async (person: Person) => (await person.call("GET", PATH)).status === 200;

describe("A person's organization", () => {
  let person: Person;
  beforeEach(async () => {
    person = await signIn();
  });

  it("is shown as sign-in shows it", async () => {
    const { status, data } = await person.call("GET", PATH);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(data), ["id", "name", "plan_tier", "insights_enabled", "created_at"]);
    assert.deepEqual([data.id, data.plan_tier], [person.organizationId, "studio"]);
  });

  it("is renamed; an empty body changes nothing", async () => {
    const name = `Zoë's 👩‍🔬 lab ${crypto.randomUUID()}`;
    const renamed = await person.call("PATCH", PATH, { body: { name: ` ${name} ` } });
    assert.deepEqual([renamed.status, renamed.data.name], [200, name]);
    assert.equal((await person.call("PATCH", PATH, { body: {} })).data.name, name);
    assert.equal((await person.call("PATCH", PATH, { body: { name } })).status, 200);
    assert.equal((await person.call("GET", PATH)).data.name, name);
  });

  it("gets no name that another one has, in any case and Unicode form", async () => {
    const id = crypto.randomUUID();
    const other = await signIn();
    assert.equal((await other.call("PATCH", PATH, { body: { name: `Ärzte ${id}` } })).status, 200);
    for (const name of [`ärzte ${id}`, `ÄRZTE ${id}`, `A\u0308rzte ${id}`, `Ä\uff32ZTE ${id}`]) {
      assertRefused(await person.call("PATCH", PATH, { body: { name } }), 409, "organization_name_taken");
    }
    for (const name of ["", "  ", "a\u0007b", "x".repeat(101), null]) {
      assertRefused(await person.call("PATCH", PATH, { body: { name } }), 400, "validation_error");
    }
  });

  it("is no business of its keys", async () => {
    const { key } = await newKey(person.organizationId);
    for (
      const [method, path] of [["GET", PATH], ["PATCH", PATH], ["DELETE", PATH], ["GET", MEMBERS]] as const
    ) {
      const options = method === "PATCH" ? { body: {} } : {};
      assertRefused(await callerWith(key)(method, path, options), 403, "forbidden");
      assertRefused(await callerWith(null)(method, path, options), 401, "not_authenticated");
    }
  });

  it("lists its people in pages, newest first, and nobody else", async () => {
    const [second, third] = [await colleague(person), await colleague(person)];
    const first = await person.call("GET", `${MEMBERS}?limit=2`);
    const next = await person.call("GET", `${MEMBERS}?limit=2&cursor=${first.meta.next_cursor}`);
    const members = [...first.data, ...next.data];
    assert.deepEqual(members.map(({ id }) => id), [third.userId, second.userId, person.userId]);
    assert.deepEqual(Object.keys(members[0]), ["id", "email", "name", "role", "created_at", "last_login_at"]);
    assert.deepEqual(members.map(({ role }) => role), ["member", "member", "owner"]);
    assert.equal(members[0].email, third.email);
  });

  it("loses a person who is removed, whose sessions end at once", async () => {
    const leaving = await colleague(person);
    assert.ok(await isIn(leaving));
    const removed = await person.call("DELETE", `${MEMBERS}/${leaving.userId}`);
    assert.equal(removed.status, 204);
    assertRefused(await leaving.call("GET", PATH), 401, "not_authenticated");
    assertRefused(await person.call("DELETE", `${MEMBERS}/${leaving.userId}`), 404, "not_found");
    assert.equal((await person.call("GET", MEMBERS)).data.length, 1);
  });

  it("removes nobody of another organization", async () => {
    const stranger = await signIn();
    assertRefused(await person.call("DELETE", `${MEMBERS}/${stranger.userId}`), 404, "not_found");
    assert.ok(await isIn(stranger));
  });

  it("keeps its last owner, also when all owners remove each other at once", async () => {
    assertRefused(await person.call("DELETE", `${MEMBERS}/${person.userId}`), 403, "forbidden");
    const people = [person, ...await Promise.all([1, 2, 3, 4].map(() => colleague(person)))];
    for (const { userId } of people) {
      const promoted = await person.call("PATCH", `${MEMBERS}/${userId}`, { body: { role: "owner" } });
      assert.equal(promoted.status, 200);
    }
    await Promise.all(
      people.flatMap(({ call }) => people.map(({ userId }) => call("DELETE", `${MEMBERS}/${userId}`))),
    );
    const [row] = await ask<{ left: number }>(
      "SELECT count(*)::integer AS left FROM users WHERE organization_id = $1 AND revoked_at IS NULL",
      [person.organizationId],
    );
    assert.equal(row?.left, 1);
  });

  it("forgets a removed person after 30 days", async () => {
    const [gone, recent] = [await colleague(person), await colleague(person)];
    await person.call("DELETE", `${MEMBERS}/${gone.userId}`);
    await ask("UPDATE users SET revoked_at = now() - interval '31 days' WHERE id = $1", [gone.userId]);
    await person.call("DELETE", `${MEMBERS}/${recent.userId}`);
    const rows = await ask<{ id: string }>("SELECT id FROM users WHERE id = ANY($1)", [[
      gone.userId,
      recent.userId,
    ]]);
    assert.deepEqual(rows, [{ id: recent.userId }]);
  });
});

describe("A person's sessions", () => {
  const SESSIONS = "/v1/auth/sessions";
  const sameUser = async (person: Person) => {
    const { callerWithCookie, withSessions } = await import("#testing/accounts.ts");
    const { token } = await withSessions((sessions) =>
      sessions.open({ user_id: person.userId, generation: 0, method: "password", user_agent: "Firefox" })
    );
    return { token, id: token.split(".", 1).join(""), call: callerWithCookie(token, stack().baseUrl) };
  };

  it("are listed, newest first, in pages, and say which one asks", async () => {
    const person = await signIn();
    const [second, third] = [await sameUser(person), await sameUser(person)];
    const first = await second.call("GET", `${SESSIONS}?limit=2`);
    const next = await second.call("GET", `${SESSIONS}?limit=2&cursor=${first.meta.next_cursor}`);
    const listed = [...first.data, ...next.data];
    assert.deepEqual(listed.map(({ id }) => id), [third.id, second.id, person.token.split(".", 1).join("")]);
    assert.deepEqual(listed.map(({ current }) => current), [false, true, false]);
    assert.deepEqual(
      [listed[0].signed_in_by, listed[0].user_agent, listed[2].signed_in_by, next.meta.has_more],
      ["password", "Firefox", "magic_link", false],
    );
    assert.ok(!JSON.stringify(listed).includes(second.token.slice(37)));
  });

  it("end one at a time; one's own clears the cookie", async () => {
    const person = await signIn();
    const other = await sameUser(person);
    const ended = await person.call("DELETE", `${SESSIONS}/${other.id}`);
    assert.deepEqual([ended.status, ended.headers.get("Set-Cookie")], [204, null]);
    assertRefused(await other.call("GET", SESSIONS), 401, "not_authenticated");
    assertRefused(await person.call("DELETE", `${SESSIONS}/${other.id}`), 404, "not_found");
    const own = await person.call("DELETE", `${SESSIONS}/${person.token.split(".", 1).join("")}`);
    assert.match(own.headers.get("Set-Cookie") ?? "", /^service_session=; .*Max-Age=0/);
    assertRefused(await person.call("GET", SESSIONS), 401, "not_authenticated");
  });

  it("of another person are 404, even of a colleague", async () => {
    const person = await signIn();
    const other = await colleague(person);
    const path = `${SESSIONS}/${other.token.split(".", 1).join("")}`;
    assertRefused(await person.call("DELETE", path), 404, "not_found");
    assert.ok(await isIn(other));
  });

  it("end all at once", async () => {
    const person = await signIn();
    const [other, third] = [await sameUser(person), await colleague(person)];
    const ended = await person.call("DELETE", SESSIONS);
    assert.equal(ended.status, 204);
    assert.match(ended.headers.get("Set-Cookie") ?? "", /Max-Age=0/);
    for (const { call } of [person, other]) {
      assertRefused(await call("GET", SESSIONS), 401, "not_authenticated");
    }
    assert.ok(await isIn(third));
  });
});
