-- Organizations with their keys, and the audit log.

-- Names compare alike in any spelling. A collation of its own: with a database in the C locale, lower() leaves every letter but A to Z as it is.
CREATE FUNCTION comparable_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(normalize(btrim(name), NFKC) COLLATE "und-x-icu");

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- The plan in force: the highest of what it was granted and of what its customers' subscriptions give. So each of them ends alone.
  plan_tier text NOT NULL CHECK (plan_tier IN ('sandbox', 'growth', 'studio', 'enterprise')),
  -- What an operator set last, or the organization was made with: no subscription's end lowers it.
  granted_tier text NOT NULL DEFAULT 'sandbox' CHECK (granted_tier IN ('sandbox', 'growth', 'studio', 'enterprise')),
  insights_enabled boolean NOT NULL DEFAULT true,
  -- The figures of the organization's contract; the plan's figure replaces a null.
  agent_count_ceiling integer,
  requests_per_minute integer,
  simulations_per_month integer,
  agent_runs_per_month bigint,
  reading_ceiling_usd numeric(12, 2),
  -- Null once its founder has proved the address, and where there was nothing to prove. A request that was authenticated before somebody
  -- took the organization over writes nothing any more.
  founding text CHECK (founding IN ('unproved', 'taken_over')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- From then on no person and no key acts for the organization; a workflow deletes its rows.
  deletion_requested_at timestamptz(3)
);
CREATE UNIQUE INDEX organizations_name ON organizations (comparable_name(name));
CREATE INDEX organizations_newest ON organizations (created_at DESC, id DESC);
-- The organizations to delete, in the order of their requests: the reconciler reads them every twenty seconds.
CREATE INDEX organizations_to_delete ON organizations (deletion_requested_at, id) WHERE deletion_requested_at IS NOT NULL;
SELECT fence_by_organization('organizations', 'id');
-- founding: who removes the founder with an unproved address leaves an organization of proved people.
GRANT SELECT, UPDATE (name, updated_at, deletion_requested_at, founding) ON organizations TO app_api;
GRANT SELECT, INSERT, UPDATE ON organizations TO app_worker;

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  prefix text NOT NULL,
  secret_hash bytea NOT NULL UNIQUE,
  -- The secret before a rotation, until its grace period ends.
  previous_secret_hash bytea UNIQUE,
  previous_valid_until timestamptz(3),
  -- A rotation that arrived before this moment must not replace the secret that its owner has not read yet.
  rotated_at timestamptz(3),
  scopes text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  UNIQUE (organization_id, id),
  CHECK ((previous_secret_hash IS NULL) = (previous_valid_until IS NULL))
);
CREATE INDEX api_keys_newest ON api_keys (organization_id, created_at DESC, id DESC);
CREATE INDEX api_keys_revoked ON api_keys (organization_id, revoked_at, id) WHERE revoked_at IS NOT NULL;
SELECT fence_by_organization('api_keys');
-- People create, rotate and revoke the keys of their organization. Whoever creates one deletes revoked ones beyond a number.
GRANT SELECT, INSERT, UPDATE, DELETE ON api_keys TO app_api, app_worker;

CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  actor_key_id uuid,
  actor_user_id uuid,
  -- The task that acted, such as methodology. No request carries it.
  actor_command text,
  action text NOT NULL,
  -- The id of the changed organization, key or other resource.
  subject text NOT NULL,
  details jsonb NOT NULL,
  request_id text,
  -- Not named organization_id, because entries outlive the organization, as ids alone, until their own term.
  of_organization uuid,
  by_operator boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(actor_key_id, actor_user_id, actor_command) = 1),
  CHECK ((actor_command IS NULL) = (request_id IS NOT NULL))
);
CREATE INDEX audit_log_newest ON audit_log (created_at DESC, id DESC);
CREATE INDEX audit_log_of_organization ON audit_log (of_organization, created_at DESC, id DESC) WHERE of_organization IS NOT NULL;
CREATE INDEX audit_log_of_operators ON audit_log (created_at DESC, id DESC) WHERE by_operator;
-- As fence_by_organization, without the right to erase.
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON audit_log TO app_api USING (of_organization = current_organization());
CREATE POLICY all_rows ON audit_log TO app_worker USING (true);
GRANT SELECT, INSERT ON audit_log TO app_api;
-- DELETE: the purge of old entries.
GRANT SELECT, INSERT, DELETE ON audit_log TO app_worker;
