import texts from "./account-mails.json" with { type: "json" };
import type { Message } from "./mail.ts";

/** One part before the @ and a domain with a dot, without spaces, control characters and what separates addresses in a header. */
export const EMAIL_PATTERN =
  '^[^\\s@<>()\\[\\]\\\\,;:"\\u0000-\\u001f\\u007f-\\u009f]{1,64}@[^\\s@<>()\\[\\]\\\\,;:"\\u0000-\\u001f\\u007f-\\u009f.]{1,63}(\\.[^\\s@<>()\\[\\]\\\\,;:"\\u0000-\\u001f\\u007f-\\u009f.]{1,63})+$';
/** The longest address that mail can reach (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
/** Characters of a password (specification, "Limits"). */
export const PASSWORD_LENGTH = { min: 10, max: 200 } as const;

const EMAIL = new RegExp(EMAIL_PATTERN, "u");

/** The form in which addresses are compared: NFKC, lower case. Null for a text that is no address in that form, or has no domain's name. */
export function normalizeEmail(email: string): string | null {
  const normalized = email.normalize("NFKC").toLowerCase();
  const isAddress = normalized.length <= MAX_EMAIL_LENGTH && EMAIL.test(normalized) &&
    isDomain(normalized.slice(normalized.lastIndexOf("@") + 1));
  return isAddress ? normalized : null;
}

/** A label of a name of hosts: letters, digits and inner hyphens. URL lets more pass, such as `~`. */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether a name has a form in DNS (RFC 1035, 2.3.4; RFC 1123, 2.1; IDNA): a mail server refuses an address without one, whoever asks. */
function isDomain(name: string): boolean {
  // URL takes these as the end of the name.
  if (/[/?#]/.test(name) || !URL.canParse(`http://${name}`)) return false;
  const { hostname } = new URL(`http://${name}`);
  const labels = hostname.split(".");
  // A last label of digits alone makes it an IPv4 address.
  return hostname.length <= 253 && labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "");
}

/**
 * Whether two addresses that normalise alike are spelt alike but for case. Compatibility characters such as ⓥ reach another mailbox in
 * some domains, so who reads mail at one spelling has not proved to own the other.
 */
export function isSameMailbox(one: string, other: string): boolean {
  return one.normalize("NFC").toLowerCase() === other.normalize("NFC").toLowerCase();
}

/** The form in which a password is hashed: keyboards write the same letter in different ways (NIST SP 800-63B, 3.1.1.2). */
export function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}

/** Lifetime of sessions and of their cookie, in seconds (specification, "Session cookie"). */
export const SESSION_SECONDS = 604_800;
export const MAGIC_LINK_SECONDS = 15 * 60;
export const RESET_SECONDS = 60 * 60;
/** Lifetime of the link that a sign-up mails, in seconds; later ones are asked for as any link is. */
export const PROOF_SECONDS = 24 * 60 * 60;
/** Of the link in the mail a week before a sign-up is deleted. */
export const LAPSE_LINK_SECONDS = 7 * PROOF_SECONDS;

interface AccountMail {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Of its link. */
  readonly label?: string;
  readonly footer: string;
}

/** What a mail about an account mentions. */
interface Mentioned {
  /** Its link, such as `{base_url}/auth/magic-link#token=…`; the API's URL for a mail without one. */
  readonly url: string;
  /** Whether somebody has signed up with the address and nobody has proved it yet. */
  readonly isUnproved?: boolean;
  /** When the sign-up is deleted. */
  readonly lapsesAt?: Date;
}

/** A mail about an account, of the texts in account-mails.json. @throws Error where its text mentions what it is not given */
export function accountMessage(
  kind: keyof typeof texts.mails,
  { url, isUnproved, lapsesAt }: Mentioned,
): Message {
  const { subject, paragraphs, label, footer }: AccountMail = texts.mails[kind];
  const { host, origin } = new URL(url);
  const values: Readonly<Record<string, string | undefined>> = {
    host,
    origin,
    day: lapsesAt?.toISOString().slice(0, 10),
    unproved: isUnproved === false ? "" : isUnproved && texts.unproved,
  };
  const valueOf = (name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A mail ${kind} mentions ${name}, which it is not given`);
    return value;
  };
  const filled = paragraphs.map((text) => text.replaceAll(/\{(\w+)\}/g, (_, name) => valueOf(name)));
  return {
    subject,
    paragraphs: filled.filter((text) => text !== ""),
    ...(label === undefined ? {} : { link: { label, url } }),
    footer,
  };
}

/**
 * Characters that leave nothing to see: white space, marks without a letter, control, format and default-ignorable characters (zero-width
 * ones, Hangul fillers), and the two blanks that Unicode counts as symbols (braille, a musical null notehead).
 */
const VISIBLE_CHARACTER =
  /[^\p{White_Space}\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u{2800}\u{1d159}]/u;

/** Whether a name shows anything at all (contract, "Common to every endpoint"). */
export function isVisible(name: string): boolean {
  return VISIBLE_CHARACTER.test(name);
}

/** Characters of a name. */
const MAX_NAME = 100;

/** A name before a suffix, shortened by grapheme where both are too long together (contract, "Common to every endpoint"). */
export function shortName(name: string, suffix = ""): string {
  let short = "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name)) {
    if ([...short, ...segment, ...suffix].length > MAX_NAME) break;
    short += segment;
  }
  return short.trimEnd() + suffix;
}

/** The text as people's names may be, without control characters; empty where nothing of it is visible. */
export function displayName(text: string): string {
  return isVisible(text) ? shortName(text.replaceAll(/\p{Cc}/gu, " ").trim()) : "";
}
