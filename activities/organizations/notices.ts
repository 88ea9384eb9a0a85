import { insertMagicLink } from "#db/accounts/tokens.ts";
import type { Database } from "#db/postgres/database.ts";
import {
  addressOf,
  findInvitation,
  type InvitationToSend,
  memberIdsOf,
  recordInvitationSent,
} from "#db/organizations/members.ts";
import { type DisabledWebhook, disabledWebhook } from "#db/webhooks/disable.ts";
import { mailOf, type Message } from "#shared/mail.ts";
import { INVITATION_DAYS, type InvitationInput, type MailResult } from "#temporal/organizations.ts";
import type { WebhookInput } from "#temporal/webhook-operations.ts";
import { type MailDependencies, mailMagicLink, sendMail } from "../send-mail.ts";

export type NoticeActivities = ReturnType<typeof createNoticeActivities>;

/** A notice to one person, so that one address that fails delays no other. */
export interface UserNoticeInput extends WebhookInput {
  readonly user_id: string;
}

/** The activities that mail an organization's people. Temporal sees ids, never an address or a text. */
export function createNoticeActivities(dependencies: MailDependencies) {
  const { database, mailer, baseUrl } = dependencies;
  return {
    /** The people to notify of a disabled subscription; none where it is enabled again or deleted. */
    async usersToNotify({ webhook_id }: WebhookInput): Promise<{ readonly user_ids: readonly string[] }> {
      const webhook = await disabledWebhook(database, webhook_id);
      return { user_ids: webhook === null ? [] : await memberIdsOf(database, webhook.organization_id) };
    },
    /** Mails one of them, unless the subscription is enabled again or the person has left. */
    async notifyUser({ webhook_id, user_id }: UserNoticeInput): Promise<MailResult> {
      const webhook = await disabledWebhook(database, webhook_id);
      if (webhook === null) return { sent: false };
      const address = await addressOf(database, webhook.organization_id, user_id);
      if (address === null) return { sent: false };
      return { sent: await sendMail(mailer, mailOf(address, webhookDisabledMessage(webhook, baseUrl))) };
    },
    /** Mails a new link to an invited address. Each attempt has a link of its own: nothing but the mail holds it. */
    async sendInvitation({ invitation_id }: InvitationInput): Promise<MailResult> {
      const invitation = await findInvitation(database, invitation_id);
      if (invitation === null) return { sent: false };
      const token = await newLink(database, invitation);
      const message = (url: string) => invitationMessage(shownName(invitation), url);
      const sent = await mailMagicLink(dependencies, invitation.email, token, message);
      if (sent) await recordInvitationSent(database, invitation_id);
      return { sent };
    },
  };
}

async function newLink(database: Database, invitation: InvitationToSend): Promise<string> {
  const { id, email, email_normalized, name, organization_id, organization_name, expires_at } = invitation;
  const seconds = Math.max(1, Math.floor((expires_at.getTime() - Date.now()) / 1000));
  const link = { email, email_normalized, name, organization_name, organization_id, checkout_id: null };
  return await database.transaction((tx) => insertMagicLink(tx, link, seconds, id));
}

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
