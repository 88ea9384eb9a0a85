/** One message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mail by SMTP, or in development writes it to files. */
export interface Mailer {
  /** Resolves once a server has taken the message. @throws MailFailure within 15 seconds */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/**
 * Why no server took a message. `refused`: this message will never be taken, such as for an address that does not exist; the other two may
 * pass. The message names neither the person nor the content.
 */
export type MailFailureKind = "refused" | "deferred" | "unreachable";

export class MailFailure extends Error {
  readonly kind: MailFailureKind;

  constructor(kind: MailFailureKind, message: string) {
    super(message);
    this.name = "MailFailure";
    this.kind = kind;
  }
}

/** A message in paragraphs, with at most one link, which its HTML shows as a button. */
export interface Message {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** What to do, or not to do, for whoever did not expect the message. */
  readonly footer: string;
}

/** Addresses a message to a person, as plain text and as HTML. */
export function mailOf(to: string, message: Message): Mail {
  const { subject, paragraphs, link, footer } = message;
  const text = [...paragraphs, ...(link === undefined ? [] : [`${link.label}:\n${link.url}`]), footer];
  return { to, subject, text: `${text.join("\n\n")}\n`, html: htmlOf(message) };
}

function htmlOf({ subject, paragraphs, link, footer }: Message): string {
  const body = [
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(link === undefined ? [] : [
      `<p><a href="${
        escapeHtml(link.url)
      }" style="display:inline-block;padding:12px 20px;background:#1a4fd6;color:#ffffff;` +
      `text-decoration:none;border-radius:6px">${escapeHtml(link.label)}</a></p>`,
      `<p style="color:#555555;font-size:13px">Or copy this address: ${escapeHtml(link.url)}</p>`,
    ]),
    `<p style="color:#555555;font-size:13px">${escapeHtml(footer)}</p>`,
  ];
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${
    escapeHtml(subject)
  }</title></head>\n` +
    `<body style="font-family:sans-serif;max-width:32rem">\n${body.join("\n")}\n</body></html>\n`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
