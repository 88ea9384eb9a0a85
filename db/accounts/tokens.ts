import { randomBytes } from "node:crypto";
import { sha256 } from "#shared/crypto.ts";
import { MAGIC_LINK_SECONDS, RESET_SECONDS } from "#shared/accounts.ts";
import type { Transaction } from "../postgres/database.ts";
import { did, first, run } from "../postgres/queries.ts";

/** What a magic link stands for. */
export interface MagicLink {
  /** Where the link is mailed. */
  email: string;
  email_normalized: string;
  /** Of the person and the organization that are created where the address is unknown. */
  name: string;
  organization_name: string;
  /** The organization that invites the person; null where the person asked for the link. */
  organization_id: string | null;
  /** The checkout whose buyer the link is mailed to; null for any other link. */
  checkout_id: string | null;
}

/** 256 random bits, as 43 base64url characters: they stand in a mail alone, their SHA-256 in Postgres. */
function newToken(): string {
  return randomBytes(32).toString("base64url");
}

const hashed = (token: string) => [sha256(token)];

/** Expired tokens that each new one removes, so that their number stays bounded. */
const REMOVED_WITH_EACH = 10;

function removeExpired(table: "magic_link_tokens" | "password_reset_tokens"): string {
  return `
    DELETE FROM ${table} WHERE token_hash IN (
      SELECT token_hash FROM ${table} WHERE expires_at < now() - interval '1 day'
      ORDER BY expires_at LIMIT ${REMOVED_WITH_EACH} FOR UPDATE SKIP LOCKED
    )`;
}

const INSERT_MAGIC_LINK = `
  INSERT INTO magic_link_tokens (token_hash, email, email_normalized, name, organization_name, organization_id, checkout_id, invitation_id,
    expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))`;

/**
 * Stores a new magic link.
 * @param seconds its lifetime; an invitation may live longer than a link that the person asked for
 * @param invitationId the invitation that it ends with; null for any other link
 */
export async function insertMagicLink(
  tx: Transaction,
  link: MagicLink,
  seconds = MAGIC_LINK_SECONDS,
  invitationId: string | null = null,
): Promise<string> {
  const token = newToken();
  await tx.sql(INSERT_MAGIC_LINK, [
    sha256(token),
    link.email,
    link.email_normalized,
    link.name,
    link.organization_name,
    link.organization_id,
    link.checkout_id,
    invitationId,
    seconds,
  ]);
  return token;
}

/** Removes some magic links that expired a day ago or earlier. `database` must see every organization's. */
export const removeExpiredMagicLinks = run<[]>(removeExpired("magic_link_tokens"));

/** Takes a magic link back whose mail could not be sent. Older ones stay. */
export const removeMagicLink = run<[token: string]>(
  "DELETE FROM magic_link_tokens WHERE token_hash = $1",
  hashed,
);

/** Consumes a magic link: of any number of calls at once, exactly one gets it. Null for an unknown, expired or consumed one. */
export const consumeMagicLink = first<MagicLink, [token: string]>(
  `DELETE FROM magic_link_tokens WHERE token_hash = $1 AND expires_at > now()
   RETURNING email, email_normalized, name, organization_name, organization_id, checkout_id`,
  hashed,
);

/** Stores a new token that resets a person's password. */
export async function insertResetToken(
  tx: Transaction,
  user: { readonly id: string; readonly organization_id: string },
): Promise<string> {
  const token = newToken();
  await tx.sql(removeExpired("password_reset_tokens"));
  await tx.sql(
    `INSERT INTO password_reset_tokens (token_hash, organization_id, user_id, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
    [sha256(token), user.organization_id, user.id, RESET_SECONDS],
  );
  return token;
}

/** Takes a reset token back whose mail could not be sent. */
export const removeResetToken = run<[token: string]>(
  "DELETE FROM password_reset_tokens WHERE token_hash = $1",
  hashed,
);

/** Whether a reset token can be consumed now. */
export const isLiveResetToken = did<[token: string]>(
  "SELECT FROM password_reset_tokens WHERE token_hash = $1 AND expires_at > now()",
  hashed,
);

/**
 * Consumes a reset token, and with it every other one of its person.
 * @returns null for an unknown, expired or consumed token
 */
export async function consumeResetToken(
  tx: Transaction,
  token: string,
): Promise<{ readonly user_id: string } | null> {
  const row = await tx.first<{ organization_id: string; user_id: string }>(
    `DELETE FROM password_reset_tokens WHERE token_hash = $1 AND expires_at > now()
     RETURNING organization_id, user_id`,
    [sha256(token)],
  );
  if (row === null) return null;
  await tx.sql("DELETE FROM password_reset_tokens WHERE organization_id = $1 AND user_id = $2", [
    row.organization_id,
    row.user_id,
  ]);
  return row;
}
