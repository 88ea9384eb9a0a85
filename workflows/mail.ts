import { ApplicationFailure, isCancellation } from "@temporalio/workflow";
import type { MailActivities } from "#activities/mail.ts";
import type { AccountMailInput, CheckoutLinkInput } from "#temporal/mail.ts";
import { INVITATION_DAYS, type InvitationInput } from "#temporal/organizations.ts";
import type { WebhookInput } from "#temporal/webhook-operations.ts";
import { finish, regularActivities } from "./steps.ts";

const mailing = (scheduleToCloseTimeout: "30m" | "1d" | "3d") => ({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout,
  retry: { initialInterval: "2s", backoffCoefficient: 2, maximumInterval: "5m" },
} as const);
// Whoever asked for a link has asked for another one by then; the news of a changed password is worth a day.
const soon = regularActivities<MailActivities>("mail the link", mailing("30m"));
const withinADay = regularActivities<MailActivities>("mail the news", mailing("1d"));
// A buyer who has paid gets the link even after a mail server's long outage.
const { mailCheckoutLink } = regularActivities<MailActivities>("mail the link", mailing("3d"));

/** Mails one message to a person. */
export async function accountMail(input: AccountMailInput) {
  const { mailAccountMessage } = input.kind === "password_reset" ? soon : withinADay;
  return finish(await mailAccountMessage(input));
}

/** Mails the buyer of a completed checkout a link that signs in. */
export async function checkoutLink(input: CheckoutLinkInput) {
  return finish(await mailCheckoutLink(input));
}

const untilGivenUp = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1h" } as const;
/** A mail that no server has taken by then is given up: an invitation has expired, and a notice is old news. */
const GIVE_UP = `${INVITATION_DAYS} days` as const;

const { usersToNotify } = regularActivities<MailActivities>("find the people to notify", {
  retry: untilGivenUp,
});
const { notifyUser, sendInvitation } = regularActivities<MailActivities>("send a mail", {
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: GIVE_UP,
  retry: untilGivenUp,
});

/** Mails every person of an organization that a subscription was disabled; an address that fails delays no other. */
export async function notifyWebhookDisabled(input: WebhookInput) {
  const { user_ids } = await usersToNotify(input);
  const notices = await Promise.allSettled(user_ids.map((user_id) => notifyUser({ ...input, user_id })));
  const failures = notices.filter((notice) => notice.status === "rejected");
  const cancelled = failures.find(({ reason }) => isCancellation(reason));
  if (cancelled !== undefined) throw cancelled.reason;
  const failed = failures.length;
  if (failed > 0) {
    throw ApplicationFailure.nonRetryable(
      `${failed} of ${notices.length} mails were not taken`,
      "NotNotified",
    );
  }
  const mails = notices.filter((notice) => notice.status === "fulfilled" && notice.value.sent).length;
  return finish({ outcome: "notified", mails }, `, ${mails} mails`);
}

/** Mails an invitation's link. */
export async function mailInvitation(input: InvitationInput) {
  const { sent } = await sendInvitation(input);
  return finish({ outcome: sent ? "sent" : "not_sent", sent });
}
