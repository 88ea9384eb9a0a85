-- A simulation's Reading from when it was first asked for; its state is the simulation's insights_status.
CREATE TABLE readings (
  simulation_id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  -- Counts up when a failed one is generated again; the workflow's id carries it.
  generation integer NOT NULL,
  queued_at timestamptz(3) NOT NULL,
  -- The month against whose ceiling it counts, and what was set aside there.
  reserved_month date NOT NULL,
  reserved_usd numeric(14, 6) NOT NULL,
  -- Attempts to have a model rewrite the texts, counted before each call; the rewritten texts; their cost, null where it is unknown.
  rewrite_attempts smallint NOT NULL DEFAULT 0,
  rewrite jsonb,
  rewrite_cost_usd numeric(14, 6),
  -- Written once, when it ends. json, not jsonb, keeps the blocks in their order.
  generated_at timestamptz(3),
  block_status json,
  calibration_boundary json,
  post_hoc json,
  cost_usd numeric(14, 6),
  error_message text,
  FOREIGN KEY (organization_id, simulation_id) REFERENCES simulations (organization_id, id) ON DELETE CASCADE,
  CHECK ((generated_at IS NULL) = (cost_usd IS NULL)),
  CHECK (post_hoc IS NULL OR error_message IS NULL)
);
CREATE INDEX readings_unfinished ON readings (queued_at, simulation_id) WHERE generated_at IS NULL;
-- How long an organization's newest Readings took.
CREATE INDEX readings_newest ON readings (organization_id, generated_at DESC) WHERE generated_at IS NOT NULL;
SELECT fence_by_organization('readings');
GRANT SELECT, INSERT, UPDATE ON readings TO app_api, app_worker;
