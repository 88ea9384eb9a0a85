import { insertResetToken, removeResetToken } from "#db/accounts/tokens.ts";
import { findUser, type UserRow } from "#db/accounts/users.ts";
import type { Database } from "#db/database.ts";
import { passwordChangedMessage, resetMessage } from "#shared/accounts.ts";
import { type Mail, type Mailer, mailOf } from "#shared/mail.ts";
import type { AccountMailInput, AccountMailKind, AccountMailResult } from "#temporal/mail.ts";
import { sendLink } from "../send-mail.ts";

export interface AccountMailDependencies {
  /** Sees every organization. */
  readonly database: Database;
  readonly mailer: Mailer;
  /** Links begin with it. */
  readonly baseUrl: string;
}

export type AccountMailActivities = ReturnType<typeof createAccountMailActivities>;

/** The activity that mails people about their accounts. A second try mails again, with a new token. */
export function createAccountMailActivities(dependencies: AccountMailDependencies) {
  return {
    /** Mails one message. Fails while no mail server takes it, and Temporal tries again. */
    mailAccountMessage: (input: AccountMailInput) => mailAccountMessage(dependencies, input),
  };
}

async function mailAccountMessage(
  dependencies: AccountMailDependencies,
  { kind, user_id }: AccountMailInput,
): Promise<AccountMailResult> {
  const { database, mailer } = dependencies;
  const user = await database.transaction((tx) => findUser(tx, user_id));
  if (user === null) return { outcome: "gone" };
  const { mail, takeBack } = await prepare(dependencies, kind, user);
  return { outcome: await sendLink(mailer, mail, takeBack) ? "sent" : "refused" };
}

/** A message, and what to do when it was not sent. */
interface Prepared {
  readonly mail: Mail;
  takeBack(): Promise<void>;
}

async function prepare(
  { database, baseUrl }: AccountMailDependencies,
  kind: AccountMailKind,
  user: UserRow,
): Promise<Prepared> {
  switch (kind) {
    case "password_changed":
      return {
        mail: mailOf(user.email, passwordChangedMessage(baseUrl)),
        takeBack: () => Promise.resolve(),
      };
    case "password_reset": {
      const token = await database.transaction((tx) => insertResetToken(tx, user));
      return {
        mail: mailOf(user.email, resetMessage(`${baseUrl}/auth/reset#token=${token}`)),
        takeBack: () => removeResetToken(database, token),
      };
    }
  }
}
