import { inTime } from "#shared/in-time.ts";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import pLimit from "p-limit";
import { normalizeEmail } from "#shared/accounts.ts";
import { newId } from "#shared/ids.ts";
import type { Logger } from "#shared/log.ts";
import { WORK } from "#shared/metrics.ts";
import { type Mailer, MailFailure, type MailFailureKind } from "#shared/mail.ts";
import { Secret, type SettingsReader } from "#shared/settings-reader.ts";

/** Where mail goes: to an SMTP server, to files in development, or nowhere. */
export type MailConfig =
  | { readonly kind: "smtp"; readonly url: Secret; readonly from: string; readonly seconds: number }
  | { readonly kind: "files"; readonly folder: string; readonly from: string }
  | { readonly kind: "none" };

/** Reads `SMTP_URL` (or its other name `MAIL_URL`), `MAIL_FROM`, `MAIL_TIMEOUT_SECONDS` and `MAIL_DIR`; the server wins over the folder. */
export function readMailConfig(read: SettingsReader): MailConfig {
  const name = read.optional("SMTP_URL") === null ? "MAIL_URL" : "SMTP_URL";
  const folder = read.optional("MAIL_DIR");
  const seconds = read.number("MAIL_TIMEOUT_SECONDS", { min: 1, max: 15 }, 8);
  if (read.optional(name) !== null) {
    const url = new Secret(read.url(name, ["smtp:", "smtps:"]));
    return { kind: "smtp", url, from: readSender(read), seconds };
  }
  return folder === null ? { kind: "none" } : {
    kind: "files",
    folder,
    from: read.text("MAIL_FROM", "no-reply@localhost"),
  };
}

function readSender(read: SettingsReader): string {
  const from = read.text("MAIL_FROM");
  const [, address = from] = /^[^<>]*<([^<>]+)>$/.exec(from) ?? [];
  if (from !== "" && (normalizeEmail(address) === null || /\p{Cc}/u.test(from))) {
    read.faults.push("MAIL_FROM must be an address, or a name with an address in angle brackets");
  }
  return from;
}

/** Messages on their way at once, each on a connection of its own, and those that may wait for one. */
const MAX_IN_FLIGHT = 10;
const MAX_WAITING = 100;

/** Creates the mailer of the configuration. Without one, every message is refused as `unreachable`. */
export function createMailer(config: MailConfig, log: Logger): Mailer {
  const { send, close } = config.kind === "smtp" ? smtpMailer(config) : {
    send: config.kind === "files" ? fileSender(config, log) : refuse,
    close: () => {},
  };
  return {
    async send(mail) {
      try {
        await send(mail);
        WORK.mails.inc({ outcome: "sent" });
      } catch (error) {
        WORK.mails.inc({ outcome: error instanceof MailFailure ? error.kind : "failed" });
        throw error;
      }
    },
    close,
  };
}

const refuse: Mailer["send"] = () =>
  Promise.reject(new MailFailure("unreachable", "Neither SMTP_URL nor MAIL_DIR is set"));

function smtpMailer({ url, from, seconds }: Extract<MailConfig, { readonly kind: "smtp" }>): Mailer {
  const server = new URL(url.reveal());
  const hasPassword = server.username !== "";
  const isSecure = server.protocol === "smtps:";
  const milliseconds = seconds * 1000;
  const transport = createTransport({
    host: server.hostname.replace(/^\[|\]$/g, ""),
    port: Number(server.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // A password goes over TLS alone, except to this machine.
    requireTLS: hasPassword && !isSecure && !/^(localhost|127\.|\[::1\])/.test(server.hostname),
    ...(hasPassword
      ? { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }
      : {}),
    dnsTimeout: milliseconds,
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const limit = pLimit(MAX_IN_FLIGHT);
  return {
    async send({ to, subject, text, html }) {
      if (limit.pendingCount >= MAX_WAITING) {
        throw new MailFailure("deferred", `More than ${MAX_WAITING} messages wait for the mail server`);
      }
      const sending = limit(() =>
        transport.sendMail({ from, to: { name: "", address: to }, subject, text, html })
      );
      // The whole time, however the server spreads its silence. A place in flight stays taken until the connection ends.
      const late = () => new MailFailure("unreachable", `The mail server took over ${seconds} s`);
      await inTime(sending, milliseconds, late).catch((error) => {
        throw error instanceof MailFailure ? error : failureOf(error);
      });
    },
    close: () => transport.close(),
  };
}

/** A server's words may quote the message or an address, so only their codes are kept. */
function failureOf(error: unknown): MailFailure {
  const { code = "", responseCode = 0, command = "" } = error as {
    readonly code?: string;
    readonly responseCode?: number;
    readonly command?: string;
  };
  const described = [code, responseCode || "", command].filter(Boolean).join(" ");
  return new MailFailure(
    kindOf(code, responseCode),
    `The mail server did not take the message: ${described}`,
  );
}

function kindOf(code: string, responseCode: number): MailFailureKind {
  // A wrong password or a broken TLS is the operator's to mend, and no fault of the message.
  if (["EAUTH", "ETLS", "ENOAUTH", "EOAUTH2"].includes(code)) return "unreachable";
  if (responseCode >= 500) return "refused";
  return responseCode >= 400 ? "deferred" : "unreachable";
}

/** Writes each message as a JSON file of its parts, so that links stand in it as they are. */
function fileSender(
  { folder, from }: Extract<MailConfig, { readonly kind: "files" }>,
  log: Logger,
): Mailer["send"] {
  return async (mail) => {
    const file = join(folder, `${newId()}.json`);
    const content = JSON.stringify({ from, ...mail, sent_at: new Date().toISOString() }, null, 2);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(file, content, { mode: 0o600 });
    } catch (error) {
      log.warn({ err: error }, "mail not written");
      throw new MailFailure("unreachable", "The message could not be written to MAIL_DIR");
    }
    log.info({ to: mail.to, subject: mail.subject, file }, "mail written");
  };
}
