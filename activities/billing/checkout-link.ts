import { log } from "@temporalio/activity";
import { insertMagicLink } from "#db/accounts/tokens.ts";
import { findUserByEmail } from "#db/accounts/users.ts";
import { findBuyer } from "#db/billing/payments.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { accountMessage, displayName, isSameMailbox } from "#shared/accounts.ts";
import type { CheckoutLinkInput, CheckoutLinkResult } from "#temporal/mail.ts";
import { type MailDependencies, mailMagicLink } from "../send-mail.ts";

export type CheckoutLinkActivities = ReturnType<typeof createCheckoutLinkActivities>;

/** The activity that mails buyers. A second try mails again, with a new token: no history holds one. */
export function createCheckoutLinkActivities(dependencies: MailDependencies) {
  return {
    /** Mails the link. Fails while no mail server takes it, and Temporal tries again. */
    async mailCheckoutLink({ checkout_id }: CheckoutLinkInput): Promise<CheckoutLinkResult> {
      const link = await dependencies.database.transaction((tx) => newLink(tx, checkout_id));
      if ("outcome" in link) {
        if (link.outcome === "other_mailbox") {
          log.warn(
            "A buyer was mailed no link: another mailbox is registered whose address normalises alike",
            {
              checkout_id,
            },
          );
        }
        return link;
      }
      const { to, token, isUnproved } = link;
      const message = (url: string) => accountMessage("checkout", { url, isUnproved });
      const sent = await mailMagicLink(dependencies, to, token, message);
      return { outcome: sent ? "sent" : "refused" };
    },
  };
}

interface Link {
  readonly to: string;
  readonly token: string;
  readonly isUnproved: boolean;
}

/** An unknown buyer becomes a person with an organization when the link is followed. @returns why there is no link, where there is none */
async function newLink(tx: Transaction, checkout_id: string): Promise<Link | CheckoutLinkResult> {
  const buyer = await findBuyer(tx, checkout_id);
  if (buyer === null) return { outcome: "claimed" };
  const { email, email_normalized } = buyer;
  if (email === null || email_normalized === null) return { outcome: "no_address" };
  const user = await findUserByEmail(tx, email_normalized);
  if (user !== null && !isSameMailbox(user.email, email)) return { outcome: "other_mailbox" };
  const to = user?.email ?? email;
  const name = displayName(buyer.name ?? "") || displayName(email.split("@")[0] ?? "") || "Buyer";
  const link = {
    email: to,
    email_normalized,
    name,
    organization_name: name,
    organization_id: null,
    checkout_id,
  };
  const token = await insertMagicLink(tx, link);
  return { to, token, isUnproved: user?.email_verified_at === null };
}
