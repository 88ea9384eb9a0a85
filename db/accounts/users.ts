import { IsNull } from "typeorm";
import { newId } from "#shared/ids.ts";
import type { Transaction } from "../postgres/database.ts";
import { columnsOf, entity, nullable, type RowOf, types } from "../postgres/entity.ts";
import { did, first, one, run } from "../postgres/queries.ts";
import { endInvitations } from "../organizations/members.ts";
import { PLAN_COLUMNS, type PlanColumns } from "../organizations/organizations.ts";

const user = {
  id: types.key,
  organization_id: types.uuid,
  email: types.text(),
  email_normalized: types.text(),
  /** When the address was first proved; null before. */
  email_verified_at: nullable(types.timestamp),
  name: types.text(),
  session_generation: types.integer,
  created_at: types.timestamp,
  last_login_at: nullable(types.timestamp),
};
/** A person, without the password's hash. */
export type UserRow = RowOf<typeof user>;

/** Without the password, which `app_api` may not read. */
export const Users = entity("users", { ...user, revoked_at: nullable(types.timestamp) });

/**
 * What a password login of the person with this normalised address compares with; the hash is null without a password. Null, after the same time,
 * for an unknown and a revoked one.
 */
export const findLoginUser = first<
  Pick<UserRow, "id" | "email" | "session_generation"> & { password_hash: string | null },
  [emailNormalized: string]
>(`
  SELECT id, email, password_hash, session_generation FROM users
  WHERE email_normalized = $1 AND revoked_at IS NULL`);

/** A person of a session with the organization's plan and limits, as authentication needs them. */
export interface SessionUser extends PlanColumns {
  user_id: string;
  organization_id: string;
  email_normalized: string;
  email_verified: boolean;
  /** Whether the password was set by somebody who had proved to read the address's mail. */
  password_proven: boolean;
}

/**
 * The person of a session that began in this generation; null where the person is revoked, or all sessions were ended since. It runs once a
 * request with a cookie, and probes two primary keys.
 */
export const findSessionUser = first<SessionUser, [userId: string, generation: number]>({
  name: "find_session_user",
  text: `
    SELECT u.id AS user_id, u.organization_id, u.email_normalized,
      u.email_verified_at IS NOT NULL AS email_verified,
      coalesce(u.password_set_at >= u.email_verified_at, false) AS password_proven,
      ${PLAN_COLUMNS}
    FROM users u JOIN organizations o ON o.id = u.organization_id
    WHERE u.id = $1 AND u.session_generation = $2 AND u.revoked_at IS NULL AND o.deletion_requested_at IS NULL`,
});

/**
 * Whether a person who is not revoked has proved this normalised address, or signed up with it for this organization,
 * which then cannot invite it. `database` must see every organization's people.
 */
export const isRegistered = did<[emailNormalized: string, organizationId: string]>(
  `SELECT FROM users WHERE email_normalized = $1 AND revoked_at IS NULL
     AND (email_verified_at IS NOT NULL OR organization_id = $2)`,
);

const USER_COLUMNS = columnsOf(user);

/** The person who is not revoked, in a transaction that may be restricted to the organization; null without one. */
export function findUser(tx: Transaction, id: string): Promise<UserRow | null> {
  return tx.manager.findOneBy(Users, { id, revoked_at: IsNull() });
}

/** The person with this normalised address who is not revoked; null without one. */
export function findUserByEmail(tx: Transaction, emailNormalized: string): Promise<UserRow | null> {
  return tx.manager.findOneBy(Users, { email_normalized: emailNormalized, revoked_at: IsNull() });
}

export interface NewUser
  extends Readonly<Pick<UserRow, "organization_id" | "email" | "email_normalized" | "name">> {
  /** A PHC string; null without a password. */
  readonly password_hash: string | null;
  /** Whether the person followed a link that was mailed to the address. */
  readonly email_verified: boolean;
}

