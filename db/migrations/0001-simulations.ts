import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Organizations, keys, methodologies, simulations, the outbox and the stored responses.
 *
 * Two roles share the tables. Forced row-level security shows `app_api` only the rows of the organization in `app.organization_id`;
 * `app_worker` sees all rows. Every process connects with one of them as its role.
 */
export class Simulations1763600000000 implements MigrationInterface {
  readonly name = "Simulations1763600000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ROLES);
    await runner.query(TENANCY);
    await runner.query(TABLES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}

const ROLES = `
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['app_api', 'app_worker'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- a migration of another database in the same cluster has created the role
    END;
    IF NOT pg_has_role(current_user, role_name, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
    END IF;
  END LOOP;
END $$;
GRANT USAGE ON SCHEMA public TO app_api, app_worker;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO app_api, app_worker;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO app_api, app_worker;
GRANT SELECT ON migrations TO app_api, app_worker;
`;

const TENANCY = `
CREATE FUNCTION current_organization() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.organization_id', true), '')::uuid;

-- Restricts app_api to the rows of its organization, by the column that holds it.
CREATE FUNCTION fence_by_organization(target regclass, tenant_column text DEFAULT 'organization_id') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY own_rows ON %s TO app_api USING (%I = current_organization())', target, tenant_column);
  EXECUTE format('CREATE POLICY all_rows ON %s TO app_worker USING (true)', target);
END $$;
`;

const TABLES = `
CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  plan_tier text NOT NULL CHECK (plan_tier IN ('sandbox', 'growth', 'studio', 'enterprise')),
  insights_enabled boolean NOT NULL DEFAULT true,
  -- The figures of the organization's contract; the plan's figure replaces a null.
  agent_count_ceiling integer,
  requests_per_minute integer,
  simulations_per_month integer,
  agent_runs_per_month bigint,
  reading_ceiling_usd numeric(12, 2),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX organizations_name ON organizations (lower(name));
CREATE INDEX organizations_newest ON organizations (created_at DESC, id DESC);
SELECT fence_by_organization('organizations', 'id');

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name text NOT NULL,
  prefix text NOT NULL,
  secret_hash bytea NOT NULL UNIQUE,
  -- The secret before a rotation, until its grace period ends.
  previous_secret_hash bytea UNIQUE,
  previous_valid_until timestamptz(3),
  scopes text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  UNIQUE (organization_id, id)
);
CREATE INDEX api_keys_newest ON api_keys (organization_id, created_at DESC, id DESC);
SELECT fence_by_organization('api_keys');

-- The status of each methodology; engine/methodologies holds its content.
CREATE TABLE methodologies (
  slug text PRIMARY KEY,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('published', 'deprecated')),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE simulations (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  methodology_slug text NOT NULL,
  methodology_version integer NOT NULL,
  -- Confidence of the automatic routing; null when the caller named the methodology.
  routing_confidence double precision,
  -- The caller's literal question; null stands for the methodology's KPI question.
  question text,
  agent_count integer NOT NULL CHECK (agent_count BETWEEN 1 AND 10000),
  seed bigint NOT NULL CHECK (seed >= 0),
  scenario_context jsonb,
  callback_url text,
  generate_insights boolean NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'failed')),
  agents_completed integer NOT NULL DEFAULT 0,
  insights_status text NOT NULL
    CHECK (insights_status IN ('not_started', 'queued', 'running', 'completed', 'failed', 'disabled')),
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  failure_code text
    CHECK (failure_code IN ('engine_unavailable', 'cancelled', 'timed_out', 'terminated', 'internal')),
  failure_message text,
  engine_name text,
  engine_version text,
  -- Tier, similarity, embedder; written when the run begins.
  calibration_boundary jsonb,
  -- Written once, when the run completes.
  verdict jsonb,
  by_segment jsonb,
  -- The meaning of the bytes in the chunks' segments.
  dimensions jsonb,
  -- One float64 (little endian) an agent.
  weights bytea,
  -- SHA-256 over all agents: the same seed gives the same digest.
  digest bytea,
  UNIQUE (organization_id, id),
  CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CHECK (status <> 'completed' OR verdict IS NOT NULL)
);
CREATE INDEX simulations_newest ON simulations (organization_id, created_at DESC, id DESC);
CREATE INDEX simulations_unfinished ON simulations (created_at) WHERE status IN ('queued', 'running');
SELECT fence_by_organization('simulations');

-- Agents first_index … first_index + agent_count − 1 of a simulation, in columnar arrays: 10,000 agents take four rows.
CREATE TABLE simulation_chunks (
  simulation_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  first_index integer NOT NULL,
  agent_count integer NOT NULL,
  answers bytea NOT NULL,
  intensities bytea NOT NULL,
  segments bytea NOT NULL,
  reason_indexes bytea NOT NULL,
  reasons text[] NOT NULL,
  -- By agent index.
  quotes jsonb NOT NULL,
  PRIMARY KEY (simulation_id, first_index),
  FOREIGN KEY (organization_id, simulation_id) REFERENCES simulations (organization_id, id) ON DELETE CASCADE
);
SELECT fence_by_organization('simulation_chunks');

-- The commands that Temporal has not confirmed. Written with the row that each concerns, deleted once executed.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  workflow_id text NOT NULL,
  -- A WorkflowCommand (temporal/command.ts).
  command jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL
);
CREATE INDEX outbox_due ON outbox (next_attempt_at);
SELECT fence_by_organization('outbox');

-- The first response to an idempotency key, replayed for 24 hours.
CREATE TABLE idempotency_keys (
  -- SHA-256 over organization, endpoint and key.
  key_hash bytea PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  request_hash bytea NOT NULL,
  status smallint NOT NULL,
  -- Encrypted, because a response can hold a secret that the API shows once.
  answer text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX idempotency_keys_oldest ON idempotency_keys (created_at);
SELECT fence_by_organization('idempotency_keys');

CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  actor_key_id uuid NOT NULL,
  action text NOT NULL,
  -- The id of the changed organization, key or other resource.
  subject text NOT NULL,
  details jsonb NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX audit_log_newest ON audit_log (created_at DESC, id DESC);
REVOKE ALL ON audit_log, methodologies FROM app_api;
GRANT SELECT ON methodologies TO app_api;
`;
