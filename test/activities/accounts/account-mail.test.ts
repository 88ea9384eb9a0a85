import assert from "node:assert/strict";
import { pino } from "pino";
import { createAccountMailActivities } from "#activities/accounts/account-mail.ts";
import { insertResetToken } from "#db/accounts/tokens.ts";
import type { Database } from "#db/database.ts";
import { createMailer } from "#providers/mail/mailer.ts";
import { sha256 } from "#shared/crypto.ts";
import { newId } from "#shared/ids.ts";
import { Secret } from "#shared/settings-reader.ts";
import { type Person, signIn } from "#test/support/accounts.ts";
import { ask, connectAs } from "#test/support/database.ts";
import { startSmtpServer, type TestSmtpServer, tokenIn } from "#test/support/smtp-server.ts";

describe("Mailing a person about the account", () => {
  let database: Database;
  let smtp: TestSmtpServer;
  let mail: ReturnType<typeof createAccountMailActivities>["mailAccountMessage"];
  before(async () => {
    smtp = await startSmtpServer();
    const url = new Secret(smtp.url);
    const mailer = createMailer(
      { kind: "smtp", url, from: "us@example.com", seconds: 1 },
      pino({ level: "silent" }),
    );
    database = await connectAs("app_worker");
    ({ mailAccountMessage: mail } = createAccountMailActivities({
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

  const input = (kind: "password_reset" | "password_changed", { userId }: Person) => ({
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

  it("mails nobody who was revoked meanwhile", async () => {
    const person = await signIn();
    await ask("UPDATE users SET revoked_at = now() WHERE id = $1", [person.userId]);
    assert.deepEqual(await mail(input("password_changed", person)), { outcome: "gone" });
    assert.ok(smtp.mails.every(({ recipients }) => !recipients.includes(person.email)));
  });
});
