import type { MigrationInterface, QueryRunner } from "typeorm";

/** People, the single-use tokens of their mails, and organization names that compare alike in any spelling. Sessions live in Redis alone. */
export class Accounts1763600900000 implements MigrationInterface {
  readonly name = "Accounts1763600900000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NAMES);
    await runner.query(TABLES);
    await runner.query(RIGHTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}

// A collation of its own: with a database in the C locale, lower() leaves every letter but A to Z as it is.
const NAMES = `
CREATE FUNCTION comparable_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(normalize(btrim(name), NFKC) COLLATE "und-x-icu");
DROP INDEX organizations_name;
CREATE UNIQUE INDEX organizations_name ON organizations (comparable_name(name));
`;

const TABLES = `
CREATE TABLE users (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- As the person wrote it; mails go there.
  email text NOT NULL,
  -- NFKC and lower case (shared/accounts.ts).
  email_normalized text NOT NULL,
  name text NOT NULL,
  -- Argon2id, as a PHC string; null without a password.
  password_hash text,
  password_set_at timestamptz(3),
  -- When the person first followed a link that was mailed there.
  email_verified_at timestamptz(3),
  -- A session of an earlier generation is over, whatever Redis holds.
  session_generation integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_login_at timestamptz(3),
  revoked_at timestamptz(3),
  UNIQUE (organization_id, id),
  CHECK ((password_hash IS NULL) = (password_set_at IS NULL))
);
-- A revoked person's address is free again (specification: "Signup with a live email").
CREATE UNIQUE INDEX users_email ON users (email_normalized) WHERE revoked_at IS NULL;
CREATE INDEX users_newest ON users (organization_id, created_at DESC, id DESC);
SELECT fence_by_organization('users');

-- What a magic link does when it is followed. A consumed token is deleted.
CREATE TABLE magic_link_tokens (
  token_hash bytea PRIMARY KEY,
  email text NOT NULL,
  email_normalized text NOT NULL,
  -- Of the person and the organization that are created where the address is unknown.
  name text NOT NULL,
  organization_name text NOT NULL,
  -- The organization that invites the person, who joins it; null where the person asked for the link.
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX magic_link_tokens_expired ON magic_link_tokens (expires_at);
CREATE INDEX magic_link_tokens_organization ON magic_link_tokens (organization_id);
SELECT fence_by_organization('magic_link_tokens');

CREATE TABLE password_reset_tokens (
  token_hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX password_reset_tokens_expired ON password_reset_tokens (expires_at);
CREATE INDEX password_reset_tokens_user ON password_reset_tokens (organization_id, user_id);
SELECT fence_by_organization('password_reset_tokens');
`;

// Organizations' routes never see a password's hash: `app_api` has the other columns alone.
const RIGHTS = `
GRANT SELECT (id, organization_id, email, email_normalized, name, email_verified_at, session_generation, created_at, last_login_at,
  revoked_at), UPDATE (revoked_at, session_generation) ON users TO app_api;
GRANT SELECT, INSERT, UPDATE ON users TO app_worker;
GRANT SELECT, INSERT, DELETE ON magic_link_tokens TO app_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON magic_link_tokens, password_reset_tokens TO app_worker;
`;
