import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createSessionStore, MAX_SESSIONS, type SessionStore } from "#api/accounts/sessions.ts";
import { RedisConnection } from "#api/http/redis.ts";
import { sha256 } from "#shared/crypto.ts";
import { callerWithCookie, newEmail, signIn } from "#testing/accounts.ts";
import { assertRefused, callerWith } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

describe("The session store", () => {
  let redis: RedisConnection;
  let sessions: SessionStore;
  let now = Date.now();
  before(async () => {
    redis = new RedisConnection(stack().redisUrl);
    await redis.start();
    sessions = createSessionStore(redis, () => now);
  });
  after(() => redis?.close());

  const open = async (userId: string) =>
    (await sessions.open({ user_id: userId, generation: 3, method: "password", user_agent: "a browser" }))
      .token;
  const idOf = (token: string) => token.split(".", 1)[0] ?? "";

  it("finds a session by its token, and by no other secret or id", async () => {
    const userId = randomUUID();
    const token = await open(userId);
    const found = await sessions.find(token);
    assert.deepEqual([found?.user_id, found?.generation, found?.method, found?.user_agent], [
      userId,
      3,
      "password",
      "a browser",
    ]);
    const [id, secret] = token.split(".");
    const [otherId, otherSecret] = (await open(userId)).split(".");
    for (const wrong of [`${id}.${otherSecret}`, `${otherId}.${secret}`, `${id}.`, `${id}`, ".", "", "x.y"]) {
      assert.equal(await sessions.find(wrong), null, wrong);
    }
  });

  it("stores the hash of the secret alone, for seven days", async () => {
    const token = await open(randomUUID());
    const [id = "", secret = ""] = token.split(".");
    const text = await redis.run((client) => client.get(`session:${id}`)) ?? "";
    assert.ok(!text.includes(secret));
    assert.ok(text.includes(sha256(secret).toString("base64url")));
    const ttl = await redis.run((client) => client.pttl(`session:${id}`));
    assert.ok(ttl > WEEK_MS - 60_000 && ttl <= WEEK_MS, `${ttl}`);
  });

  it("extends a session once an hour at most, to seven days from then", async () => {
    const token = await open(randomUUID());
    const refresh = async () => {
      const session = await sessions.find(token);
      return session && await sessions.refresh(session);
    };
    assert.equal(await refresh(), null);
    now += HOUR_MS - 1;
    assert.equal(await refresh(), null);
    await redis.run((client) => client.pexpire(`session:${idOf(token)}`, 5_000));
    now += 1;
    assert.deepEqual(await refresh(), new Date(now + WEEK_MS));
    assert.ok(await redis.run((client) => client.pttl(`session:${idOf(token)}`)) > WEEK_MS - 60_000);
    assert.equal(await refresh(), null);
  });

  it("does not bring a session back that was ended while it was extended", async () => {
    const userId = randomUUID();
    const token = await open(userId);
    const session = await sessions.find(token);
    now += 2 * HOUR_MS;
    await sessions.endAll(userId);
    assert.equal(session && await sessions.refresh(session), null);
    assert.equal(await sessions.find(token), null);
    assert.deepEqual(await sessions.list(userId), []);
  });

  it("lists a person's sessions and ends one or all of them, and nobody else's", async () => {
    const [userId, other] = [randomUUID(), randomUUID()];
    const tokens = [await open(userId), await open(userId), await open(userId)];
    const foreign = await open(other);
    const ids = async () => (await sessions.list(userId)).map(({ id }) => id).sort();
    assert.deepEqual(await ids(), tokens.map(idOf).sort());
    assert.equal(await sessions.end(userId, idOf(foreign)), false);
    assert.equal(await sessions.end(userId, idOf(tokens[0]!)), true);
    assert.equal(await sessions.end(userId, idOf(tokens[0]!)), false);
    assert.deepEqual(await ids(), tokens.slice(1).map(idOf).sort());
    await sessions.endAll(userId);
    for (const token of tokens) assert.equal(await sessions.find(token), null);
    assert.notEqual(await sessions.find(foreign), null);
  });

  it(`keeps ${MAX_SESSIONS} sessions a person: one more ends the one that expires first`, async () => {
    const userId = randomUUID();
    const tokens = [];
    for (let i = 0; i <= MAX_SESSIONS; i++) {
      now += 1;
      tokens.push(await open(userId));
    }
    assert.equal((await sessions.list(userId)).length, MAX_SESSIONS);
    assert.equal(await sessions.find(tokens[0]!), null);
    assert.notEqual(await sessions.find(tokens[1]!), null);
    assert.notEqual(await sessions.find(tokens.at(-1)!), null);
  });
});

