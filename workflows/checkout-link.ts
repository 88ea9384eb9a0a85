import { proxyActivities, upsertSearchAttributes } from "@temporalio/workflow";
import type { CheckoutLinkActivities } from "#activities/billing/checkout-link.ts";
import type { CheckoutLinkInput, CheckoutLinkResult } from "#temporal/checkout-link.ts";
import { OUTCOME, STAGE } from "#temporal/search-attributes.ts";

// A buyer who has paid gets the link even after a mail server's long outage.
const { mailCheckoutLink } = proxyActivities<CheckoutLinkActivities>({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: "3d",
  retry: { initialInterval: "2s", backoffCoefficient: 2, maximumInterval: "5m" },
  summary: "mail the link",
});

/** Mails the buyer of a completed checkout a link that signs in. */
export async function checkoutLink(input: CheckoutLinkInput): Promise<CheckoutLinkResult> {
  const result = await mailCheckoutLink(input);
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: result.outcome }]);
  return result;
}