/** Inserts a person who signs in with that, as the owner of an organization that has none; whoever has proved the address ends every invitation of it. @throws a unique violation of `users_email` when the address has a person */
export async function insertUser(tx: Transaction, user: NewUser): Promise<UserRow> {
  const row = await tx.one<UserRow>(
    `INSERT INTO users (id, organization_id, email, email_normalized, name, password_hash, password_set_at, email_verified_at,
       last_login_at, role)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $6::text IS NOT NULL THEN now() END, CASE WHEN $7 THEN now() END, now(),
       CASE WHEN EXISTS (SELECT FROM users WHERE organization_id = $2 AND role = 'owner' AND revoked_at IS NULL)
         THEN 'member' ELSE 'owner' END)
     RETURNING ${USER_COLUMNS}`,
    [
      newId(),
      user.organization_id,
      user.email,
      user.email_normalized,
      user.name,
      user.password_hash,
      user.email_verified,
    ],
  );
  if (user.email_verified) await endInvitations(tx, user.email_normalized);
  return row;
}

/** How somebody signs in. */
export interface LoginChange {
  /** By a mailed link. */
  readonly verified?: boolean;
  /**
   * Whether the first proof of the address ends what was opened without it, the password and every session: somebody else may have
   * signed up with the address.
   */
  readonly endsUnproved?: boolean;
  /** The same password's hash with today's parameters. */
  readonly rehashed?: string | null;
}

/**
 * Records a sign-in of a person who is not revoked.
 *
 * @returns null where the person was revoked, or all sessions were ended, since `generation` was read
 */
export const recordLogin = first<UserRow, [id: string, generation: number, change?: LoginChange]>(
  `UPDATE users SET last_login_at = now(),
     password_hash = CASE WHEN $5 AND email_verified_at IS NULL THEN NULL ELSE coalesce($4, password_hash) END,
     password_set_at = CASE WHEN $5 AND email_verified_at IS NULL THEN NULL ELSE password_set_at END,
     session_generation = session_generation + CASE WHEN $5 AND email_verified_at IS NULL THEN 1 ELSE 0 END,
     email_verified_at = CASE WHEN $3 THEN coalesce(email_verified_at, now()) ELSE email_verified_at END
   WHERE id = $1 AND session_generation = $2 AND revoked_at IS NULL
   RETURNING ${USER_COLUMNS}`,
  (id, generation, { verified = false, endsUnproved = false, rehashed = null } = {}) => [
    id,
    generation,
    verified,
    rehashed,
    endsUnproved,
  ],
);

/** Ends every session of a person at once, whatever Redis holds: those that begin later belong to the next generation. */
export async function endSessionGeneration(tx: Transaction, id: string): Promise<void> {
  await tx.manager.increment(Users, { id }, "session_generation", 1);
}

/**
 * Sets a password, which ends every session at once: its owner has just read a mail that was sent to the address.
 * @returns null where the person was revoked
 */
export const setPassword = first<UserRow, [id: string, passwordHash: string]>(
  `UPDATE users SET password_hash = $2, password_set_at = now(), session_generation = session_generation + 1,
     email_verified_at = coalesce(email_verified_at, now())
   WHERE id = $1 AND revoked_at IS NULL
   RETURNING ${USER_COLUMNS}`,
);

/** As {@link findUser}; until the transaction ends no other request signs in the person, or proves the address. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow | null> {
  const user = await findUser(tx, id);
  if (user === null) return null;
  await lockEmail(tx, user.email_normalized);
  return await findUser(tx, id);
}

/** Lets one transaction at a time create or sign in the person with an address. */
export const lockEmail = run<[emailNormalized: string]>(
  "SELECT pg_advisory_xact_lock(hashtextextended('users/' || $1, 0))",
);

/** Whether a person has the address, and an organization the name. */
export const takenBy = one<
  { email: boolean; organization_name: boolean },
  [emailNormalized: string, organizationName: string]
>(
  `SELECT EXISTS (SELECT FROM users WHERE email_normalized = $1 AND revoked_at IS NULL) AS email,
     EXISTS (SELECT FROM organizations WHERE comparable_name(name) = comparable_name($2)) AS organization_name`,
);
