-- People, invitations, and the single-use tokens of their mails. Sessions live in Redis alone.

CREATE TABLE users (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- As the person wrote it; mails go there.
  email text NOT NULL,
  -- NFKC and lower case (shared/accounts.ts).
  email_normalized text NOT NULL,
  name text NOT NULL,
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('owner', 'member')),
  -- Argon2id, as a PHC string; null without a password.
  password_hash text,
  password_set_at timestamptz(3),
  -- When the person first followed a link that was mailed there.
  email_verified_at timestamptz(3),
  -- When a person without a proved address is deleted, and when the mail of that was asked for.
  lapses_at timestamptz(3) NOT NULL DEFAULT now() + interval '30 days',
  lapse_announced_at timestamptz(3),
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
CREATE INDEX users_revoked ON users (organization_id, revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX users_unproved ON users (lapses_at) WHERE email_verified_at IS NULL AND revoked_at IS NULL;
SELECT fence_by_organization('users');
-- Organizations' routes never see a password's hash: `app_api` has the other columns alone.
GRANT SELECT (id, organization_id, email, email_normalized, name, role, email_verified_at, session_generation, created_at, last_login_at,
  revoked_at), UPDATE (role, revoked_at, session_generation) ON users TO app_api;
-- Whoever removes a member deletes those that were removed long ago.
GRANT DELETE ON users TO app_api;
GRANT SELECT, INSERT, UPDATE ON users TO app_worker;

-- An invitation is deleted when it is accepted or revoked, and once its address has a person.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  email text NOT NULL,
  email_normalized text NOT NULL,
  -- Of the person who joins.
  name text NOT NULL,
  -- No foreign key, because an invitation outlives its author's membership.
  invited_by uuid NOT NULL,
  -- Mails that were asked for; each has a workflow of its own.
  mails integer NOT NULL DEFAULT 1,
  -- When a server took the last of them.
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  UNIQUE (organization_id, id),
  UNIQUE (organization_id, email_normalized)
);
CREATE INDEX invitations_newest ON invitations (organization_id, created_at DESC, id DESC);
CREATE INDEX invitations_of_address ON invitations (email_normalized);
SELECT fence_by_organization('invitations');
GRANT SELECT, INSERT, UPDATE, DELETE ON invitations TO app_api;
GRANT SELECT, UPDATE, DELETE ON invitations TO app_worker;

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
  -- The links of an invitation go with it.
  invitation_id uuid,
  -- The checkout whose buyer the link was mailed to. No foreign key: no link claims a checkout that was forgotten.
  checkout_id text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, invitation_id) REFERENCES invitations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX magic_link_tokens_expired ON magic_link_tokens (expires_at);
CREATE INDEX magic_link_tokens_organization ON magic_link_tokens (organization_id);
CREATE INDEX magic_link_tokens_invitation ON magic_link_tokens (organization_id, invitation_id) WHERE invitation_id IS NOT NULL;
SELECT fence_by_organization('magic_link_tokens');
GRANT SELECT, INSERT, DELETE ON magic_link_tokens TO app_api;

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
GRANT SELECT, INSERT, UPDATE, DELETE ON magic_link_tokens, password_reset_tokens TO app_worker;
