import { ApplicationFailure } from "@temporalio/activity";
import { removeMagicLink } from "#db/accounts/tokens.ts";
import { type Mail, type Mailer, MailFailure, mailOf, type Message } from "#shared/mail.ts";
import type { Dependencies } from "./dependencies.ts";

export type MailDependencies = Pick<Dependencies, "database" | "mailer" | "baseUrl">;

/**
 * Sends a message within an activity.
 * @returns whether a mail server took it; false for one that no server will ever take
 * @throws ApplicationFailure `MailNotSent`, which Temporal tries again
 */
export async function sendMail(mailer: Mailer, mail: Mail): Promise<boolean> {
  try {
    await mailer.send(mail);
    return true;
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    if (error.kind === "refused") return false;
    throw ApplicationFailure.retryable(error.message, "MailNotSent");
  }
}

/** As {@link sendMail}, for a message whose link no other may use: one that was not sent takes back its token. */
export async function sendLink(mailer: Mailer, mail: Mail, takeBack: () => Promise<void>): Promise<boolean> {
  let sent = false;
  try {
    sent = await sendMail(mailer, mail);
  } finally {
    if (!sent) await takeBack();
  }
  return sent;
}

/** Mails a magic link by its token, as {@link sendLink} does. @param message of the link's URL */
export async function mailMagicLink(
  { database, mailer, baseUrl }: MailDependencies,
  to: string,
  token: string,
  message: (url: string) => Message,
): Promise<boolean> {
  const mail = mailOf(to, message(`${baseUrl}/auth/magic-link#token=${token}`));
  return await sendLink(mailer, mail, () => removeMagicLink(database, token));
}
