import { findLapse } from "#db/accounts/lapse.ts";
import { insertMagicLink, insertResetToken, removeResetToken } from "#db/accounts/tokens.ts";
import { findUser, type UserRow } from "#db/accounts/users.ts";
import { accountMessage, LAPSE_LINK_SECONDS, PROOF_SECONDS } from "#shared/accounts.ts";
import { mailOf, type Message } from "#shared/mail.ts";
import type { AccountMailInput, AccountMailKind } from "#temporal/mail.ts";
import { type MailDependencies, mailMagicLink, sendLink, sendMail } from "../send-mail.ts";

export type AccountMailActivities = ReturnType<typeof createAccountMailActivities>;

/** The activity that mails people about their accounts. A second try mails again, with a new token. */
export function createAccountMailActivities(dependencies: MailDependencies) {
  const { database } = dependencies;
  return {
    /**
     * Mails one message. Fails while no mail server takes it, and Temporal tries again. `gone`: the person was revoked, or has proved the
     * address, meanwhile. `refused`: a mail server will never take the message.
     */
    async mailAccountMessage({ kind, user_id }: AccountMailInput): Promise<{ readonly outcome: string }> {
      const user = await database.transaction((tx) => findUser(tx, user_id));
      const sent = user && await send(dependencies, kind, user);
      return { outcome: sent === null ? "gone" : sent ? "sent" : "refused" };
    },
  };
}

/** Whether a mail server took the message; null where there is nothing to say any more. */
async function send(
  dependencies: MailDependencies,
  kind: AccountMailKind,
  user: UserRow,
): Promise<boolean | null> {
  const { database, mailer, baseUrl } = dependencies;
  const isUnproved = user.email_verified_at === null;
  switch (kind) {
    case "address_proof": {
      if (!isUnproved) return null;
      const message = (url: string) => accountMessage("address_proof", { url, isUnproved });
      return await mailProof(dependencies, user, PROOF_SECONDS, message);
    }
    case "sign_up_lapsing": {
      const lapsesAt = await database.transaction((tx) => findLapse(tx, user.organization_id));
      if (lapsesAt === null) return null;
      if (!isUnproved) {
        const message = accountMessage("organization_lapsing", { url: baseUrl, lapsesAt });
        return await sendMail(mailer, mailOf(user.email, message));
      }
      const message = (url: string) => accountMessage("sign_up_lapsing", { url, isUnproved, lapsesAt });
      return await mailProof(dependencies, user, LAPSE_LINK_SECONDS, message);
    }
    case "password_changed":
      return await sendMail(mailer, mailOf(user.email, accountMessage(kind, { url: baseUrl })));
    case "password_reset": {
      const token = await database.transaction((tx) => insertResetToken(tx, user));
      const message = accountMessage(kind, { url: `${baseUrl}/auth/reset#token=${token}`, isUnproved });
      return await sendLink(mailer, mailOf(user.email, message), () => removeResetToken(database, token));
    }
  }
}

/** Mails a link that signs in, by which a person proves the address. */
async function mailProof(
  dependencies: MailDependencies,
  { email, email_normalized, name }: UserRow,
  seconds: number,
  message: (url: string) => Message,
): Promise<boolean> {
  // Of a person who is deleted before the link is followed; then it signs up anew.
  const names = { name, organization_name: name };
  const link = { email, email_normalized, ...names, organization_id: null, checkout_id: null };
  const token = await dependencies.database.transaction((tx) => insertMagicLink(tx, link, seconds));
  return await mailMagicLink(dependencies, email, token, message);
}
