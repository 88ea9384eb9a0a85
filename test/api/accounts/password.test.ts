import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { SCOPES } from "#shared/api-key.ts";
import { anonymousCaller, callerWithCookie, newEmail, signIn, tokenSetBy } from "#testing/accounts.ts";
import { assertRefused, type Caller, callerWith } from "#testing/caller.ts";
import { ask, stack } from "#testing/stack.ts";
import { newOrganization } from "#testing/organizations.ts";
import { startApi } from "#testing/processes.ts";

const SIGN_UP = "/v1/auth/password/signup";
const LOG_IN = "/v1/auth/password/login";
const PASSWORD = "correct horse battery";

describe("Signing up and in with a password", () => {
  let api: { readonly baseUrl: string };
  let call: Caller;
  before(() => {
    api = stack();
    call = anonymousCaller(api.baseUrl);
  });

  const someone = (change: object = {}) => ({
    email: newEmail(),
    password: PASSWORD,
    name: "Grace Hopper",
    organization_name: `Harvard ${randomUUID()}`,
    ...change,
  });
  const meOf = (token: string) => callerWithCookie(token, api.baseUrl)("GET", "/v1/auth/me");

  it("creates a person and an organization, and signs in by a cookie", async () => {
    const body = someone({ email: `Grace.${randomUUID()}@Example.com` });
    const reply = await call("POST", SIGN_UP, { body });
    assert.equal(reply.status, 201, JSON.stringify(reply.meta));
    const { user, organization, scopes, expires_at } = reply.data;
    assert.equal(user.email, body.email);
    assert.deepEqual([user.name, organization.name], [body.name, body.organization_name]);
    assert.deepEqual([organization.plan_tier, organization.insights_enabled], ["sandbox", true]);
    assert.deepEqual(scopes, [...SCOPES]);
    const left = Date.parse(expires_at) - Date.now();
    assert.ok(left > 604_700_000 && left <= 604_800_000, `${left}`);
    assert.equal(reply.headers.get("Cache-Control"), "no-store");
    assert.match(
      reply.headers.get("Set-Cookie") ?? "",
      /^service_session=[0-9a-f-]{36}\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    const me = await meOf(tokenSetBy(reply));
    assert.deepEqual(me.data, reply.data);
  });

  it("sets a Secure cookie where the service is not reached by plain HTTP on loopback", async () => {
    const other = await startApi({
      TRUSTED_PROXIES: "1",
      AUTH_DEBUG_LINKS: "0",
      BASE_URL: "https://api.example.com",
    });
    try {
      const reply = await anonymousCaller(other.baseUrl)("POST", SIGN_UP, { body: someone() });
      assert.match(reply.headers.get("Set-Cookie") ?? "", /; HttpOnly; SameSite=Lax; Secure$/);
    } finally {
      await other.stop();
    }
  });

  it("refuses an address that has a person, in any case and Unicode form", async () => {
    const id = randomUUID();
    assert.equal(
      (await call("POST", SIGN_UP, { body: someone({ email: `josé-${id}@example.com` }) })).status,
      201,
    );
    for (
      const email of [`JOSÉ-${id}@EXAMPLE.COM`, `jose\u0301-${id}@example.com`, `ｊosé-${id}@example.com`]
    ) {
      assertRefused(
        await call("POST", SIGN_UP, { body: someone({ email }) }),
        409,
        "email_already_registered",
      );
    }
  });

  it("refuses an organization's name that is taken, in any case and Unicode form", async () => {
    const id = randomUUID();
    await call("POST", SIGN_UP, { body: someone({ organization_name: `Ångström Ωmega ${id}` }) });
    for (
      const name of [`ÅNGSTRÖM ωMEGA ${id}`, `A\u030angstro\u0308m Ωmega ${id}`, ` Ångström Ωmega ${id} `]
    ) {
      const reply = await call("POST", SIGN_UP, { body: someone({ organization_name: name }) });
      assertRefused(reply, 409, "organization_name_taken");
    }
  });

  it("creates one person of 20 sign-ups at once with one address and one name", async () => {
    const body = someone();
    const replies = await Promise.all(Array.from({ length: 20 }, () => call("POST", SIGN_UP, { body })));
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      assertRefused(reply, 409, "email_already_registered");
    }
    const rows = await ask(
      "SELECT (SELECT count(*)::int FROM users WHERE email = $1) AS users, (SELECT count(*)::int FROM organizations WHERE name = $2) AS organizations",
      [body.email, body.organization_name],
    );
    assert.deepEqual(rows, [{ users: 1, organizations: 1 }]);
  });

  it("names the faulty field", async () => {
    const faults: readonly (readonly [object, string])[] = [
      [{ email: "nobody" }, "/email"],
      [{ email: "two@at@example.com" }, "/email"],
      [{ email: "a＠b@example.com" }, "/email"],
      [{ email: "line\r\nBcc: x@example.com" }, "/email"],
      [{ email: `${"a".repeat(250)}@example.com` }, "/email"],
      [{ password: "ninechars" }, "/password"],
      [{ password: "x".repeat(201) }, "/password"],
      [{ name: "" }, "/name"],
      [{ name: "a\u0007b" }, "/name"],
      ...["\u200b", "\u3164", "\u2800", "\u0301", "\u034f\u2060", "\ufe0f", "\u{e0020}", "\u{1d159} "]
        .flatMap((
          nothing,
        ) => [[{ name: nothing }, "/name"], [{ organization_name: nothing }, "/organization_name"]] as const),
      [{ organization_name: "x".repeat(101) }, "/organization_name"],
      [{ admin: true }, ""],
    ];
    for (const [change, field] of faults) {
      const reply = await call("POST", SIGN_UP, { body: someone(change) });
      assertRefused(reply, 400, "validation_error");
      assert.ok(reply.meta.field.startsWith(field), `${JSON.stringify(change)}: ${reply.meta.field}`);
    }
  });

  it("logs in with the password, in any Unicode form, and records when", async () => {
    const body = someone({ password: "pässwörd mit Umlauten" });
    await call("POST", SIGN_UP, { body });
    const login = (password: string, email = body.email) =>
      call("POST", LOG_IN, { body: { email, password } });
    const first = await login(body.password);
    assert.equal(first.status, 200, JSON.stringify(first.meta));
    const second = await login("pa\u0308sswo\u0308rd mit Umlauten", body.email.toUpperCase());
    assert.equal(second.status, 200);
    assert.ok(second.data.user.last_login_at > first.data.user.created_at);
    assert.notEqual(tokenSetBy(first), tokenSetBy(second));
    assert.equal((await meOf(tokenSetBy(first))).status, 200);
  });

  it("refuses an unknown address, a wrong password, no password and a revoked person alike", async () => {
    const person = someone();
    await call("POST", SIGN_UP, { body: person });
    const revoked = someone();
    await call("POST", SIGN_UP, { body: revoked });
    await ask("UPDATE users SET revoked_at = now() WHERE email = $1", [revoked.email]);
    const passwordless = await signIn();
    const bodies = [
      { email: newEmail(), password: PASSWORD },
      { email: person.email, password: "wrong" },
      { email: person.email, password: PASSWORD.padEnd(201, "x") },
      { email: person.email, password: "ü".repeat(100_000) },
      { email: passwordless.email, password: PASSWORD },
      { email: revoked.email, password: PASSWORD },
    ];
    const seen = new Set();
    for (const body of bodies) {
      const reply = await call("POST", LOG_IN, { body });
      assertRefused(reply, 401, "invalid_credentials");
      assert.equal(reply.headers.get("Set-Cookie"), null);
      seen.add(JSON.stringify({ ...reply.meta, request_id: "" }));
    }
    assert.equal(seen.size, 1, [...seen].join("\n"));
    assert.equal((await call("POST", SIGN_UP, { body: someone({ email: revoked.email }) })).status, 201);
  });

  it("replaces a hash of former parameters at the next login", async () => {
    const former = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const { email, userId } = await signIn({ passwordHash: former });
    const stored = async () =>
      (await ask<{ password_hash: string }>("SELECT password_hash FROM users WHERE id = $1", [userId]))[0]
        ?.password_hash;
    assertRefused(
      await call("POST", LOG_IN, { body: { email, password: "wrong password" } }),
      401,
      "invalid_credentials",
    );
    assert.equal(await stored(), former);
    assert.equal((await call("POST", LOG_IN, { body: { email, password: PASSWORD } })).status, 200);
    const today = await stored();
    assert.match(today ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal((await call("POST", LOG_IN, { body: { email, password: PASSWORD } })).status, 200);
    assert.equal(await stored(), today);
  });
});

describe("GET /v1/auth/me", () => {
  it("shows a key's organization and scopes, and no person", async () => {
    const organization = await newOrganization();
    const { status, data } = await organization.call("GET", "/v1/auth/me");
    assert.equal(status, 200);
    assert.deepEqual([data.user, data.expires_at, data.organization.id], [null, null, organization.id]);
    assert.deepEqual(data.scopes, [...SCOPES]);
  });

  it("answers 401 without credentials and after the session's end", async () => {
    assertRefused(await callerWith(null)("GET", "/v1/auth/me"), 401, "missing_authorization");
    const { call } = await signIn();
    assert.equal((await call("GET", "/v1/auth/me")).status, 200);
    const out = await call("POST", "/v1/auth/logout");
    assert.equal(out.status, 204);
    assert.match(
      out.headers.get("Set-Cookie") ?? "",
      /^service_session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/,
    );
    assertRefused(await call("GET", "/v1/auth/me"), 401, "not_authenticated");
    assert.equal((await call("POST", "/v1/auth/logout")).status, 204);
    assert.equal((await callerWith(null)("POST", "/v1/auth/logout")).status, 204);
  });

  it("ends no session for another site's page", async () => {
    const { call } = await signIn();
    const reply = await call("POST", "/v1/auth/logout", { headers: { Origin: "https://evil.example" } });
    assertRefused(reply, 403, "forbidden");
    assert.equal((await call("GET", "/v1/auth/me")).status, 200);
  });

  it("extends the session's cookie an hour after it was last extended", async () => {
    const { call, token } = await signIn();
    assert.equal((await call("GET", "/v1/auth/me")).headers.get("Set-Cookie"), null);
    const [id] = token.split(".");
    const { Redis } = await import("ioredis");
    const redis = new Redis(stack().redisUrl);
    const stored = JSON.parse(await redis.get(`session:${id}`) ?? "{}");
    await redis.set(
      `session:${id}`,
      JSON.stringify({ ...stored, last_used_at: Date.now() - 3_700_000 }),
      "PX",
      1e7,
    );
    await redis.quit();
    const reply = await call("GET", "/v1/auth/me");
    assert.match(
      reply.headers.get("Set-Cookie") ?? "",
      new RegExp(`^service_session=${token}; .*Max-Age=604800`),
    );
    assert.ok(Date.parse(reply.data.expires_at) > Date.now() + 604_700_000);
    assert.equal((await call("GET", "/v1/auth/me")).headers.get("Set-Cookie"), null);
  });
});
