import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { confirmPasswordReset } from "#api/accounts/mailed-links.ts";
import { sha256 } from "#shared/crypto.ts";
import {
  anonymousCaller,
  callerWithCookie,
  newEmail,
  signIn,
  tokenSetBy,
  withSessions,
  writtenMails,
  writtenMailTo,
} from "#testing/accounts.ts";
import { assertRefused, type Caller } from "#testing/caller.ts";
import { ask, connectAs, stack } from "#testing/stack.ts";
import { eventually } from "#testing/times.ts";
import { tokenIn } from "#testing/smtp-server.ts";

const REQUEST = "/v1/auth/password/reset/request";
const CONFIRM = "/v1/auth/password/reset/confirm";
const LOG_IN = "/v1/auth/password/login";
const PASSWORD = "an entirely new password";

describe("Resetting a password", () => {
  let api: { readonly baseUrl: string };
  let call: Caller;
  before(() => {
    api = stack();
    call = anonymousCaller(api.baseUrl);
  });

  const request = (email: string) => call("POST", REQUEST, { body: { email } });
  const confirm = (token: string, password = PASSWORD) =>
    call("POST", CONFIRM, { body: { token, password } });
  const tokenFor = async (email: string, n = 1) => {
    assert.equal((await request(email)).status, 200);
    return tokenIn(await writtenMailTo(email, n));
  };
  const loginStatus = async (email: string, password: string) =>
    (await call("POST", LOG_IN, { body: { email, password } })).status;

  it("answers alike for a known and an unknown address, and mails the known one alone", async () => {
    const [known, unknown] = [(await signIn()).email, newEmail()];
    const replies = [await request(known), await request(unknown)];
    for (const { status, data } of replies) assert.deepEqual([status, data], [200, { sent: true }]);
    const mail = await writtenMailTo(known);
    assert.match(mail.text, new RegExp(`${stack().baseUrl}/auth/reset#token=[\\w-]{43}`));
    assert.deepEqual(writtenMails(stack().mailDir, unknown), []);
  });

  it("sets the password, ends every session of the person, and tells the person by mail", async () => {
    const person = await signIn();
    const others = await signIn();
    const again = await withSessions((sessions) =>
      sessions.open({ user_id: person.userId, generation: 0, method: "magic_link", user_agent: null })
    );
    const reply = await confirm(await tokenFor(person.email));
    assert.deepEqual([reply.status, reply.data], [200, { reset: true }]);
    assert.equal(reply.headers.get("Set-Cookie"), null);
    for (const token of [person.token, again.token]) {
      assertRefused(await callerWithCookie(token)("GET", "/v1/auth/me"), 401, "not_authenticated");
    }
    assert.deepEqual(await withSessions((sessions) => sessions.list(person.userId)), []);
    assert.equal((await others.call("GET", "/v1/auth/me")).status, 200);
    const login = await call("POST", LOG_IN, { body: { email: person.email, password: PASSWORD } });
    assert.equal(login.status, 200);
    assert.equal((await callerWithCookie(tokenSetBy(login))("GET", "/v1/auth/me")).status, 200);
    const news = await writtenMailTo(person.email, 2);
    assert.match(news.subject, /password was changed/);
    assert.doesNotMatch(news.text, /token=/);
  });

  it("has its hash computed within what its address may have computed at once", async () => {
    const token = await tokenFor((await signIn()).email);
    const networks: (string | null)[] = [];
    const passwords = {
      hash: (_password: string, network: string | null = null) => {
        networks.push(network);
        return Promise.reject(new Error("Enough seen"));
      },
    };
    const systemDatabase = await connectAs("app_worker");
    try {
      const request = {
        body: { token, password: PASSWORD },
        client: { network: "192.0.2.7", userAgent: null, sessionToken: null },
        services: { systemDatabase, passwords },
      };
      assert.ok("read" in confirmPasswordReset);
      await assert.rejects(Promise.resolve(confirmPasswordReset.read(request as never)), /Enough seen/);
    } finally {
      await systemDatabase.close();
    }
    assert.deepEqual(networks, ["192.0.2.7"]);
  });

  it("ends sessions that Redis does not list, too", async () => {
    const person = await signIn();
    const { Redis } = await import("ioredis");
    const redis = new Redis(stack().redisUrl);
    await redis.del(`sessions:${person.userId}`);
    await redis.quit();
    assert.equal((await person.call("GET", "/v1/auth/me")).status, 200);
    assert.equal((await confirm(await tokenFor(person.email))).status, 200);
    assertRefused(await person.call("GET", "/v1/auth/me"), 401, "not_authenticated");
  });

  it("signs nobody in who began to log in with the former password before", async () => {
    const { userId } = await signIn();
    const [row] = await ask<{ generation: number }>(
      "UPDATE users SET session_generation = session_generation + 1 WHERE id = $1 RETURNING session_generation - 1 AS generation",
      [userId],
    );
    const { token } = await withSessions((sessions) =>
      sessions.open({ user_id: userId, generation: row!.generation, method: "password", user_agent: null })
    );
    assertRefused(await callerWithCookie(token)("GET", "/v1/auth/me"), 401, "not_authenticated");
  });

  it("refuses unknown, used and expired tokens alike, and one that another reset overtook", async () => {
    const { email, userId } = await signIn();
    const [first, second] = [await tokenFor(email), await tokenFor(email, 2)];
    assert.equal((await confirm(second)).status, 200);
    const expired = await tokenFor((await signIn()).email);
    await ask("UPDATE password_reset_tokens SET expires_at = now() WHERE token_hash = $1", [sha256(expired)]);
    for (const token of ["A".repeat(43), first, second, expired]) {
      assertRefused(await confirm(token, "yet another password"), 401, "invalid_or_expired_token");
    }
    assert.equal(await loginStatus(email, PASSWORD), 200);
    assert.equal((await ask("SELECT FROM password_reset_tokens WHERE user_id = $1", [userId])).length, 0);
  });

  it("lets exactly one of 50 confirmations of one token in", async () => {
    const { email } = await signIn();
    const token = await tokenFor(email);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => confirm(token, `password number ${i}`)),
    );
    const winners = replies.map(({ status }, i) => ({ status, i })).filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    assert.equal(await loginStatus(email, `password number ${winners[0]?.i}`), 200);
    const mails = await eventually("the news", () => {
      const found = writtenMails(stack().mailDir, email);
      return Promise.resolve(found.length >= 2 ? found : undefined);
    });
    assert.equal(mails.length, 2);
  });

  it("refuses a password of fewer than 10 characters, and keeps the token", async () => {
    const token = await tokenFor((await signIn()).email);
    const reply = await confirm(token, "ninechars");
    assertRefused(reply, 400, "validation_error");
    assert.equal(reply.meta.field, "/password");
    assert.equal((await confirm(token)).status, 200);
  });

  it("lives for 60 minutes, and is stored as a hash", async () => {
    const token = await tokenFor((await signIn()).email);
    const [row] = await ask<{ seconds: number }>(
      "SELECT extract(epoch FROM expires_at - now())::float AS seconds FROM password_reset_tokens WHERE token_hash = $1",
      [sha256(token)],
    );
    assert.ok(row !== undefined && row.seconds > 3_500 && row.seconds <= 3_600, JSON.stringify(row));
  });

  it("proves the address of somebody who had signed up without following a link", async () => {
    const email = newEmail();
    await call("POST", "/v1/auth/password/signup", {
      body: { email, password: PASSWORD, name: "Ada", organization_name: `Org ${randomUUID()}` },
    });
    const verified = async () =>
      (await ask<{ at: Date | null }>("SELECT email_verified_at AS at FROM users WHERE email = $1", [email]))[
        0
      ]
        ?.at;
    assert.equal(await verified(), null);
    await writtenMailTo(email);
    assert.equal((await confirm(await tokenFor(email, 2))).status, 200);
    assert.notEqual(await verified(), null);
  });
});
