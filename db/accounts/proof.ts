import type { Database, Transaction } from "../postgres/database.ts";
import { endClaims } from "../billing/payments.ts";
import { cancelAllPending } from "../deliveries/subscription-state.ts";
import { recordOwnChange } from "../organizations/audit-log.ts";
import { requestDeletion, withdrawCallbacks } from "../organizations/erase.ts";
import { endInvitations, leave } from "../organizations/members.ts";
import { deleteWebhook } from "../webhooks/webhooks.ts";
import type { UserRow } from "./users.ts";
import { newId } from "#shared/ids.ts";
import { accountMailStart } from "#temporal/mail.ts";
import { enqueue } from "../outbox/outbox.ts";
import { value } from "../postgres/queries.ts";

/** Marks an organization whose founder has not proved the address. */
export async function markUnproved(tx: Transaction, organizationId: string): Promise<void> {
  await tx.sql("UPDATE organizations SET founding = 'unproved' WHERE id = $1", [organizationId]);
}

/**
 * Records the first proof of an address that somebody had signed up with, beside the change of the person's row. It ends the address'
 * invitations and, where the proof does not come from who signed up, all that was done unproved.
 *
 * @param isOwnSignUp whether the proof came with a session of the sign-up
 * @param requestId of the request that brought it
 */
export async function recordFirstProof(
  tx: Transaction,
  { id, organization_id, email_normalized }: UserRow,
  isOwnSignUp: boolean,
  requestId: string,
): Promise<void> {
  await endInvitations(tx, email_normalized);
  // It waits for every write that has seen the organization as unproved, so that all of them are ended below.
  await tx.sql("SELECT FROM organizations WHERE id = $1 FOR UPDATE", [organization_id]);
  await tx.sql("UPDATE organizations SET founding = $2 WHERE id = $1", [
    organization_id,
    isOwnSignUp ? null : "taken_over",
  ]);
  if (isOwnSignUp) return;
  await recordOwnChange(tx, organization_id, {
    actor_user_id: id,
    action: "organization.take_over",
    subject: organization_id,
    request_id: requestId,
  });
  await endUnprovedWork(tx, organization_id, id);
}

/**
 * Removes a sign-up whose address was not proved from an organization that others own. Whoever proves its address without its session neither
 * takes that organization over, nor finds themselves in it.
 *
 * @returns false, and removes no one, where the organization has no other owner
 */
export async function leaveUnproved(
  tx: Transaction,
  { id, organization_id }: UserRow,
  requestId: string,
): Promise<boolean> {
  if (!await leave({ ...tx, organizationId: organization_id }, id)) return false;
  const by = { actor_user_id: id, request_id: requestId };
  await recordOwnChange(tx, organization_id, { ...by, action: "member.remove", subject: id });
  return true;
}

const ENDED_BY_PROOF = "The owner of the address that the organization was founded with has proved it.";

/** Ends keys, invitations, other members, subscriptions, secrets, claimed purchases and what is still to be sent. What was asked stays, and runs to its end. */
async function endUnprovedWork(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<void> {
  await tx.sql(
    `UPDATE api_keys SET revoked_at = now(), previous_secret_hash = NULL, previous_valid_until = NULL
     WHERE organization_id = $1 AND revoked_at IS NULL`,
    [organizationId],
  );
  await tx.sql("DELETE FROM invitations WHERE organization_id = $1", [organizationId]);
  await tx.sql(
    `UPDATE users SET revoked_at = now(), session_generation = session_generation + 1
     WHERE organization_id = $1 AND id <> $2 AND revoked_at IS NULL`,
    [organizationId, userId],
  );
  await tx.sql("UPDATE users SET role = 'owner' WHERE id = $1", [userId]);
  const webhooks = "SELECT id FROM webhooks WHERE organization_id = $1 ORDER BY id";
  for (const { id } of await tx.query<{ id: string }>(webhooks, [organizationId])) {
    await deleteWebhook({ ...tx, organizationId }, id);
  }
  await tx.sql("DELETE FROM callback_secrets WHERE organization_id = $1", [organizationId]);
  await withdrawCallbacks(tx, organizationId);
  await cancelAllPending(tx, organizationId, ENDED_BY_PROOF);
  await endClaims(tx, organizationId);
}

/**
 * Whether somebody has taken the organization over by proving its founder's address. A later proof waits until the transaction ends.
 */
export async function isTakenOver(tx: Transaction, organizationId: string): Promise<boolean> {
  const founding = await tx.value<string>(
    "SELECT founding FROM organizations WHERE id = $1 FOR KEY SHARE",
    [organizationId],
  );
  return founding === "taken_over";
}

/** Days between the mail and the deletion (contract, "Identity"). The sign-up's term, 30 days, is the column's default. */
const ANNOUNCED_DAYS = 7;

/** The actor of a sign-up's lapse. */
const DATA_RETENTION = { actor_command: "data retention", request_id: null } as const;

const OF_UNPROVED = "email_verified_at IS NULL AND revoked_at IS NULL";

const ANNOUNCE = `
  UPDATE users SET lapse_announced_at = now() WHERE id IN (
    SELECT id FROM users
    WHERE ${OF_UNPROVED} AND lapses_at < now() + interval '${ANNOUNCED_DAYS} days' AND lapse_announced_at IS NULL
    ORDER BY lapses_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ) RETURNING organization_id`;

const PEOPLE = "SELECT id FROM users WHERE organization_id = $1 AND revoked_at IS NULL";

/**
 * Has every person of some organizations mailed whose founder's sign-up lapses within a week.
 * @returns how many sign-ups, at most `limit`
 */
export async function announceLapses(database: Database, limit: number): Promise<number> {
  return await database.transaction(async (tx) => {
    const rows = await tx.query<{ organization_id: string }>(ANNOUNCE, [limit]);
    for (const { organization_id } of rows) {
      for (const { id } of await tx.query<{ id: string }>(PEOPLE, [organization_id])) {
        const message = { kind: "sign_up_lapsing", message_id: newId(), user_id: id } as const;
        await enqueue(tx, organization_id, accountMailStart(message, { organization_id }));
      }
      await recordOwnChange(tx, organization_id, {
        ...DATA_RETENTION,
        action: "organization.announce_lapse",
        subject: organization_id,
      });
    }
    return rows.length;
  });
}

// A sign-up whose announcement came late lapses a week after it.
const LAPSED = `
  SELECT organization_id FROM users u
  WHERE ${OF_UNPROVED} AND lapses_at < now() AND lapse_announced_at < now() - interval '${ANNOUNCED_DAYS} days'
    AND NOT EXISTS (SELECT FROM organizations o WHERE o.id = u.organization_id AND o.deletion_requested_at IS NOT NULL)
  ORDER BY lapses_at LIMIT $1 FOR UPDATE SKIP LOCKED`;

/** Deletes some sign-ups that have lapsed, with their organizations. @returns how many, at most `limit` */
export async function deleteLapsed(database: Database, limit: number): Promise<number> {
  return await database.transaction(async (tx) => {
    const rows = await tx.query<{ organization_id: string }>(LAPSED, [limit]);
    for (const { organization_id } of rows) {
      await requestDeletion({ ...tx, organizationId: organization_id }, DATA_RETENTION);
    }
    return rows.length;
  });
}

/** When the organization lapses with its founder's sign-up; null where its people have proved their addresses. */
export const findLapse = value<Date, [organizationId: string]>(
  `SELECT lapses_at FROM users WHERE organization_id = $1 AND ${OF_UNPROVED} ORDER BY lapses_at LIMIT 1`,
);
