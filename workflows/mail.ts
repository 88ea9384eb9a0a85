import { proxyActivities, upsertSearchAttributes } from "@temporalio/workflow";
import type { AccountMailActivities } from "#activities/accounts/account-mail.ts";
import type { CheckoutLinkActivities } from "#activities/billing/checkout-link.ts";
import type {
  AccountMailInput,
  AccountMailResult,
  CheckoutLinkInput,
  CheckoutLinkResult,
} from "#temporal/mail.ts";
import { OUTCOME, STAGE } from "#temporal/search-attributes.ts";

const retry = { initialInterval: "2s", backoffCoefficient: 2, maximumInterval: "5m" } as const;

// Whoever asked for a link has asked for another one by then; the news of a changed password is worth a day.
const { mailAccountMessage: mailSoon } = proxyActivities<AccountMailActivities>({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: "30m",
  retry,
  summary: "mail the link",
});
const { mailAccountMessage: mailWithinADay } = proxyActivities<AccountMailActivities>({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: "1d",
  retry,
  summary: "mail the news",
});

/** Mails one message to a person. */
export async function accountMail(input: AccountMailInput): Promise<AccountMailResult> {
  const result = await (input.kind === "password_reset" ? mailSoon(input) : mailWithinADay(input));
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: result.outcome }]);
  return result;
}

// A buyer who has paid gets the link even after a mail server's long outage.
const { mailCheckoutLink } = proxyActivities<CheckoutLinkActivities>({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: "3d",
  retry,
  summary: "mail the link",
});

/** Mails the buyer of a completed checkout a link that signs in. */
export async function checkoutLink(input: CheckoutLinkInput): Promise<CheckoutLinkResult> {
  const result = await mailCheckoutLink(input);
  upsertSearchAttributes([{ key: STAGE, value: "ended" }, { key: OUTCOME, value: result.outcome }]);
  return result;
}
