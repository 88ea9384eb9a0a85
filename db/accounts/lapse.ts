import { newId } from "#shared/ids.ts";
import { accountMailStart } from "#temporal/mail.ts";
import type { Database } from "../postgres/database.ts";
import { recordOwnChange } from "../organizations/audit-log.ts";
import { requestDeletion } from "../organizations/erase.ts";
import { enqueue } from "../outbox/outbox.ts";
import { value } from "../postgres/queries.ts";

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
