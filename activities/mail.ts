import { ApplicationFailure, log } from "@temporalio/activity";
import {
  insertMagicLink,
  insertResetToken,
  type MagicLink,
  removeMagicLink,
  removeResetToken,
} from "#db/accounts/tokens.ts";
import { MailFailure, mailOf, type Message } from "#shared/mail.ts";
import type { Dependencies } from "./dependencies.ts";
import { findLapse } from "#db/accounts/proof.ts";
import { findUser, findUserByEmail, type UserRow } from "#db/accounts/users.ts";
import {
  accountMessage,
  displayName,
  isSameMailbox,
  LAPSE_LINK_SECONDS,
  PROOF_SECONDS,
} from "#shared/accounts.ts";
import type {
  AccountMailInput,
  AccountMailKind,
  CheckoutLinkInput,
  CheckoutLinkResult,
} from "#temporal/mail.ts";
import type { Transaction } from "#db/postgres/database.ts";
import {
  addressOf,
  findInvitation,
  type InvitationToSend,
  memberIdsOf,
  recordInvitationSent,
} from "#db/organizations/members.ts";
import { type DisabledWebhook, disabledWebhook } from "#db/webhooks/webhooks.ts";
import { INVITATION_DAYS, type InvitationInput, type MailResult } from "#temporal/organizations.ts";
import type { WebhookInput } from "#temporal/webhook-operations.ts";
import { findBuyer } from "#db/billing/payments.ts";

/** The pages that mailed tokens open, and how a token is taken back. */
const TAKE_BACK = { "magic-link": removeMagicLink, reset: removeResetToken } as const;

export type MailActivities = ReturnType<typeof createMailActivities>;

/**
 * The activities that mail people. Each sends one message, and fails while no mail server takes it, so that Temporal tries again: then with a
 * new token, since nothing but the mail holds one. Temporal sees ids, never an address or a text.
 */
export function createMailActivities(
  { database, mailer, baseUrl }: Pick<Dependencies, "database" | "mailer" | "baseUrl">,
) {
  /**
   * @returns whether a mail server took the message; false for one that no server will ever take
   * @throws ApplicationFailure `MailNotSent`, which Temporal tries again
   */
  async function send(to: string, message: Message): Promise<boolean> {
    try {
      await mailer.send(mailOf(to, message));
      return true;
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      if (error.kind === "refused") return false;
      throw ApplicationFailure.retryable(error.message, "MailNotSent");
    }
  }

  /** As {@link send}, for a link that no other message may have: one that was not sent takes back its token. @param message of the link's URL */
  async function sendLink(
    to: string,
    page: keyof typeof TAKE_BACK,
    token: string,
    message: (url: string) => Message,
  ): Promise<boolean> {
    let sent = false;
    try {
      return sent = await send(to, message(`${baseUrl}/auth/${page}#token=${token}`));
    } finally {
      if (!sent) await TAKE_BACK[page](database, token);
    }
  }

  /** Mails a link that signs in, by which a person proves the address. One who is deleted before the link is followed signs up anew by it. */
  async function mailProof(
    user: UserRow,
    seconds: number,
    message: (url: string) => Message,
  ): Promise<boolean> {
    const token = await database.transaction((tx) => insertMagicLink(tx, signUpLink(user), seconds));
    return await sendLink(user.email, "magic-link", token, message);
  }

  /** Whether a mail server took the message; null where there is nothing to say any more. */
  async function mailAbout(kind: AccountMailKind, user: UserRow): Promise<boolean | null> {
    const isUnproved = user.email_verified_at === null;
    switch (kind) {
      case "address_proof":
        if (!isUnproved) return null;
        return await mailProof(user, PROOF_SECONDS, (url) => accountMessage(kind, { url, isUnproved }));
      case "sign_up_lapsing": {
        const lapsesAt = await database.transaction((tx) => findLapse(tx, user.organization_id));
        if (lapsesAt === null) return null;
        return isUnproved
          ? await mailProof(
            user,
            LAPSE_LINK_SECONDS,
            (url) => accountMessage(kind, { url, isUnproved, lapsesAt }),
          )
          : await send(user.email, accountMessage("organization_lapsing", { url: baseUrl, lapsesAt }));
      }
      case "password_changed":
        return await send(user.email, accountMessage(kind, { url: baseUrl }));
      case "password_reset": {
        const token = await database.transaction((tx) => insertResetToken(tx, user));
        return await sendLink(user.email, "reset", token, (url) => accountMessage(kind, { url, isUnproved }));
      }
    }
  }

  return {
    /** Mails a person about the account. `gone`: the person was revoked, or has proved the address, meanwhile. `refused`: a mail server will never take the message. */
    async mailAccountMessage({ kind, user_id }: AccountMailInput): Promise<{ readonly outcome: string }> {
      const user = await database.transaction((tx) => findUser(tx, user_id));
      const sent = user && await mailAbout(kind, user);
      return { outcome: sent === null ? "gone" : sent ? "sent" : "refused" };
    },
    /** Mails the buyer of a checkout. */
    async mailCheckoutLink({ checkout_id }: CheckoutLinkInput): Promise<CheckoutLinkResult> {
      const link = await database.transaction((tx) => buyersLink(tx, checkout_id));
      if ("outcome" in link) {
        if (link.outcome === "other_mailbox") {
          const why = "another mailbox is registered whose address normalises alike";
          log.warn(`A buyer was mailed no link: ${why}`, { checkout_id });
        }
        return link;
      }
      const { to, token, isUnproved } = link;
      const message = (url: string) => accountMessage("checkout", { url, isUnproved });
      return { outcome: await sendLink(to, "magic-link", token, message) ? "sent" : "refused" };
    },
    /** The people to notify of a disabled subscription; none where it is enabled again or deleted. */
    async usersToNotify({ webhook_id }: WebhookInput): Promise<{ readonly user_ids: readonly string[] }> {
      const webhook = await disabledWebhook(database, webhook_id);
      return { user_ids: webhook === null ? [] : await memberIdsOf(database, webhook.organization_id) };
    },
    /** Mails one of them, so that one address that fails delays no other, unless the subscription is enabled again or the person has left. */
    async notifyUser(
      { webhook_id, user_id }: WebhookInput & { readonly user_id: string },
    ): Promise<MailResult> {
      const webhook = await disabledWebhook(database, webhook_id);
      const address = webhook && await addressOf(database, webhook.organization_id, user_id);
      if (webhook === null || address === null) return { sent: false };
      return { sent: await send(address, webhookDisabledMessage(webhook, baseUrl)) };
    },
    /** Mails a new link to an invited address. */
    async sendInvitation({ invitation_id }: InvitationInput): Promise<MailResult> {
      const invitation = await findInvitation(database, invitation_id);
      if (invitation === null) return { sent: false };
      const seconds = Math.max(1, Math.floor((invitation.expires_at.getTime() - Date.now()) / 1000));
      const link = { ...invitation, checkout_id: null };
      const token = await database.transaction((tx) => insertMagicLink(tx, link, seconds, invitation_id));
      const message = (url: string) => invitationMessage(shownName(invitation), url);
      const sent = await sendLink(invitation.email, "magic-link", token, message);
      if (sent) await recordInvitationSent(database, invitation_id);
      return { sent };
    },
  };
}

