import { setTimeout as sleep } from "node:timers/promises";
import { consumeResetToken, isLiveResetToken } from "#db/accounts/tokens.ts";
import { leaveUnproved, recordFirstProof } from "#db/accounts/proof.ts";
import { findUserByEmail, lockUser, setPassword } from "#db/accounts/users.ts";
import { lockOwner } from "#db/organizations/members.ts";
import { enqueue } from "#db/outbox/outbox.ts";
import { ApiError } from "#shared/errors.ts";
import { newId } from "#shared/ids.ts";
import { accountMailStart } from "#temporal/mail.ts";
import { addressOf } from "../http/fields.ts";
import { defineRoute } from "../http/define-route.ts";
import type { SystemServices } from "../http/services.ts";
import { resetLimits } from "./limits.ts";
import type { Session } from "./sessions.ts";
import { FOR_VISITORS, isSessionOf, sessionOf } from "./session.ts";
import { ResetConfirmation, ResetDone, ResetRequest, ResetRequested } from "./schema.ts";

/** The answer takes at least so long, many times what a known address costs more than an unknown one. */
const ANSWER_MS = 100;

export const requestPasswordReset = defineRoute({
  ...FOR_VISITORS,
  endpoint: "POST /v1/auth/password/reset/request",
  body: ResetRequest,
  responses: { 200: { description: "Mailed, if a person has the address", data: ResetRequested } },
  read: async ({ body, client, services }) => {
    const { emailNormalized } = addressOf(body.email);
    await services.limiter.count(resetLimits(emailNormalized, client.network));
    await Promise.all([sleep(ANSWER_MS), mailReset(services, emailNormalized)]);
    return { status: 200, data: { sent: true } };
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
  body: ResetConfirmation,
  responses: { 200: { description: "The password is set", data: ResetDone } },
  errors: ["invalid_or_expired_token"],
  read: async ({ body, client, requestId, services }) => {
    const { systemDatabase, passwords, sessions } = services;
    // Ahead of the hash, which costs a hundred times as much.
    if (!await isLiveResetToken(systemDatabase, body.token)) throw new ApiError("invalid_or_expired_token");
    const passwordHash = await passwords.hash(body.password, client.network);
    const session = await sessionOf(services, client);
    const { userId, isReplaced } = await replacePassword(services, body.token, passwordHash, {
      session,
      requestId,
    });
    await sessions.endAll(userId);
    if (!isReplaced) throw new ApiError("invalid_or_expired_token");
    return { status: 200, data: { reset: true } };
  },
});

/**
 * Sets the password of a token's person. The mailed token proves the address, as a link that signs in does: where other owners have made an
 * unproved sign-up a member, it ends that sign-up instead.
 * @throws ApiError 401 where the token was used meanwhile
 */
async function replacePassword(
  { systemDatabase }: SystemServices,
  token: string,
  passwordHash: string,
  { session, requestId }: { readonly session: Session | null; readonly requestId: string },
): Promise<{ readonly userId: string; readonly isReplaced: boolean }> {
  return await systemDatabase.transaction(async (tx) => {
    const owner = await consumeResetToken(tx, token);
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
}
