import {
  consumeMagicLink,
  consumeResetToken,
  insertMagicLink,
  isLiveResetToken,
  type MagicLink,
  removeExpiredMagicLinks,
  removeMagicLink,
} from "#db/accounts/tokens.ts";
import { leaveUnproved, recordFirstProof } from "#db/accounts/proof.ts";
import {
  findUserByEmail,
  insertUser,
  lockEmail,
  lockUser,
  recordLogin,
  setPassword,
  type UserRow,
} from "#db/accounts/users.ts";
import { claimMailedPurchase } from "#db/billing/payments.ts";
import type { Transaction } from "#db/postgres/database.ts";
import { recordOwnChange } from "#db/organizations/audit-log.ts";
import { requestDeletion } from "#db/organizations/erase.ts";
import { lockOwner } from "#db/organizations/members.ts";
import { insertOrganizationNumbered } from "#db/organizations/organizations.ts";
import { accountMessage, isSameMailbox } from "#shared/accounts.ts";
import { ApiError } from "#shared/errors.ts";
import { MailFailure, mailOf } from "#shared/mail.ts";
import { addressOf, Email, name, namedObject, text } from "../http/fields.ts";
import { defineRoute } from "../http/define-route.ts";
import { refuseUnlessOperator } from "../http/maintenance.ts";
import type { SystemServices } from "../http/services.ts";
import { magicLinkLimits, resetLimits } from "./limits.ts";
import { NewPassword } from "./password.ts";
import { FOR_VISITORS, isSessionOf, openSession, sessionOf, SessionResponse } from "./session.ts";
import type { Session } from "./sessions.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { enqueue } from "#db/outbox/outbox.ts";
import { newId } from "#shared/ids.ts";
import { accountMailStart } from "#temporal/mail.ts";
import Type from "typebox";

const Token = text("What stands after `#token=` in the mailed link", { minLength: 1, maxLength: 200 });

export const requestMagicLink = defineRoute({
  ...FOR_VISITORS,
  endpoint: "POST /v1/auth/magic-link/request",
  body: namedObject("MagicLinkRequest", {
    email: Email,
    name: name(100, "Of the person; used where the address is unknown"),
    organization_name: name(
      100,
      "Used where the address is unknown; where another organization has the name, a number is added",
    ),
  }),
  responses: {
    202: {
      description: "A mail server has taken the message",
      data: namedObject("MagicLinkSent", {
        sent: Type.Literal(true),
        magic_link: Type.Optional(text("The mailed link; in development alone, with AUTH_DEBUG_LINKS=1")),
      }),
    },
  },
  errors: ["email_delivery_failed"],
  read: async ({ body, client, inTransaction, services }) => {
    const { email, emailNormalized } = addressOf(body.email);
    await refuseUnlessOperator(services, emailNormalized);
    const limits = magicLinkLimits(emailNormalized, client.network);
    const giveBack = await services.limiter.count(limits);
    const { systemDatabase, config } = services;
    await removeExpiredMagicLinks(systemDatabase);
    const { to, token, isUnproved } = await inTransaction(async (tx) => {
      const user = await findUserByEmail(tx, emailNormalized);
      // To the spelling that signed up: another one that normalises alike may be another person's mailbox.
      const to = user?.email ?? email;
      const token = await insertMagicLink(tx, {
        email: to,
        email_normalized: emailNormalized,
        name: body.name.trim(),
        organization_name: body.organization_name.trim(),
        organization_id: null,
        checkout_id: null,
      });
      return { to, token, isUnproved: user?.email_verified_at === null };
    });
    const url = `${config.baseUrl}/auth/magic-link#token=${token}`;
    const message = accountMessage("magic_link", { url, isUnproved });
    await services.mailer.send(mailOf(to, message)).catch(async (cause) => {
      if (!(cause instanceof MailFailure)) throw cause;
      await removeMagicLink(systemDatabase, token);
      await giveBack([limits[0]]);
      throw new ApiError("email_delivery_failed", undefined, { cause });
    });
    return { data: { sent: true, ...(config.authDebugLinks ? { magic_link: url } : {}) } };
  },
});

