import assert from "node:assert/strict";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { createMailer, readMailConfig } from "#providers/mail/mailer.ts";
import type { Mail, MailFailureKind } from "#shared/mail.ts";
import { readSettings } from "#shared/settings-reader.ts";
import { startSmtpServer, type TestSmtpServer } from "#testing/smtp-server.ts";

const mail: Mail = {
  to: "ada@example.com",
  subject: "A link",
  text: "Follow it.\n",
  html: "<p>Follow it.</p>",
};
const lines: string[] = [];
const log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
const mailerWith = (settings: Record<string, string>) =>
  createMailer(readSettings(readMailConfig, settings), log);

describe("The mailer", () => {
  let smtp: TestSmtpServer;
  before(async () => {
    smtp = await startSmtpServer();
  });
  after(() => smtp?.close());

  const sender = (settings: Record<string, string> = {}) =>
    mailerWith({ SMTP_URL: smtp.url, MAIL_FROM: "Us <us@example.com>", ...settings });
  const fails = (sending: Promise<void>, kind: MailFailureKind, words: RegExp) =>
    assert.rejects(sending, (error: Error & { kind?: string }) => {
      assert.deepEqual([error.name, error.kind], ["MailFailure", kind]);
      assert.match(error.message, words);
      assert.doesNotMatch(error.message, /ada|not now/);
      return true;
    });

  it("sends text and HTML by SMTP", async () => {
    const mailer = sender();
    await mailer.send({ ...mail, text: "Grüße, 世界 👋\n", subject: "Grüße" });
    const { from, to, subject, text, html } = await smtp.mailTo(mail.to);
    assert.deepEqual([from, to], [{ name: "Us", address: "us@example.com" }, [{
      name: "",
      address: mail.to,
    }]]);
    assert.deepEqual([subject, text?.trim(), html?.trim()], ["Grüße", "Grüße, 世界 👋", mail.html]);
    mailer.close();
  });

  it("sends a hundred messages, at most ten at once, and refuses whoever would wait behind a hundred others", async () => {
    const mailer = sender();
    const before = smtp.mails.length;
    const sent = await Promise.allSettled(
      Array.from({ length: 120 }, (_, i) => mailer.send({ ...mail, to: `n${i}@example.com` })),
    );
    const refused = sent.flatMap((result) => result.status === "rejected" ? [result.reason] : []);
    assert.equal(refused.length, 10);
    for (const { kind } of refused) assert.equal(kind, "deferred");
    assert.equal(smtp.mails.length, before + 110);
  });

  it("tells a refusal for good from one for now and from a server out of reach", async () => {
    const mailer = sender({ MAIL_TIMEOUT_SECONDS: "1" });
    smtp.mood = "refuses";
    await fails(mailer.send(mail), "refused", /550/);
    smtp.mood = "defers";
    await fails(mailer.send(mail), "deferred", /451/);
    smtp.mood = "is silent";
    await fails(mailer.send(mail), "unreachable", /over 1 s|ETIMEDOUT/);
    smtp.mood = "takes";
    await mailer.send(mail);
    await fails(sender({ SMTP_URL: "smtp://127.0.0.1:1" }).send(mail), "unreachable", /ECONN|ESOCKET/);
  });

  it("gives up on a server that spreads its silence over many small pieces", async () => {
    const timers: ReturnType<typeof setInterval>[] = [];
    const server: Server = createServer((socket) => {
      socket.on("error", () => {});
      socket.write("220 ready\r\n");
      timers.push(setInterval(() => socket.write("250-one moment\r\n"), 200));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await fails(sender({ SMTP_URL, MAIL_TIMEOUT_SECONDS: "1" }).send(mail), "unreachable", /over 1 s/);
    } finally {
      timers.forEach(clearInterval);
      server.close();
    }
  });

  it("sends a password over TLS alone, but to this machine", async () => {
    // The server offers no STARTTLS; by another name than loopback the mailer gives up before it signs in.
    const port = new URL(smtp.url).port;
    const outside = sender({ SMTP_URL: `smtp://user:secret@0.0.0.0:${port}`, MAIL_TIMEOUT_SECONDS: "2" });
    await fails(outside.send(mail), "unreachable", /ETLS|STARTTLS|over/);
  });

  it("writes files in development, readable by their user alone, and logs no link", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mail-"));
    try {
      const mailer = mailerWith({ MAIL_DIR: folder });
      await mailer.send({ ...mail, text: "http://127.0.0.1/auth/reset#token=planted" });
      const [name = ""] = readdirSync(folder);
      const written = JSON.parse(readFileSync(join(folder, name), "utf8"));
      assert.deepEqual([written.to, written.html], [mail.to, mail.html]);
      assert.match(written.text, /#token=planted$/);
      assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
      assert.match(lines.at(-1) ?? "", /mail written/);
      assert.ok(!lines.join("").includes("planted"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("refuses everything where neither server nor folder is set", async () => {
    await fails(mailerWith({}).send(mail), "unreachable", /SMTP_URL/);
  });

  it("names settings that are missing or wrong, and no password", () => {
    const fault = (settings: Record<string, string>, words: RegExp) =>
      assert.throws(() => mailerWith(settings), (error: Error) => {
        assert.match(error.message, words);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
    fault({ SMTP_URL: "smtp://mail.example.com" }, /MAIL_FROM is missing/);
    fault(
      { SMTP_URL: "https://user:secret@mail.example.com", MAIL_FROM: "us@example.com" },
      /SMTP_URL must be/,
    );
    fault({ MAIL_URL: "nonsense secret", MAIL_FROM: "us@example.com" }, /MAIL_URL must be/);
    fault({ SMTP_URL: smtp.url, MAIL_FROM: "Us" }, /MAIL_FROM must be/);
    fault({ SMTP_URL: smtp.url, MAIL_FROM: "a@example.com\r\nBcc: <b@example.com>" }, /MAIL_FROM must be/);
  });
});
