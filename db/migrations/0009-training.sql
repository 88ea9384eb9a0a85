-- Training runs: each scores an uploaded calibration file once and keeps the figures.
CREATE TABLE training_runs (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- The customer's own name; it names no methodology.
  workflow_name text NOT NULL,
  description text,
  metadata json NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED')),
  -- Written when scoring or the data retention finds the file; until then the API looks in the object store.
  upload_received boolean NOT NULL DEFAULT false,
  -- What its file counts for among the bytes that are stored at once; 0 without a file, and once it is removed.
  upload_bytes bigint NOT NULL DEFAULT 0 CHECK (upload_bytes >= 0),
  -- Attempts that began and never reported: each took its worker with it.
  lost_attempts integer NOT NULL DEFAULT 0 CHECK (lost_attempts >= 0),
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  failure_message text,
  -- Written once, when the run completes: json, not jsonb, keeps the text as it is.
  results json,
  UNIQUE (organization_id, id),
  CHECK ((status = 'QUEUED') = (started_at IS NULL)),
  CHECK ((status IN ('COMPLETED', 'FAILED')) = (completed_at IS NOT NULL)),
  CHECK ((status = 'FAILED') = (failure_message IS NOT NULL)),
  CHECK ((status = 'COMPLETED') = (results IS NOT NULL))
);
CREATE INDEX training_runs_newest ON training_runs (organization_id, created_at DESC, id DESC);
CREATE INDEX training_runs_of_status ON training_runs (organization_id, status, created_at DESC, id DESC);
CREATE INDEX training_runs_queued ON training_runs (organization_id, created_at) WHERE status = 'QUEUED';
CREATE INDEX training_runs_running ON training_runs (started_at, id) WHERE status = 'RUNNING';
CREATE INDEX training_runs_stored ON training_runs (organization_id) WHERE upload_bytes > 0;
SELECT fence_by_organization('training_runs');
GRANT SELECT, INSERT, UPDATE, DELETE ON training_runs TO app_api;
GRANT SELECT, UPDATE, DELETE ON training_runs TO app_worker;

-- As simulation_metadata.
CREATE TABLE training_metadata (
  organization_id uuid NOT NULL,
  pair uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  training_id uuid NOT NULL,
  PRIMARY KEY (organization_id, pair, created_at, training_id),
  FOREIGN KEY (organization_id, training_id) REFERENCES training_runs (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX training_metadata_of_run ON training_metadata (organization_id, training_id, pair);
SELECT fence_by_organization('training_metadata');
GRANT SELECT, INSERT ON training_metadata TO app_api;
GRANT SELECT ON training_metadata TO app_worker;

-- One row an organization: the bytes that it has uploaded on a day, UTC. Its lock orders uploads that are counted at once.
CREATE TABLE upload_usage (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  day date NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0)
);
SELECT fence_by_organization('upload_usage');
GRANT SELECT, INSERT, UPDATE ON upload_usage TO app_api, app_worker;