export const verifyMagicLink = defineRoute({
  ...FOR_VISITORS,
  endpoint: "POST /v1/auth/magic-link/verify",
  body: namedObject("MagicLinkToken", { token: Token }),
  responses: { 200: { description: "Signed in", data: SessionResponse, headers: ["Set-Cookie"] } },
  errors: ["magic_link_invalid"],
  read: ({ body, client, requestId, inTransaction, services }) =>
    inTransaction(async (tx) => {
      const link = await consumeMagicLink(tx, body.token);
      await refuseUnlessOperator(services, link?.email_normalized ?? null);
      if (link === null) throw new ApiError("magic_link_invalid");
      const session = await sessionOf(services, client);
      const { user, isFounder } = await personOf(tx, services, link, session, requestId);
      if (link.checkout_id !== null) {
        const claimant = { userId: user.id, organizationId: user.organization_id };
        await claimMailedPurchase(tx, link.checkout_id, claimant, { isFounder, requestId });
      }
      return await openSession(tx, services, user, "magic_link", client);
    }),
});

/**
 * The person whom a link signs in, created where the address is unknown, and whether the link has just founded the person's organization.
 * Whoever signed up with somebody else's address loses it here: the first link that is followed ends what was done unproved, unless the
 * caller has a session of that sign-up.
 */
async function personOf(
  tx: Transaction,
  services: SystemServices,
  link: MagicLink,
  session: Session | null,
  requestId: string,
): Promise<{ readonly user: UserRow; readonly isFounder: boolean }> {
  // Two links of one unknown address create one person.
  await lockEmail(tx, link.email_normalized);
  const known = await findUserByEmail(tx, link.email_normalized);
  const joins = link.organization_id !== null;
  if (known === null) return { user: await newPerson(tx, link, requestId), isFounder: !joins };
  if (!isSameMailbox(known.email, link.email)) throw new ApiError("magic_link_invalid");
  const isFirstProof = known.email_verified_at === null;
  const isOwnSignUp = isSessionOf(session, known);
  const own = { ...tx, organizationId: known.organization_id };
  if (isFirstProof && !isOwnSignUp && (joins || !await lockOwner(own, known.id))) {
    // A person belongs to one organization: whoever joins another gives up the unproved sign-up, and so does whom other owners have made a
    // member. With a session of that sign-up the link proves its address instead, so that no invitation ends what its person has built.
    await giveUpSignUp(tx, services, known, requestId);
    return { user: await newPerson(tx, link, requestId), isFounder: !joins };
  }
  const user = await recordLogin(tx, known.id, known.session_generation, {
    verified: true,
    endsUnproved: !isOwnSignUp,
  });
  if (user === null) throw new ApiError("magic_link_invalid");
  if (isFirstProof) await recordFirstProof(tx, known, isOwnSignUp, requestId);
  return { user, isFounder: false };
}

/** Ends a sign-up whose address was not proved: with its organization and all people of that, or alone where that has another owner. */
async function giveUpSignUp(
  tx: Transaction,
  { forgetSessions }: SystemServices,
  user: UserRow,
  requestId: string,
): Promise<void> {
  if (await leaveUnproved(tx, user, requestId)) {
    tx.onCommit(() => forgetSessions(user.id));
    return;
  }
  const by = { actor_user_id: user.id, request_id: requestId };
  const userIds = await requestDeletion({ ...tx, organizationId: user.organization_id }, by);
  if (userIds === null) throw new ApiError("magic_link_invalid");
  tx.onCommit(() => userIds.forEach(forgetSessions));
}

