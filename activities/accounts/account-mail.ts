import { findLapse } from "#db/accounts/lapse.ts";
import { insertMagicLink, insertResetToken, removeMagicLink, removeResetToken } from "#db/accounts/tokens.ts";
import { findUser, type UserRow } from "#db/accounts/users.ts";
import {
  LAPSE_LINK_SECONDS,
  lapsingMessage,
  passwordChangedMessage,
  PROOF_SECONDS,
  proofMessage,
  resetMessage,
} from "#shared/accounts.ts";
import { type Mail, mailOf, type Message } from "#shared/mail.ts";
import type { AccountMailInput, AccountMailKind, AccountMailResult } from "#temporal/mail.ts";
import { type MailDependencies, sendLink } from "../send-mail.ts";

export type AccountMailActivities = ReturnType<typeof createAccountMailActivities>;

/** The activity that mails people about their accounts. A second try mails again, with a new token. */
export function createAccountMailActivities(dependencies: MailDependencies) {
  const { database, mailer } = dependencies;
  return {
    /** Mails one message. Fails while no mail server takes it, and Temporal tries again. */
    async mailAccountMessage({ kind, user_id }: AccountMailInput): Promise<AccountMailResult> {
      const user = await database.transaction((tx) => findUser(tx, user_id));
      const prepared = user && await prepare(dependencies, kind, user);
      if (prepared === null) return { outcome: "gone" };
      return { outcome: await sendLink(mailer, prepared.mail, prepared.takeBack) ? "sent" : "refused" };
    },
  };
}

/** A message, and what to do when it was not sent. */
interface Prepared {
  readonly mail: Mail;
  takeBack(): Promise<void>;
}

const nothing = () => Promise.resolve();

/** Null where there is nothing to say any more. */
async function prepare(
  dependencies: MailDependencies,
  kind: AccountMailKind,
  user: UserRow,
): Promise<Prepared | null> {
  const { database, baseUrl } = dependencies;
  const isProved = user.email_verified_at !== null;
  switch (kind) {
    case "address_proof":
      return isProved ? null : await prepareProof(dependencies, user, PROOF_SECONDS, proofMessage);
    case "sign_up_lapsing": {
      const lapsesAt = await database.transaction((tx) => findLapse(tx, user.organization_id));
      if (lapsesAt === null) return null;
      if (isProved) {
        return { mail: mailOf(user.email, lapsingMessage(baseUrl, lapsesAt, null)), takeBack: nothing };
      }
      return await prepareProof(
        dependencies,
        user,
        LAPSE_LINK_SECONDS,
        (url) => lapsingMessage(baseUrl, lapsesAt, url),
      );
    }
    case "password_changed":
      return { mail: mailOf(user.email, passwordChangedMessage(baseUrl)), takeBack: nothing };
    case "password_reset": {
      const token = await database.transaction((tx) => insertResetToken(tx, user));
      return {
        mail: mailOf(user.email, resetMessage(`${baseUrl}/auth/reset#token=${token}`, isProved)),
        takeBack: () => removeResetToken(database, token),
      };
    }
  }
}

/** A message with a link that signs in, by which a person proves the address. */
async function prepareProof(
  { database, baseUrl }: MailDependencies,
  { email, email_normalized, name }: UserRow,
  seconds: number,
  message: (url: string) => Message,
): Promise<Prepared> {
  // Of a person who is deleted before the link is followed; then it signs up anew.
  const names = { name, organization_name: name };
  const token = await database.transaction((tx) =>
    insertMagicLink(
      tx,
      { email, email_normalized, ...names, organization_id: null, checkout_id: null },
      seconds,
    )
  );
  return {
    mail: mailOf(email, message(`${baseUrl}/auth/magic-link#token=${token}`)),
    takeBack: () => removeMagicLink(database, token),
  };
}
