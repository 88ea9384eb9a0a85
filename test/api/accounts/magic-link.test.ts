import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { sha256 } from "#shared/crypto.ts";
import { eventually } from "#testing/times.ts";
import { anonymousCaller, callerWithCookie, newEmail, signIn, tokenSetBy } from "#testing/accounts.ts";
import { assertRefused, type Caller, type Reply } from "#testing/caller.ts";
import { ask } from "#testing/stack.ts";
import { startApi, type TestProcess } from "#testing/processes.ts";
import { startSmtpServer, type TestSmtpServer, tokenIn } from "#testing/smtp-server.ts";

const REQUEST = "/v1/auth/magic-link/request";
const VERIFY = "/v1/auth/magic-link/verify";

describe("Signing in by a magic link", () => {
  let api: TestProcess & { baseUrl: string };
  let smtp: TestSmtpServer;
  let call: Caller;
  before(async () => {
    smtp = await startSmtpServer();
    api = await startApi({
      TRUSTED_PROXIES: "1",
      SMTP_URL: smtp.url,
      MAIL_FROM: "Simulations <no-reply@example.com>",
      MAIL_TIMEOUT_SECONDS: "1",
      AUTH_DEBUG_LINKS: "0",
    });
    call = anonymousCaller(api.baseUrl);
  });
  after(async () => {
    await api?.stop();
    await smtp?.close();
  });

  const request = (email: string, organization_name = `Org ${randomUUID()}`) =>
    call("POST", REQUEST, { body: { email, name: "Ada", organization_name } });
  const verify = (token: string) => call("POST", VERIFY, { body: { token } });
  const tokenFor = async (email: string, organizationName?: string, n = 1) => {
    assert.equal((await request(email, organizationName)).status, 202);
    return tokenIn(await smtp.mailTo(email, n));
  };

  it("mails a link in text and HTML, and answers nothing but that it was sent", async () => {
    const email = newEmail();
    const reply = await request(email);
    assert.equal(reply.status, 202);
    assert.deepEqual(reply.data, { sent: true });
    const mail = await smtp.mailTo(email);
    assert.deepEqual(mail.from, { name: "Simulations", address: "no-reply@example.com" });
    const link = `${api.baseUrl}/auth/magic-link#token=${tokenIn(mail)}`;
    assert.ok(mail.text?.includes(link));
    assert.ok(mail.html?.includes(`href="${link}"`));
    assert.ok(tokenIn(mail).length >= 43);
  });

  it("creates the person and the organization of an unknown address at the first sign-in, not before", async () => {
    const email = newEmail();
    const name = `Analytical ${randomUUID()}`;
    const token = await tokenFor(email, name);
    const users = () => ask("SELECT FROM users WHERE email = $1", [email]);
    assert.equal((await users()).length, 0);
    const reply = await verify(token);
    assert.equal(reply.status, 200, JSON.stringify(reply.meta));
    assert.deepEqual([reply.data.user.email, reply.data.user.name], [email, "Ada"]);
    assert.deepEqual([reply.data.organization.name, reply.data.organization.plan_tier], [name, "sandbox"]);
    assert.notEqual(reply.data.user.last_login_at, null);
    const me = await callerWithCookie(tokenSetBy(reply), api.baseUrl)("GET", "/v1/auth/me");
    assert.deepEqual(me.data, reply.data);
    assert.equal((await users()).length, 1);
  });

  it("adds a number to an organization's name that is taken", async () => {
    const name = `Łódź ${randomUUID()}`;
    const names = [];
    for (const spelling of [name, name.toUpperCase(), name]) {
      names.push((await verify(await tokenFor(newEmail(), spelling))).data.organization.name);
    }
    assert.deepEqual(names, [name, `${name.toUpperCase()} 2`, `${name} 3`]);
    const long = `${"👩‍👩‍👧 ".repeat(16)}${randomUUID().slice(0, 4)}`;
    assert.equal([...long].length, 100);
    await verify(await tokenFor(newEmail(), long));
    const numbered = (await verify(await tokenFor(newEmail(), long))).data.organization.name;
    assert.match(numbered, /^(👩‍👩‍👧 )+\w{1,2} 2$/u);
    assert.ok([...numbered].length <= 100);
  });

  it("signs a known person in, whatever names the request has, and records when", async () => {
    const { email, userId, organizationId } = await signIn();
    const reply = await verify(await tokenFor(email, "Another organization"));
    assert.deepEqual([reply.data.user.id, reply.data.organization.id], [userId, organizationId]);
    const [row] = await ask<{ last: Date }>("SELECT last_login_at AS last FROM users WHERE id = $1", [
      userId,
    ]);
    assert.equal(row?.last.toISOString(), reply.data.user.last_login_at);
  });

  it("mails to the spelling that signed up, and signs nobody in by a mailbox that only normalises alike", async () => {
    const id = randomUUID();
    const early = await tokenFor(`ⓐda-${id}@example.com`);
    const { email } = await signIn({ email: `ada-${id}@example.com` });
    assertRefused(await verify(early), 401, "magic_link_invalid");
    await request(`ⓐda-${id}@example.com`);
    assert.equal((await verify(tokenIn(await smtp.mailTo(email)))).status, 200);
  });

  it("lets exactly one of 50 verifies of one token in", async () => {
    const token = await tokenFor(newEmail());
    const replies = await Promise.all(Array.from({ length: 50 }, () => verify(token)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      assertRefused(reply, 401, "magic_link_invalid");
    }
  });

  it("creates one person for two links of one unknown address that are followed at once", async () => {
    const email = newEmail();
    const tokens = [await tokenFor(email), await tokenFor(email, undefined, 2)];
    const replies = await Promise.all(tokens.map(verify));
    assert.deepEqual(replies.map(({ status }) => status), [200, 200]);
    assert.equal(replies[0]?.data.user.id, replies[1]?.data.user.id);
  });

  it("refuses an unknown, a used and an expired token alike", async () => {
    const used = await tokenFor(newEmail());
    await verify(used);
    const expired = await tokenFor(newEmail());
    await ask("UPDATE magic_link_tokens SET expires_at = now() WHERE token_hash = $1", [sha256(expired)]);
    const replies = [];
    for (const token of ["A".repeat(43), used, expired, "x"]) replies.push(await verify(token));
    for (const reply of replies) assertRefused(reply, 401, "magic_link_invalid");
    assert.equal(new Set(replies.map(({ meta }) => meta.message)).size, 1);
  });

  it("lives for 15 minutes, and is stored as a hash", async () => {
    const token = await tokenFor(newEmail());
    const [row] = await ask<{ seconds: number }>(
      "SELECT extract(epoch FROM expires_at - now())::float AS seconds FROM magic_link_tokens WHERE token_hash = $1",
      [sha256(token)],
    );
    assert.ok(row !== undefined && row.seconds > 800 && row.seconds <= 900, JSON.stringify(row));
  });

  it("is no matter of a mail server where no domain can have the address", async () => {
    const [longest, tooLong] = [63, 64].map((length) =>
      `${crypto.randomUUID()}@${"x".repeat(length)}.example`
    );
    assert.equal((await request(String(longest))).status, 202);
    const refused = await request(String(tooLong));
    assertRefused(refused, 400, "validation_error");
    assert.equal(refused.meta.message, "/email must be an email address");
    for (
      const domain of [
        "1.2.3.4",
        "0.00",
        "a#b.example",
        "a/b.example",
        "a%b.example",
        "a~b.example",
        "a_b.example",
        "&b.example",
        "-b.example",
        "ü=.example",
        `${"ü".repeat(60)}.example`,
      ]
    ) {
      assertRefused(await request(`${crypto.randomUUID()}@${domain}`), 400, "validation_error");
    }
    assert.equal((await request(`${crypto.randomUUID()}@bücher.example`)).status, 202);
  });

  describe("when the mail server does not take the message", () => {
    const failed = async (email: string, reply: Reply, older: string) => {
      assertRefused(reply, 503, "email_delivery_failed");
      assert.equal(typeof reply.meta.correlation_id, "string");
      const rows = await ask<{ token_hash: Uint8Array }>(
        "SELECT token_hash FROM magic_link_tokens WHERE email = $1",
        [email],
      );
      assert.deepEqual(rows.map(({ token_hash }) => token_hash), [sha256(older)]);
      await eventually(
        "the log's line",
        () => Promise.resolve(api.log().includes(reply.meta.correlation_id) || undefined),
      );
      assert.ok(!api.log().includes(email), "the log names nobody");
    };

    for (const mood of ["refuses", "defers", "is silent"] as const) {
      it(`because it ${mood}: answers 503, the new token is void and the older one is as before`, async () => {
        const email = newEmail();
        const older = await tokenFor(email);
        smtp.mood = mood;
        try {
          await failed(email, await request(email), older);
        } finally {
          smtp.mood = "takes";
        }
        assert.equal((await verify(older)).status, 200);
      });
    }

    it("because it is down: answers 503, costs none of the address's five an hour, and recovers", async () => {
      const email = newEmail();
      const older = await tokenFor(email);
      await smtp.close();
      for (let i = 0; i < 6; i++) await failed(email, await request(email), older);
      smtp = await startSmtpServer(Number(new URL(smtp.url).port));
      assert.equal((await request(email)).status, 202);
      assert.equal((await verify(tokenIn(await smtp.mailTo(email)))).status, 200);
      assert.equal((await verify(older)).status, 200);
    });
  });
});
