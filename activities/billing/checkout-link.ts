import { log } from "@temporalio/activity";
import { insertMagicLink, removeMagicLink } from "#db/accounts/tokens.ts";
import { findUserByEmail } from "#db/accounts/users.ts";
import { type Buyer, findBuyer } from "#db/billing/payments.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { checkoutMessage, displayName, isSameMailbox } from "#shared/accounts.ts";
import { mailOf } from "#shared/mail.ts";
import type { CheckoutLinkInput, CheckoutLinkResult } from "#temporal/mail.ts";
import { type MailDependencies, sendLink } from "../send-mail.ts";

export type CheckoutLinkActivities = ReturnType<typeof createCheckoutLinkActivities>;

/** The activity that mails buyers. A second try mails again, with a new token: no history holds one. */
export function createCheckoutLinkActivities(dependencies: MailDependencies) {
  return {
    /** Mails the link. Fails while no mail server takes it, and Temporal tries again. */
    mailCheckoutLink: (input: CheckoutLinkInput) => mailCheckoutLink(dependencies, input),
  };
}

async function mailCheckoutLink(
  { database, mailer, baseUrl }: MailDependencies,
  { checkout_id }: CheckoutLinkInput,
): Promise<CheckoutLinkResult> {
  const link = await database.transaction(async (tx) => {
    const buyer = await findBuyer(tx, checkout_id);
    if (buyer === null) return { outcome: "claimed" } as const;
    const { email, email_normalized } = buyer;
    if (email === null || email_normalized === null) return { outcome: "no_address" } as const;
    return await newLink(tx, checkout_id, { ...buyer, email, email_normalized });
  });
  if ("outcome" in link) {
    if (link.outcome === "other_mailbox") {
      log.warn("A buyer was mailed no link: another mailbox is registered whose address normalises alike", {
        checkout_id,
      });
    }
    return link;
  }
  const { to, token, isProved } = link;
  const mail = mailOf(to, checkoutMessage(`${baseUrl}/auth/magic-link#token=${token}`, isProved));
  const sent = await sendLink(mailer, mail, () => removeMagicLink(database, token));
  return { outcome: sent ? "sent" : "refused" };
}

interface Link {
  readonly to: string;
  readonly token: string;
  readonly isProved: boolean;
}

/** An unknown buyer becomes a person with an organization when the link is followed. */
async function newLink(
  tx: Transaction,
  checkoutId: string,
  buyer: Buyer & { readonly email: string; readonly email_normalized: string },
): Promise<Link | { readonly outcome: "other_mailbox" }> {
  const user = await findUserByEmail(tx, buyer.email_normalized);
  if (user !== null && !isSameMailbox(user.email, buyer.email)) return { outcome: "other_mailbox" };
  const to = user?.email ?? buyer.email;
  const name = displayName(buyer.name ?? "") || displayName(buyer.email.split("@")[0] ?? "") || "Buyer";
  const token = await insertMagicLink(tx, {
    email: to,
    email_normalized: buyer.email_normalized,
    name,
    organization_name: name,
    organization_id: null,
    checkout_id: checkoutId,
  });
  return { to, token, isProved: user === null || user.email_verified_at !== null };
}