describe("A session's cookie", () => {
  it("calls as a person of the organization, with all scopes and the plan's rate", async () => {
    const { call } = await signIn({ planTier: "growth" });
    for (const path of ["/v1/simulations", "/v1/webhooks"]) {
      const reply = await call("GET", path);
      assert.equal(reply.status, 200);
      assert.equal(reply.meta.rate_limit.limit, 300);
    }
  });

  it("gives way to an Authorization header", async () => {
    const { token } = await signIn();
    const Cookie = `service_session=${token}`;
    const wrong = await callerWith("sk_wrong")("GET", "/v1/simulations", { headers: { Cookie } });
    assertRefused(wrong, 401, "invalid_credentials");
  });

  it("of no session, of a revoked person or of an earlier generation answers 401 not_authenticated", async () => {
    const refused = async (token: string) =>
      assertRefused(await callerWithCookie(token)("GET", "/v1/simulations"), 401, "not_authenticated");
    await refused("nonsense");
    await refused(`${randomUUID()}.${"A".repeat(43)}`);
    const [revoked, signedOut] = [await signIn(), await signIn()];
    await ask("UPDATE users SET revoked_at = now() WHERE id = $1", [revoked.userId]);
    await refused(revoked.token);
    assert.equal((await signedOut.call("GET", "/v1/simulations")).status, 200);
    await ask("UPDATE users SET session_generation = session_generation + 1 WHERE id = $1", [
      signedOut.userId,
    ]);
    await refused(signedOut.token);
  });

  it("is refused with another site's Origin on a write, and accepted with the service's own", async () => {
    const { call } = await signIn();
    const write = (headers: Record<string, string>) => call("POST", "/v1/callback-secret", { headers });
    assertRefused(await write({ Origin: "https://evil.example" }), 403, "forbidden");
    assert.equal((await write({ Origin: stack().baseUrl })).status, 201);
    assert.equal((await write({})).status, 201);
  });

  it("is neither opened nor ended by another site: nothing under /v1/auth/ takes a foreign Origin, with or without a cookie", async () => {
    const person = await signIn();
    const evil = { Origin: "https://evil.example" };
    const { email } = person;
    const [password, token] = ["correct horse battery", "A".repeat(43)];
    const names = { name: "Ada", organization_name: `Org ${crypto.randomUUID()}` };
    const writes: readonly (readonly [string, string, object?])[] = [
      ["POST", "/v1/auth/logout"],
      ["POST", "/v1/auth/password/signup", { email: newEmail(), password, ...names }],
      ["POST", "/v1/auth/password/login", { email, password }],
      ["POST", "/v1/auth/password/reset/request", { email }],
      ["POST", "/v1/auth/password/reset/confirm", { token, password }],
      ["POST", "/v1/auth/magic-link/request", { email, ...names }],
      ["POST", "/v1/auth/magic-link/verify", { token }],
      ["DELETE", "/v1/auth/sessions"],
    ];
    for (const [method, path, body] of writes) {
      for (const caller of [person.call, callerWithCookie("ended.already"), callerWith(null)]) {
        const isWithout = caller !== person.call && path === "/v1/auth/sessions";
        const refused = await caller(method, path, {
          ...(body === undefined ? {} : { body }),
          headers: evil,
          idempotencyKey: null,
        });
        assertRefused(refused, isWithout ? 401 : 403, isWithout ? "not_authenticated" : "forbidden");
        assert.equal(refused.headers.get("Set-Cookie"), null, path);
      }
    }
    assertRefused(
      await person.call("POST", "/v1/auth/logout", { headers: { Origin: "null" } }),
      403,
      "forbidden",
    );
    assert.equal((await person.call("GET", "/v1/auth/me", { headers: evil })).status, 200);
    const own = await person.call("POST", "/v1/auth/logout", { headers: { Origin: stack().baseUrl } });
    assert.equal(own.status, 204);
  });
});
