import {
  consumeMagicLink,
  insertMagicLink,
  type MagicLink,
  removeExpiredMagicLinks,
  removeMagicLink,
} from "#db/accounts/tokens.ts";
import { findUserByEmail, insertUser, lockEmail, recordLogin, type UserRow } from "#db/accounts/users.ts";
import { claimCheckouts } from "#db/billing/payments.ts";
import type { Transaction } from "#db/database.ts";
import { insertOrganizationNumbered } from "#db/organizations/organizations.ts";
import { isSameMailbox, magicLinkMessage } from "#shared/accounts.ts";
import { ApiError } from "#shared/errors.ts";
import { MailFailure, mailOf } from "#shared/mail.ts";
import { defineRoute, NO_STORE } from "../http/define-route.ts";
import type { SystemServices } from "../http/services.ts";
import { countCall, magicLinkLimits } from "./limits.ts";
import { addressOf, MagicLinkRequest, MagicLinkSent, SessionResponse, TokenBody } from "./schema.ts";
import { openSession } from "./session.ts";

export const requestMagicLink = defineRoute({
  method: "POST",
  path: "/v1/auth/magic-link/request",
  operationId: "requestMagicLink",
  summary: "Mail a link that signs a person in",
  description:
    "Answers the same whether or not the address is known. The link works once, for 15 minutes. At most 5 an " +
    "hour to one email, 20 an hour from one address. On 503 `email_delivery_failed` the new link is void, and older " +
    "ones stay as they were.",
  tag: "Accounts",
  fence: "public",
  body: MagicLinkRequest,
  headers: NO_STORE,
  responses: { 202: { description: "A mail server has taken the message", data: MagicLinkSent } },
  errors: ["email_delivery_failed"],
  read: async ({ body, client, services }) => {
    const { email, emailNormalized } = addressOf(body.email);
    const limits = magicLinkLimits(emailNormalized, client.network);
    const giveBack = await countCall(services.limiter, limits);
    const { systemDatabase, config } = services;
    await removeExpiredMagicLinks(systemDatabase);
    const { to, token } = await systemDatabase.transaction(async (tx) => {
      const user = await findUserByEmail(tx, emailNormalized);
      // To the spelling that signed up: another one that normalises alike may be another person's mailbox.
      const to = user?.email ?? email;
      const token = await insertMagicLink(tx, {
        email: to,
        email_normalized: emailNormalized,
        name: body.name.trim(),
        organization_name: body.organization_name.trim(),
        organization_id: null,
      });
      return { to, token };
    });
    const url = `${config.baseUrl}/auth/magic-link#token=${token}`;
    await sendOrTakeBack(services, to, url, async () => {
      await removeMagicLink(systemDatabase, token);
      await giveBack(limits[0]);
    });
    return { status: 202, data: { sent: true, ...(config.authDebugLinks ? { magic_link: url } : {}) } };
  },
});

/** @throws ApiError 503 `email_delivery_failed`, after `takeBack`, when no mail server takes the message */
async function sendOrTakeBack(
  { mailer }: SystemServices,
  to: string,
  url: string,
  takeBack: () => Promise<void>,
): Promise<void> {
  try {
    await mailer.send(mailOf(to, magicLinkMessage(url)));
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    await takeBack();
    throw new ApiError("email_delivery_failed", "The mail could not be delivered; the link in it is void.", {
      cause: error,
    });
  }
}

export const verifyMagicLink = defineRoute({
  method: "POST",
  path: "/v1/auth/magic-link/verify",
  operationId: "verifyMagicLink",
  summary: "Sign in with a mailed link's token",
  description: "An unknown address becomes a person with an organization. A token works once.",
  tag: "Accounts",
  fence: "public",
  body: TokenBody,
  headers: NO_STORE,
  responses: { 200: { description: "Signed in", data: SessionResponse, headers: ["Set-Cookie"] } },
  errors: ["magic_link_invalid"],
  read: ({ body, client, services }) =>
    services.systemDatabase.transaction(async (tx) => {
      const link = await consumeMagicLink(tx, body.token);
      if (link === null) throw linkInvalid();
      const user = await personOf(tx, link, await sessionHolder(services, client.sessionToken));
      const { organization_id } = user;
      await claimCheckouts(tx, { email_normalized: link.email_normalized, organization_id });
      return await openSession(tx, services, { user, method: "magic_link", client, status: 200 });
    }),
});

/** The person whose session the caller has already; null for nobody. */
async function sessionHolder({ sessions }: SystemServices, token: string | null): Promise<string | null> {
  const session = token === null ? null : await sessions.find(token);
  return session?.userId ?? null;
}

/**
 * The person whom a link signs in, created where the address is unknown. Whoever signed up with somebody else's address loses it here: the
 * first link that is followed ends the password and the sessions from before, unless the caller has one of those sessions too.
 */
async function personOf(tx: Transaction, link: MagicLink, sessionHolder: string | null): Promise<UserRow> {
  // Two links of one unknown address create one person.
  await lockEmail(tx, link.email_normalized);
  const known = await findUserByEmail(tx, link.email_normalized);
  if (known !== null) {
    const isOwner = isSameMailbox(known.email, link.email);
    const user = isOwner
      ? await recordLogin(tx, known.id, known.session_generation, {
        verified: true,
        endsUnproved: sessionHolder !== known.id,
      })
      : null;
    if (user === null) throw linkInvalid();
    return user;
  }
  const organizationId = link.organization_id ??
    (await insertOrganizationNumbered(tx, { name: link.organization_name, plan_tier: "sandbox" })).id;
  return await insertUser(tx, {
    organization_id: organizationId,
    email: link.email,
    email_normalized: link.email_normalized,
    name: link.name,
    password_hash: null,
    email_verified: true,
  });
}

function linkInvalid(): ApiError {
  return new ApiError(
    "magic_link_invalid",
    "The link is unknown, was used or has expired; ask for a new one.",
  );
}
