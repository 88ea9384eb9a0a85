-- Simulations with what a month and a day count of them, their agents, the responses of models, what customers find simulations by, and links to them.

-- What an organization has used of a month's ceilings.
CREATE TABLE usage_months (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- First day of the calendar month, UTC.
  month date NOT NULL,
  -- Simulations that were accepted, and their agents, less those of runs that could not start.
  simulations integer NOT NULL DEFAULT 0 CHECK (simulations >= 0),
  agent_runs bigint NOT NULL DEFAULT 0 CHECK (agent_runs >= 0),
  -- Readings begun, less those that failed.
  readings integer NOT NULL DEFAULT 0 CHECK (readings >= 0),
  -- What Readings that have ended cost, and what is set aside for those under way.
  reading_cost_usd numeric(14, 6) NOT NULL DEFAULT 0 CHECK (reading_cost_usd >= 0),
  reading_reserved_usd numeric(14, 6) NOT NULL DEFAULT 0 CHECK (reading_reserved_usd >= 0),
  PRIMARY KEY (organization_id, month)
) WITH (fillfactor = 50);
SELECT fence_by_organization('usage_months');
GRANT SELECT, INSERT, UPDATE ON usage_months TO app_api, app_worker;

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

CREATE TABLE simulations (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  methodology_slug text NOT NULL,
  methodology_version integer NOT NULL,
  -- The row whose version it runs with; null for a methodology of the release.
  methodology_id uuid,
  -- How its question was routed. The confidence of the automatic routing is null when the caller named the methodology.
  routed_via json,
  routing_confidence double precision,
  -- The caller's literal question; null stands for the methodology's KPI question.
  question text,
  agent_count integer NOT NULL CHECK (agent_count BETWEEN 1 AND 10000),
  seed bigint NOT NULL CHECK (seed >= 0),
  -- json, not jsonb, keeps the customer's keys in their order, here and in metadata.
  scenario_context json,
  -- What of the scenario changed the forecast; null where nothing was given or read.
  scenario_applied jsonb,
  metadata json NOT NULL DEFAULT '{}',
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
  -- The estimated cost of a model-backed run, and its actual figures: calls, tokens, US dollars, kinds of nonresponse.
  cost_estimate jsonb,
  engine_report jsonb,
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
  -- What customers write on it; metadata stands above.
  name text,
  tags text[] NOT NULL DEFAULT '{}',
  archived boolean NOT NULL DEFAULT false,
  -- A key or a person, never both.
  created_by_key_id uuid,
  created_by_user_id uuid,
  -- Whom of its population it asks: {"party": ["democrat"]}, in the frame's order; null is all of them.
  audience jsonb,
  UNIQUE (organization_id, id),
  CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CHECK (status <> 'completed' OR verdict IS NOT NULL),
  CHECK (created_by_key_id IS NULL OR created_by_user_id IS NULL)
);
-- One for each combination of the list's filters: of 100,000 rows a page reads those that it shows. Every list is of archived simulations, or of
-- the others.
CREATE INDEX simulations_newest ON simulations (organization_id, archived, created_at DESC, id DESC);
CREATE INDEX simulations_of_status ON simulations (organization_id, archived, status, created_at DESC, id DESC);
CREATE INDEX simulations_of_methodology ON simulations (organization_id, archived, methodology_slug, created_at DESC, id DESC);
CREATE INDEX simulations_of_methodology_and_status
  ON simulations (organization_id, archived, methodology_slug, status, created_at DESC, id DESC);
-- Operators list the simulations of all organizations, in any status or in one.
CREATE INDEX simulations_of_all ON simulations (status, created_at DESC, id DESC);
CREATE INDEX simulations_unfinished ON simulations (created_at, id) WHERE status IN ('queued', 'running');
-- Earlier runs of the same question; questions are up to 8 kB, so they are found by a hash.
CREATE INDEX simulations_of_question
  ON simulations (organization_id, methodology_slug, hashtextextended(coalesce(question, ''), 0), completed_at DESC, id DESC)
  WHERE status = 'completed';
SELECT fence_by_organization('simulations');
GRANT SELECT, INSERT, UPDATE, DELETE ON simulations TO app_api;
GRANT SELECT, UPDATE ON simulations TO app_worker;

-- A pair is a hash of a key with its value, of a tag or of the question (db/postgres/metadata.ts): its comparison is leakproof, so that an index
-- answers it under row-level security, which an index of jsonb does not.
CREATE TABLE simulation_metadata (
  organization_id uuid NOT NULL,
  pair uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  simulation_id uuid NOT NULL,
  PRIMARY KEY (organization_id, pair, created_at, simulation_id),
  FOREIGN KEY (organization_id, simulation_id) REFERENCES simulations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX simulation_metadata_of_simulation ON simulation_metadata (organization_id, simulation_id, pair);
SELECT fence_by_organization('simulation_metadata');
-- A PATCH replaces them.
GRANT SELECT, INSERT, DELETE ON simulation_metadata TO app_api;
GRANT SELECT ON simulation_metadata TO app_worker;

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
GRANT SELECT ON simulation_chunks TO app_api;
GRANT SELECT, INSERT ON simulation_chunks TO app_worker;

-- Responses of models. A run that was killed repeats no request, and a later run of the organization can reuse responses.
CREATE TABLE model_responses (
  simulation_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  -- SHA-256 of model, parameters, messages, schema version and replicate.
  key bytea NOT NULL,
  persona bytea NOT NULL,
  replicate smallint NOT NULL,
  options text NOT NULL,
  http_status smallint NOT NULL,
  raw text NOT NULL,
  prompt_tokens integer NOT NULL,
  cached_tokens integer NOT NULL,
  completion_tokens integer NOT NULL,
  reasoning_tokens integer NOT NULL,
  counted boolean NOT NULL,
  calls smallint NOT NULL,
  reused boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (simulation_id, key),
  FOREIGN KEY (organization_id, simulation_id) REFERENCES simulations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX model_responses_reuse ON model_responses (organization_id, key);
SELECT fence_by_organization('model_responses');

CREATE TABLE model_capabilities (
  simulation_id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  capabilities jsonb NOT NULL,
  FOREIGN KEY (organization_id, simulation_id) REFERENCES simulations (organization_id, id) ON DELETE CASCADE
);
SELECT fence_by_organization('model_capabilities');
GRANT SELECT, INSERT, UPDATE ON model_responses, model_capabilities TO app_worker;

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
