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

/** Signs a person in. @param url `{base_url}/auth/magic-link#token=…` */
export function magicLinkMessage(url: string): Message {
  return {
    subject: "Your link to sign in",
    paragraphs: ["Follow this link to sign in. It works once, within the next 15 minutes."],
    link: { label: "Sign in", url },
    footer: "If you did not ask for it, ignore this message: nobody signs in without the link.",
  };
}

/** Signs the buyer of a completed checkout in. @param url `{base_url}/auth/magic-link#token=…` */
export function checkoutMessage(url: string): Message {
  return {
    subject: "Your plan is ready",
    paragraphs: [
      "Thank you for your purchase. Follow this link to sign in; your organization then moves to its new plan.",
      `It works once, within the next 15 minutes. Later, ask for a new one at ${new URL(url).origin}.`,
    ],
    link: { label: "Sign in", url },
    footer: "If you did not buy anything, ignore this message: nobody signs in without the link.",
  };
}

/** @param url `{base_url}/auth/reset#token=…` */
export function resetMessage(url: string): Message {
  return {
    subject: "Set a new password",
    paragraphs: ["Follow this link to set a new password. It works once, within the next 60 minutes."],
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
