-- Webhook subscriptions, and the secrets of callbacks.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  url text NOT NULL,
  events text[] NOT NULL,
  description text,
  metadata json NOT NULL DEFAULT '{}',
  -- A JSON object of names and values, encrypted.
  custom_headers text NOT NULL,
  -- Encrypted.
  secret text NOT NULL,
  enabled boolean NOT NULL,
  disabled_reason text,
  -- The first of the attempts that have all failed since; null while attempts succeed.
  failing_since timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (organization_id, id)
);
CREATE INDEX webhooks_newest ON webhooks (organization_id, created_at DESC, id DESC);
SELECT fence_by_organization('webhooks');
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO app_api;
-- DELETE, here and below: the proof and the lapse of a sign-up end its subscriptions and secrets.
GRANT SELECT, UPDATE, DELETE ON webhooks TO app_worker;

-- The secrets that sign deliveries to callback URLs.
CREATE TABLE callback_secrets (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  -- Encrypted.
  secret text NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
SELECT fence_by_organization('callback_secrets');
GRANT SELECT, INSERT, UPDATE ON callback_secrets TO app_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON callback_secrets TO app_worker;