/** Creates the person of a link: in the organization that invites, else with one of the person's own. */
async function newPerson(tx: Transaction, link: MagicLink, requestId: string): Promise<UserRow> {
  const organizationId = link.organization_id ??
    (await insertOrganizationNumbered(tx, { name: link.organization_name, plan_tier: "sandbox" })).id;
  const user = await insertUser(tx, {
    organization_id: organizationId,
    email: link.email,
    email_normalized: link.email_normalized,
    name: link.name,
    password_hash: null,
    email_verified: true,
  });
  if (link.organization_id !== null) {
    await recordOwnChange(tx, organizationId, {
      actor_user_id: user.id,
      action: "member.join",
      subject: user.id,
      request_id: requestId,
    });
  }
  return user;
}

/** The answer takes at least so long, many times what a known address costs more than an unknown one. */
const ANSWER_MS = 100;

export const requestPasswordReset = defineRoute({
  ...FOR_VISITORS,
  endpoint: "POST /v1/auth/password/reset/request",
  body: namedObject("PasswordResetRequest", { email: Email }),
  responses: {
    200: {
      description: "Mailed, if a person has the address",
      data: namedObject("PasswordResetSent", { sent: Type.Literal(true) }),
    },
  },
  read: async ({ body, client, services }) => {
    const { emailNormalized } = addressOf(body.email);
    await services.limiter.count(resetLimits(emailNormalized, client.network));
    await Promise.all([sleep(ANSWER_MS), mailReset(services, emailNormalized)]);
    return { data: { sent: true } };
  },
});

/** Has a worker make the token and mail it, so that neither the answer nor Temporal says more than that somebody asked. */
async function mailReset({ systemDatabase }: SystemServices, emailNormalized: string): Promise<void> {
  await systemDatabase.transaction(async (tx) => {
    const user = await findUserByEmail(tx, emailNormalized);
    if (user === null) return;
    const start = accountMailStart({ kind: "password_reset", message_id: newId(), user_id: user.id }, user);
    await enqueue(tx, user.organization_id, start);
  });
}

export const confirmPasswordReset = defineRoute({
  ...FOR_VISITORS,
  endpoint: "POST /v1/auth/password/reset/confirm",
  body: namedObject("PasswordReset", { token: Token, password: NewPassword }),
  responses: {
    200: {
      description: "The password is set",
      data: namedObject("PasswordResetDone", { reset: Type.Literal(true) }),
    },
  },
  errors: ["invalid_or_expired_token"],
  read: async ({ body, client, requestId, services }) => {
    const { systemDatabase, passwords, sessions } = services;
    // Ahead of the hash, which costs a hundred times as much.
    if (!await isLiveResetToken(systemDatabase, body.token)) throw new ApiError("invalid_or_expired_token");
    const passwordHash = await passwords.hash(body.password, client.network);
    const session = await sessionOf(services, client);
    // The mailed token proves the address, as a link that signs in does: where other owners have made an unproved sign-up a member, it ends
    // that sign-up instead.
    const { userId, isReplaced } = await systemDatabase.transaction(async (tx) => {
      const owner = await consumeResetToken(tx, body.token);
      const before = owner && await lockUser(tx, owner.user_id);
      if (before === null) throw new ApiError("invalid_or_expired_token");
      const isFirstProof = before.email_verified_at === null;
      const isOwnSignUp = isSessionOf(session, before);
      const own = { ...tx, organizationId: before.organization_id };
      if (isFirstProof && !isOwnSignUp && !await lockOwner(own, before.id)) {
        await leaveUnproved(tx, before, requestId);
        return { userId: before.id, isReplaced: false };
      }
      const user = await setPassword(tx, before.id, passwordHash);
      if (user === null) throw new ApiError("invalid_or_expired_token");
      if (isFirstProof) await recordFirstProof(tx, before, isOwnSignUp, requestId);
      const message = { kind: "password_changed", message_id: newId(), user_id: user.id } as const;
      await enqueue(tx, user.organization_id, accountMailStart(message, user));
      return { userId: user.id, isReplaced: true };
    });
    await sessions.endAll(userId);
    if (!isReplaced) throw new ApiError("invalid_or_expired_token");
    return { data: { reset: true } };
  },
});
