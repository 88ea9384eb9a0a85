import type { WorkflowStart } from "./command.ts";

/** Mails a link that signs in to whoever has completed a checkout, and tries again while no mail server takes it. */
export const CHECKOUT_LINK_WORKFLOW = "checkoutLink";

export interface CheckoutLinkInput {
  /** The provider's id of the checkout; the buyer's address stands in Postgres. */
  readonly checkout_id: string;
}

/** `claimed`: the buyer has signed in meanwhile. `no_address`: the checkout has none. `refused`: a mail server will never take the message. */
export interface CheckoutLinkResult {
  readonly outcome: "sent" | "claimed" | "no_address" | "refused";
}

/** @param organizationId the organization that the checkout names; null where it is the buyer's own */
export function checkoutLinkStart(checkoutId: string, organizationId: string | null): WorkflowStart {
  const input: CheckoutLinkInput = { checkout_id: checkoutId };
  return {
    kind: "start",
    workflow_type: CHECKOUT_LINK_WORKFLOW,
    workflow_id: `checkout/${checkoutId}`,
    task_queue: "operations",
    input: { ...input },
    summary: "mail the buyer a link that signs in",
    details:
      "Tries again while no mail server takes the message. The organization moves from sandbox to growth when the buyer follows the link.",
    search_attributes: {
      ...(organizationId === null ? {} : { OrganizationId: organizationId }),
      Stage: "mailing",
    },
  };
}
