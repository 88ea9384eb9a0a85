import { operationStart, type WorkflowStart } from "./command.ts";

/** What the message says. The worker makes a reset's token itself: no history holds one. */
export type AccountMailKind = "address_proof" | "sign_up_lapsing" | "password_reset" | "password_changed";

export interface AccountMailInput {
  readonly kind: AccountMailKind;
  /** A new one for each message. */
  readonly message_id: string;
  readonly user_id: string;
}

const SUMMARIES: Readonly<Record<AccountMailKind, string>> = {
  address_proof: "mail a link that proves an address",
  sign_up_lapsing: "mail that a sign-up will be deleted",
  password_reset: "mail a link that sets a new password",
  password_changed: "mail that a password was changed",
};

/** Mails one message to a person, and tries again while no mail server takes it. @param user the person's organization is the run's */
export function accountMailStart(
  input: AccountMailInput,
  { organization_id }: { readonly organization_id: string },
): WorkflowStart {
  return operationStart({
    workflow_type: "accountMail",
    workflow_id: `account-mail/${input.message_id}`,
    input: { ...input },
    summary: SUMMARIES[input.kind],
    details:
      `To user ${input.user_id}. Tries again while no mail server takes the message; the address stands in Postgres.`,
    search_attributes: { OrganizationId: organization_id, Stage: "mailing" },
  });
}

export interface CheckoutLinkInput {
  /** The provider's id of the checkout; the buyer's address stands in Postgres. */
  readonly checkout_id: string;
}

/** `claimed`: the buyer has signed in meanwhile. `no_address`: the checkout has none. `other_mailbox`: the buyer's address is another mailbox than the registered one that normalises alike, so no link could
 * sign in to it. `refused`: a mail server will never take the message. */
export interface CheckoutLinkResult {
  readonly outcome: "sent" | "claimed" | "no_address" | "other_mailbox" | "refused";
}

/**
 * Mails a link that signs in to whoever has completed a checkout, and tries again while no mail server takes it. The run is no organization's:
 * the purchase has no owner until its buyer claims it.
 */
export function checkoutLinkStart(checkoutId: string): WorkflowStart {
  return operationStart({
    workflow_type: "checkoutLink",
    workflow_id: `checkout/${checkoutId}`,
    input: { checkout_id: checkoutId } satisfies CheckoutLinkInput,
    summary: "mail the buyer a link that signs in",
    details:
      "Tries again while no mail server takes the message. Following the link claims the purchase where that founds an organization or raises its plan.",
    search_attributes: { Stage: "mailing" },
  });
}
