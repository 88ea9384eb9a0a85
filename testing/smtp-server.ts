import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { eventually } from "./times.ts";

/** How the server behaves towards the next messages. */
export type SmtpMood = "takes" | "refuses" | "defers" | "is silent";

export interface ReceivedMail extends Email {
  /** Of the envelope. */
  readonly recipients: readonly string[];
}

export type TestSmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

/** A real SMTP server in this process. @param port so that a server can return where it was */
export async function startSmtpServer(port = 0) {
  const mails: ReceivedMail[] = [];
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 100,
    onRcptTo(_address, _session, callback) {
      if (smtp.mood === "is silent") return;
      if (smtp.mood === "takes") return callback();
      const code = smtp.mood === "refuses" ? 550 : 451;
      callback(Object.assign(new Error("not now"), { responseCode: code }));
    },
    onData(stream, session, callback) {
      const pieces: Uint8Array[] = [];
      stream.on("data", (piece: Uint8Array) => pieces.push(piece));
      stream.on("end", async () => {
        const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ ...await PostalMime.parse(bytes), recipients });
        callback();
      });
    },
  };
  // A server that was closed takes no command any more, even when it listens again.
  const listen = async (at: number) => {
    const opened = new SMTPServer(options);
    opened.on("error", () => {}); // Clients that hang up.
    await new Promise<void>((resolve) => opened.listen(at, "127.0.0.1", () => resolve()));
    return opened;
  };
  let server = await listen(port);
  const { port: actual } = server.server.address() as AddressInfo;
  const mailsTo = (address: string) => mails.filter(({ recipients }) => recipients.includes(address));
  const smtp = {
    /** The setting `SMTP_URL`. */
    url: `smtp://127.0.0.1:${actual}`,
    /** Of an API and a worker whose mails go to it, and to no folder. */
    settings: { SMTP_URL: `smtp://127.0.0.1:${actual}`, MAIL_FROM: "drill@example.com", MAIL_DIR: "" },
    mails: mails as readonly ReceivedMail[],
    mood: "takes" as SmtpMood,
    /** The mails to an address, of all its lives. */
    mailsTo,
    /** Waits for the n-th mail to an address, the first by default. */
    mailTo: (address: string, n = 1): Promise<ReceivedMail> =>
      eventually(`mail ${n} to ${address}`, () => Promise.resolve(mailsTo(address)[n - 1])),
    /** Refuses connections from now on. */
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    /** Listens again, where it was. */
    async open(): Promise<void> {
      server = await listen(actual);
    },
  };
  return smtp;
}

/** The token in a mail's link. @throws Error where its text has none */
export function tokenIn({ text }: Pick<Email, "text">): string {
  const [, token] = /#token=([\w-]+)/.exec(text ?? "") ?? [];
  if (token === undefined) throw new Error(`There is no link in: ${text}`);
  return token;
}
