import assert from "node:assert/strict";
import { pino } from "pino";
import { createMailActivities } from "#activities/mail.ts";
import { insertResetToken } from "#db/accounts/tokens.ts";
import type { Database } from "#db/postgres/database.ts";
import { createMailer } from "#providers/mail/mailer.ts";
import { sha256 } from "#shared/crypto.ts";
import { newId } from "#shared/ids.ts";
import type { AccountMailKind } from "#temporal/mail.ts";
import { Secret } from "#shared/settings-reader.ts";
import { type Person, signIn } from "#testing/accounts.ts";
import { ask, connectAs } from "#testing/stack.ts";
import { startSmtpServer, type TestSmtpServer, tokenIn } from "#testing/smtp-server.ts";

describe("Mailing a person about the account", () => {
  let database: Database;
  let smtp: TestSmtpServer;
  let mail: ReturnType<typeof createMailActivities>["mailAccountMessage"];
  before(async () => {
    smtp = await startSmtpServer();
    const url = new Secret(smtp.url);
    const mailer = createMailer(
      { kind: "smtp", url, from: "us@example.com", seconds: 1 },
      pino({ level: "silent" }),
    );
    database = await connectAs("app_worker");
    ({ mailAccountMessage: mail } = createMailActivities({
      database,
      mailer,
      baseUrl: "https://api.example.com",
    }));
  });
  after(async () => {
    await database?.close();
    await smtp?.close();
  });
  afterEach(() => {
    smtp.mood = "takes";
  });

  const input = (kind: AccountMailKind, { userId }: Pick<Person, "userId">) => ({
    kind,
    message_id: newId(),
    user_id: userId,
  });
  const tokensOf = async ({ userId }: Person) =>
    (await ask<{ token_hash: Uint8Array }>(
      "SELECT token_hash FROM password_reset_tokens WHERE user_id = $1",
      [
        userId,
      ],
    )).map(({ token_hash }) => token_hash);

  it("mails a reset's link, whose token is stored as its hash", async () => {
    const person = await signIn();
    assert.deepEqual(await mail(input("password_reset", person)), { outcome: "sent" });
    const received = await smtp.mailTo(person.email);
    assert.ok(received.text?.includes("https://api.example.com/auth/reset#token="));
    assert.deepEqual(await tokensOf(person), [sha256(tokenIn(received))]);
  });

  it("takes the new token back when no server takes the message, leaves older ones and has Temporal try again", async () => {
    const person = await signIn();
    const older = await database.transaction((tx) =>
      insertResetToken(tx, { id: person.userId, organization_id: person.organizationId })
    );
    for (const mood of ["defers", "is silent"] as const) {
      smtp.mood = mood;
      await assert.rejects(mail(input("password_reset", person)), {
        type: "MailNotSent",
        nonRetryable: false,
      });
      assert.deepEqual(await tokensOf(person), [sha256(older)]);
    }
  });

  it("gives up where a server will never take the message", async () => {
    const person = await signIn();
    smtp.mood = "refuses";
    assert.deepEqual(await mail(input("password_reset", person)), { outcome: "refused" });
    assert.deepEqual(await tokensOf(person), []);
    assert.deepEqual(await mail(input("password_changed", person)), { outcome: "refused" });
  });

  it("mails the proof of a sign-up for a day, takes it back when it was not sent, and mails none that is needless", async () => {
    const person = await signIn();
    const linksOf = () =>
      ask<{ hours: number }>(
        "SELECT round(extract(epoch FROM expires_at - now()) / 3600)::integer AS hours FROM magic_link_tokens WHERE email = $1",
        [person.email],
      );
    assert.deepEqual(await mail(input("address_proof", person)), { outcome: "gone" });
    await ask("UPDATE users SET email_verified_at = NULL WHERE id = $1", [person.userId]);
    smtp.mood = "defers";
    await assert.rejects(mail(input("address_proof", person)), { type: "MailNotSent" });
    assert.deepEqual(await linksOf(), []);
    smtp.mood = "takes";
    assert.deepEqual(await mail(input("address_proof", person)), { outcome: "sent" });
    const received = await smtp.mailTo(person.email);
    assert.ok(received.text?.includes(`https://api.example.com/auth/magic-link#token=${tokenIn(received)}`));
    assert.deepEqual(await linksOf(), [{ hours: 24 }]);
  });

  it("says to everybody in an organization that it lapses with its founder's sign-up, with a link to the founder alone", async () => {
    const founder = await signIn();
    const member = await signIn({ organizationId: founder.organizationId });
    assert.deepEqual(await mail(input("sign_up_lapsing", founder)), { outcome: "gone" });
    await ask("UPDATE users SET email_verified_at = NULL, lapses_at = '2027-03-04T05:06:07Z' WHERE id = $1", [
      founder.userId,
    ]);
    for (const person of [founder, member]) {
      assert.deepEqual(await mail(input("sign_up_lapsing", person)), { outcome: "sent" });
      const { text = "" } = await smtp.mailTo(person.email);
      assert.ok(text.includes("deleted after 2027-03-04"), text);
      assert.equal(text.includes("#token="), person === founder);
    }
  });

  it("warns in a reset's mail what it ends where nobody has proved the address", async () => {
    const person = await signIn();
    await mail(input("password_reset", person));
    await ask("UPDATE users SET email_verified_at = NULL WHERE id = $1", [person.userId]);
    await mail(input("password_reset", person));
    const texts = [await smtp.mailTo(person.email), await smtp.mailTo(person.email, 2)].map(({ text }) =>
      text
    );
    assert.deepEqual(texts.map((text) => text?.includes("ends the password, API keys")), [false, true]);
  });

  it("mails nobody who was revoked meanwhile", async () => {
    const person = await signIn();
    await ask("UPDATE users SET revoked_at = now() WHERE id = $1", [person.userId]);
    assert.deepEqual(await mail(input("password_changed", person)), { outcome: "gone" });
    assert.ok(smtp.mails.every(({ recipients }) => !recipients.includes(person.email)));
  });
});