/** What a link signs up that no organization invites to: a person, and an organization of the person's name. */
const signUpLink = (
  { email, email_normalized, name }: Pick<MagicLink, "email" | "email_normalized" | "name">,
  checkout_id: string | null = null,
): MagicLink => ({
  ...{ email, email_normalized, name, organization_name: name },
  organization_id: null,
  checkout_id,
});

/** The endpoint's query may hold a secret, so the mail leaves it out. */
function webhookDisabledMessage(
  { url, description, disabled_reason }: DisabledWebhook,
  baseUrl: string,
): Message {
  const { origin, pathname } = new URL(url);
  const named = description === null ? `${origin}${pathname}` : `${origin}${pathname} (${description})`;
  return {
    subject: "A webhook subscription was disabled",
    paragraphs: [
      `${new URL(baseUrl).host} has disabled your webhook subscription to ${named}.`,
      ...(disabled_reason === null ? [] : [`The reason: ${disabled_reason}`]),
      "Its deliveries are held. They are sent once you enable the subscription again.",
    ],
    footer:
      "You receive this message because you are a member of the organization that has this subscription.",
  };
}

/** What mail programs make a link: an address, or a name of hosts. */
const LINK = /:\/\/|[\p{L}\p{N}]\.\p{L}{2}/u;

/**
 * An organization's name as its mails to strangers may show it, without characters that turn a text round. Null where the mail would carry
 * somebody's own message: the founder's address is unproved, or the name has a link.
 */
function shownName({ organization_name, founding }: InvitationToSend): string | null {
  if (founding === "unproved" || LINK.test(organization_name.replaceAll(/\p{Cf}/gu, ""))) return null;
  return organization_name.replaceAll(/\p{Bidi_Control}/gu, "");
}

/** @param url `{base_url}/auth/magic-link#token=…` */
function invitationMessage(organizationName: string | null, url: string): Message {
  const named = organizationName ?? `an organization at ${new URL(url).host}`;
  return {
    subject: `Join ${organizationName ?? "an organization"}`,
    paragraphs: [
      `You are invited to join ${named}. The link works once, within the next ${INVITATION_DAYS} days.`,
      "If you have signed up with this address and not proved it, joining deletes that sign-up with its organization.",
    ],
    link: { label: "Join", url },
    footer: "If you do not know this organization, ignore this message: nobody joins it without the link.",
  };
}

/** An unknown buyer becomes a person with an organization when the link is followed. @returns why there is no link, where there is none */
async function buyersLink(
  tx: Transaction,
  checkout_id: string,
): Promise<
  CheckoutLinkResult | { readonly to: string; readonly token: string; readonly isUnproved: boolean }
> {
  const buyer = await findBuyer(tx, checkout_id);
  if (buyer === null) return { outcome: "claimed" };
  const { email, email_normalized } = buyer;
  if (email === null || email_normalized === null) return { outcome: "no_address" };
  const user = await findUserByEmail(tx, email_normalized);
  if (user !== null && !isSameMailbox(user.email, email)) return { outcome: "other_mailbox" };
  const to = user?.email ?? email;
  const name = displayName(buyer.name ?? "") || displayName(email.split("@")[0] ?? "") || "Buyer";
  const token = await insertMagicLink(tx, signUpLink({ email: to, email_normalized, name }, checkout_id));
  return { to, token, isUnproved: user?.email_verified_at === null };
}
