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

/** For every mail whose link proves an address that somebody has signed up with. */
const IF_UNPROVED =
  "Somebody has signed up with this address and not proved it yet. If it was you, follow the link in the browser that you signed up in, or " +
  "sign in there with your password first. Followed anywhere else it ends the password, API keys, invitations, people and webhooks of that " +
  "sign-up.";

function ifUnproved(isProved: boolean): readonly string[] {
  return isProved ? [] : [IF_UNPROVED];
}

/** Proves the address of a sign-up. @param url `{base_url}/auth/magic-link#token=…` */
export function proofMessage(url: string): Message {
  return {
    subject: "Prove your address",
    paragraphs: [
      "Thank you for signing up. This link proves that the address is yours; it works once, within the next 24 hours.",
      IF_UNPROVED,
      "Without a proof the sign-up is deleted after 30 days.",
    ],
    link: { label: "Prove the address", url },
    footer:
      "If you did not sign up, somebody else did with your address. Ignore this message, or follow the link to take the account over.",
  };
}

/** Says a week ahead that a sign-up is deleted. @param url as above; null for the other people of its organization */
export function lapsingMessage(baseUrl: string, lapsesAt: Date, url: string | null): Message {
  const { host } = new URL(baseUrl);
  const day = lapsesAt.toISOString().slice(0, 10);
  if (url === null) {
    return {
      subject: "Your organization will be deleted",
      paragraphs: [
        `Whoever founded your organization at ${host} has not proved the address that it was founded with.`,
        `The organization will be deleted after ${day}, with all that it owns, unless the founder follows a mailed link before.`,
      ],
      footer: "You receive this message because you are a member of the organization.",
    };
  }
  return {
    subject: "Your sign-up will be deleted",
    paragraphs: [
      `You have signed up at ${host} and not proved your address. The sign-up will be deleted after ${day}, with all that its organization ` +
      "owns, unless you follow this link before. It works once, within the next seven days.",
      IF_UNPROVED,
    ],
    link: { label: "Prove the address", url },
    footer:
      "If you did not sign up, ignore this message: what somebody else did with your address will be deleted.",
  };
}

/** Signs a person in. @param url `{base_url}/auth/magic-link#token=…` @param isProved false where only a sign-up knows the address */
export function magicLinkMessage(url: string, isProved: boolean): Message {
  return {
    subject: "Your link to sign in",
    paragraphs: [
      "Follow this link to sign in. It works once, within the next 15 minutes.",
      ...ifUnproved(isProved),
    ],
    link: { label: "Sign in", url },
    footer: "If you did not ask for it, ignore this message: nobody signs in without the link.",
  };
}

/** Signs the buyer of a completed checkout in. @param url and `isProved` as for {@link magicLinkMessage} */
export function checkoutMessage(url: string, isProved: boolean): Message {
  return {
    subject: "Your plan is ready",
    paragraphs: [
      "Thank you for your purchase. Follow this link to sign in; your organization then moves to its new plan, where that is a higher one. " +
      "Otherwise nothing changes before you say yes to the purchase on the page Usage and plan.",
      `It works once, within the next 15 minutes. Later, sign in at ${
        new URL(url).origin
      } and say yes there.`,
      ...ifUnproved(isProved),
    ],
    link: { label: "Sign in", url },
    footer:
      "If you did not buy anything, somebody paid with your address. Ignore this message: nothing changes without the link.",
  };
}

/** @param url `{base_url}/auth/reset#token=…` @param isProved as for {@link magicLinkMessage} */
export function resetMessage(url: string, isProved: boolean): Message {
  return {
    subject: "Set a new password",
    paragraphs: [
      "Follow this link to set a new password. It works once, within the next 60 minutes.",
      ...ifUnproved(isProved),
    ],
    link: { label: "Set a new password", url },
    footer: "If you did not ask for it, ignore this message: your password stays as it is.",
  };
}

export function passwordChangedMessage(baseUrl: string): Message {
  return {
    subject: "Your password was changed",
    paragraphs: [
      `The password of your account at ${new URL(baseUrl).host} was changed, and every session was ended.`,
    ],
    footer: "If it was not you, ask for a new password at once, and tell the people who run the service.",
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
