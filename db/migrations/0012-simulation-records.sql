-- What customers write on their simulations, who created them, links to them, and what each day counts.

ALTER TABLE simulations
  ADD COLUMN name text,
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN archived boolean NOT NULL DEFAULT false,
  -- A key or a person, never both; neither on rows from before.
  ADD COLUMN created_by_key_id uuid,
  ADD COLUMN created_by_user_id uuid,
  ADD CHECK (created_by_key_id IS NULL OR created_by_user_id IS NULL);
GRANT DELETE ON simulations, training_runs TO app_api;

-- Every list is of archived simulations, or of the others.
DROP INDEX simulations_newest, simulations_of_status, simulations_of_methodology, simulations_of_methodology_and_status;
CREATE INDEX simulations_newest ON simulations (organization_id, archived, created_at DESC, id DESC);
CREATE INDEX simulations_of_status ON simulations (organization_id, archived, status, created_at DESC, id DESC);
CREATE INDEX simulations_of_methodology ON simulations (organization_id, archived, methodology_slug, created_at DESC, id DESC);
CREATE INDEX simulations_of_methodology_and_status
  ON simulations (organization_id, archived, methodology_slug, status, created_at DESC, id DESC);

-- Tags and the question are found as pairs of metadata are (db/simulations/found-by.ts), which a PATCH replaces.
GRANT DELETE ON simulation_metadata TO app_api;
INSERT INTO simulation_metadata (organization_id, pair, created_at, simulation_id)
SELECT organization_id,
  left(encode(sha256(convert_to('{"question":' || to_json(
    lower(regexp_replace(btrim(regexp_replace(normalize(question, NFKC), '\s+', ' ', 'g')), '[ .?!…]+$', ''))
  )::text || '}', 'UTF8')), 'hex'), 32)::uuid, created_at, id
FROM simulations WHERE question IS NOT NULL
ON CONFLICT DO NOTHING;

-- How long an organization's newest Readings took.
CREATE INDEX readings_newest ON readings (organization_id, generated_at DESC) WHERE generated_at IS NOT NULL;

-- An event outlives its simulation until its retention ends.
ALTER TABLE events DROP CONSTRAINT events_organization_id_simulation_id_fkey;

-- The read-only link to a verdict, while there is one.
CREATE TABLE simulation_shares (
  simulation_id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  -- SHA-256 of the token, by which the link finds it; and the token itself, encrypted, so that the link can be shown again.
  token_hash bytea NOT NULL UNIQUE,
  token text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, simulation_id) REFERENCES simulations (organization_id, id) ON DELETE CASCADE
);
SELECT fence_by_organization('simulation_shares');
GRANT SELECT, INSERT, DELETE ON simulation_shares TO app_api;
GRANT SELECT, UPDATE ON simulation_shares TO app_worker;

-- What an organization's keys, and its people together, have asked for on a day, UTC, less what could not start.
CREATE TABLE usage_days (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  day date NOT NULL,
  -- Null for people.
  key_id uuid,
  simulations integer NOT NULL CHECK (simulations >= 0),
  agent_runs bigint NOT NULL CHECK (agent_runs >= 0),
  UNIQUE NULLS NOT DISTINCT (organization_id, day, key_id)
) WITH (fillfactor = 50);
SELECT fence_by_organization('usage_days');
GRANT SELECT, INSERT, UPDATE ON usage_days TO app_api;
GRANT SELECT, UPDATE ON usage_days TO app_worker;
