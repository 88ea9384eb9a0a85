import { newId } from "#shared/ids.ts";
import { INVITATION_DAYS, invitationStart } from "#temporal/organizations.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";
import { enqueue } from "../outbox/outbox.ts";
import { columnsOf, nullable, type RowOf, types } from "../postgres/entity.ts";
import { newestFirstOwn } from "../postgres/paginate.ts";
import { column, didOwn, first, firstOwn, run, value } from "../postgres/queries.ts";

/** The most people of an organization, those who are invited included. */
export const MAX_MEMBERS = 100;
/** How long the row of a removed person is kept. */
const REMOVED_DAYS = 30;

/** Owners alone delete the organization, remove and promote people, and open the billing portal. */
export const MEMBER_ROLES = ["owner", "member"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

const member = {
  id: types.key,
  email: types.text(),
  name: types.text(),
  role: types.text<MemberRole>(),
  created_at: types.timestamp,
  last_login_at: nullable(types.timestamp),
};
export type MemberRow = RowOf<typeof member>;
const MEMBER_COLUMNS = columnsOf(member);

/** A page of the organization's people, the newest first. */
export const pageOfMembers = newestFirstOwn<MemberRow>(
  `SELECT ${MEMBER_COLUMNS} FROM (
     SELECT ${MEMBER_COLUMNS}, organization_id FROM users WHERE revoked_at IS NULL
   ) AS members`,
);

/** Whether a person is an owner of the organization. */
export const isOwner = didOwn<[userId: string]>(
  "SELECT FROM users WHERE organization_id = $1 AND id = $2 AND role = 'owner' AND revoked_at IS NULL",
);

/** As {@link isOwner}; until the transaction ends no member becomes an owner, or ceases to be one. */
export async function lockOwner(tx: OrganizationTransaction, userId: string): Promise<boolean> {
  // Ahead of the other lock, as writes of an unproved organization take the two.
  await tx.sql("SELECT FROM organizations WHERE id = $1 FOR UPDATE", [tx.organizationId]);
  await lockMembers(tx);
  return await isOwner(tx, userId);
}

/** `forbidden`: the actor is no owner. `last`: the organization would have no owner. */
export type RefusedChange = "forbidden" | "missing" | "last";

/** Who changes whose membership. */
export interface MemberChange {
  readonly actorId: string;
  readonly userId: string;
}

/**
 * Removes a person from the organization and ends all of that person's sessions; whoever is no owner can remove only themselves. A lock makes
 * simultaneous changes see each other, so that one owner is always left.
 */
export async function removeMember(
  tx: OrganizationTransaction,
  { actorId, userId }: MemberChange,
): Promise<"removed" | RefusedChange> {
  await lockMembers(tx);
  if (actorId !== userId && !await isOwner(tx, actorId)) return "forbidden";
  const member = await findMember(tx, userId);
  if (member === null) return "missing";
  if (member.role === "owner" && !await hasOtherOwner(tx, userId)) return "last";
  await revoke(tx, userId);
  await tx.sql(
    `DELETE FROM users WHERE organization_id = $1 AND revoked_at < now() - interval '${REMOVED_DAYS} days'`,
    [tx.organizationId],
  );
  return "removed";
}

/** Removes a person from an organization that has another owner. False, and nothing is done, where it has none. */
export async function leave(tx: OrganizationTransaction, userId: string): Promise<boolean> {
  await lockMembers(tx);
  if (!await hasOtherOwner(tx, userId)) return false;
  await revoke(tx, userId);
  return true;
}

async function revoke(tx: OrganizationTransaction, userId: string): Promise<void> {
  await tx.sql(
    `UPDATE users SET revoked_at = now(), session_generation = session_generation + 1
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, userId],
  );
  // Whoever else is in the organization has joined by a mailed link.
  await tx.sql(
    `UPDATE organizations SET founding = NULL WHERE id = $1 AND founding = 'unproved'
       AND NOT EXISTS (SELECT FROM users WHERE organization_id = $1 AND email_verified_at IS NULL AND revoked_at IS NULL)`,
    [tx.organizationId],
  );
}

/** Makes a person an owner or a member, as an owner. The last owner stays one. */
export async function changeRole(
  tx: OrganizationTransaction,
  { actorId, userId }: MemberChange,
  role: MemberRole,
): Promise<{ readonly member: MemberRow; readonly hasChanged: boolean } | RefusedChange> {
  await lockMembers(tx);
  if (!await isOwner(tx, actorId)) return "forbidden";
  const member = await findMember(tx, userId);
  if (member === null) return "missing";
  if (member.role === role) return { member, hasChanged: false };
  if (role === "member" && !await hasOtherOwner(tx, userId)) return "last";
  await tx.sql("UPDATE users SET role = $3 WHERE organization_id = $1 AND id = $2", [
    tx.organizationId,
    userId,
    role,
  ]);
  return { member: { ...member, role }, hasChanged: true };
}

const findMember = firstOwn<MemberRow, [userId: string]>(
  `SELECT ${MEMBER_COLUMNS} FROM users WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL`,
);

const hasOtherOwner = didOwn<[userId: string]>(
  "SELECT FROM users WHERE organization_id = $1 AND id <> $2 AND role = 'owner' AND revoked_at IS NULL LIMIT 1",
);

async function lockMembers(tx: OrganizationTransaction): Promise<void> {
  await tx.sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`members ${tx.organizationId}`]);
}

const invitation = {
  id: types.key,
  organization_id: types.uuid,
  email: types.text(),
  name: types.text(),
  invited_by: types.uuid,
  mails: types.integer,
  sent_at: nullable(types.timestamp),
  created_at: types.timestamp,
  expires_at: types.timestamp,
};
export type InvitationRow = RowOf<typeof invitation>;
const COLUMNS = columnsOf(invitation);

export interface NewInvitation {
  readonly email: string;
  readonly emailNormalized: string;
  readonly name: string;
  readonly invitedBy: string;
}

/** An address that is invited already gets another mail, and the whole time again. */
const INVITE = `
  INSERT INTO invitations (id, organization_id, email, email_normalized, name, invited_by, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7))
  ON CONFLICT (organization_id, email_normalized) DO UPDATE SET email = excluded.email, name = excluded.name,
    invited_by = excluded.invited_by, expires_at = excluded.expires_at, mails = invitations.mails + 1, sent_at = NULL
  RETURNING ${COLUMNS}`;

/** Invites an address, which a workflow mails the link to. Null when the organization has {@link MAX_MEMBERS} people and invitations already. */
export async function invite(
  tx: OrganizationTransaction,
  { email, emailNormalized, name, invitedBy }: NewInvitation,
): Promise<InvitationRow | null> {
  await lockMembers(tx);
  await tx.sql("DELETE FROM invitations WHERE organization_id = $1 AND expires_at <= now()", [
    tx.organizationId,
  ]);
  const { others } = await tx.one<{ others: number }>(
    `SELECT ((SELECT count(*) FROM users WHERE organization_id = $1 AND revoked_at IS NULL)
       + (SELECT count(*) FROM invitations WHERE organization_id = $1 AND email_normalized <> $2))::integer AS others`,
    [tx.organizationId, emailNormalized],
  );
  if (others >= MAX_MEMBERS) return null;
  const values = [newId(), tx.organizationId, email, emailNormalized, name, invitedBy, INVITATION_DAYS];
  const row = await tx.one<InvitationRow>(INVITE, values);
  await enqueue(tx, tx.organizationId, invitationStart(row, row.mails));
  return row;
}

/** A page of the organization's invitations that can still be accepted, the newest first. */
export const pageOfInvitations = newestFirstOwn<InvitationRow>(
  `SELECT ${COLUMNS} FROM (SELECT * FROM invitations WHERE expires_at > now()) AS pending`,
);

/** Takes an invitation back: its links work no longer. False for an unknown id. */
export const revokeInvitation = didOwn<[id: string]>(
  "DELETE FROM invitations WHERE organization_id = $1 AND id = $2",
);

/** An invitation as its mail shows it. */
export interface InvitationToSend extends InvitationRow {
  email_normalized: string;
  organization_name: string;
  founding: "unproved" | "taken_over" | null;
}

/** Null when the invitation was accepted, revoked or has expired, and when its organization is being deleted. */
export const findInvitation = first<InvitationToSend, [id: string]>(
  `SELECT i.*, o.name AS organization_name, o.founding FROM invitations i JOIN organizations o ON o.id = i.organization_id
   WHERE i.id = $1 AND i.expires_at > now() AND o.deletion_requested_at IS NULL`,
);

export const recordInvitationSent = run<[id: string]>("UPDATE invitations SET sent_at = now() WHERE id = $1");

/** Ends every invitation of an address that has become a person's, whichever organization invited it. */
export const endInvitations = run<[emailNormalized: string]>(
  "DELETE FROM invitations WHERE email_normalized = $1",
);

/** The ids of an organization's people who are mailed its notices, at most {@link MAX_MEMBERS}. */
export const memberIdsOf = column<[organizationId: string]>(
  `SELECT id FROM users WHERE organization_id = $1 AND revoked_at IS NULL ORDER BY created_at, id LIMIT ${MAX_MEMBERS}`,
);

/** A person's address; null where the person is no member of the organization any more. */
export const addressOf = value<string, [organizationId: string, userId: string]>(
  "SELECT email FROM users WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL",
);
