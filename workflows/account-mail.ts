import { proxyActivities, upsertSearchAttributes } from "@temporalio/workflow";
import type { AccountMailActivities } from "#activities/accounts/account-mail.ts";
import type { AccountMailInput, AccountMailResult } from "#temporal/account-mail.ts";
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
