import type { Transaction } from "../postgres/database.ts";
import { endClaims } from "../billing/purchases.ts";
import { cancelAllPending } from "../deliveries/subscription-state.ts";
import { recordOwnChange } from "../organizations/audit-log.ts";
import { withdrawCallbacks } from "../organizations/erase.ts";
import { endInvitations, leave } from "../organizations/members.ts";
import { deleteWebhook } from "../webhooks/webhooks.ts";
import type { UserRow } from "./users.ts";

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
 * Removes a sign-up that nobody had proved from an organization that others own. Whoever proves its address without its session neither
 * takes that organization over, nor finds themselves in it.
 *
 * @returns false, and removes nobody, where the organization has no other owner
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
