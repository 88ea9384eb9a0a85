-- What a request leaves behind: commands for Temporal, and the answer that a repetition gets.

-- The commands that Temporal has not confirmed. Written with the row that each concerns, deleted once executed.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null for a buyer's command: a buyer has no organization at first.
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  workflow_id text NOT NULL,
  -- A WorkflowCommand (temporal/command.ts).
  command jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- A command that Temporal refuses whenever it is executed is set aside, with the reason, for an operator.
  set_aside_at timestamptz(3),
  error text,
  -- Attempts tell how long to wait; these tell whether Temporal refuses the command itself.
  refusals integer NOT NULL DEFAULT 0,
  refused_since timestamptz(3),
  CHECK ((set_aside_at IS NULL) = (error IS NULL)),
  CHECK ((refusals = 0) = (refused_since IS NULL))
);
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE set_aside_at IS NULL;
CREATE INDEX outbox_set_aside ON outbox (set_aside_at DESC, (lpad(to_hex(id), 32, '0')::uuid) DESC) WHERE set_aside_at IS NOT NULL;
SELECT fence_by_organization('outbox');
GRANT SELECT, INSERT ON outbox TO app_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO app_worker;

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
-- The deletion of an organization finds these rows by it; every other table has such an index or goes with another row.
CREATE INDEX idempotency_keys_of_organization ON idempotency_keys (organization_id);
SELECT fence_by_organization('idempotency_keys');
GRANT SELECT, INSERT, UPDATE ON idempotency_keys TO app_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO app_worker;
