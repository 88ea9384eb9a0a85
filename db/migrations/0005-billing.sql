-- The billing provider's customers, subscriptions and checkouts, as its events have them.

-- Events that were applied. One is applied once, however often it arrives.
CREATE TABLE payment_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  -- By the provider's clock.
  created_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX payment_events_oldest ON payment_events (received_at);
GRANT SELECT, INSERT, DELETE ON payment_events TO app_worker;

CREATE TABLE billing_customers (
  id text PRIMARY KEY,
  -- Null until a purchase is claimed. One organization may have claimed purchases of several customers.
  organization_id uuid REFERENCES organizations (id) ON DELETE SET NULL,
  applied_tier text,
  claimed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON COLUMN billing_customers.applied_tier IS 'The plan that the customer gives the organization which claimed a purchase of it';
CREATE INDEX billing_customers_of_organization ON billing_customers (organization_id);
SELECT fence_by_organization('billing_customers');
GRANT SELECT ON billing_customers TO app_api;

CREATE TABLE billing_subscriptions (
  id text PRIMARY KEY,
  customer_id text NOT NULL REFERENCES billing_customers (id) ON DELETE CASCADE,
  status text NOT NULL,
  -- What it is paid for; null where it gives no plan.
  plan_tier text CHECK (plan_tier IN ('sandbox', 'growth', 'studio', 'enterprise')),
  -- The time of its newest event, and what decides between two of the same second: an end comes last.
  news_at timestamptz(3) NOT NULL,
  news_rank smallint NOT NULL
);
CREATE INDEX billing_subscriptions_of_customer ON billing_subscriptions (customer_id);
GRANT SELECT, INSERT, UPDATE ON billing_customers, billing_subscriptions TO app_worker;

-- Completed checkouts, until their buyer follows a link that was mailed.
CREATE TABLE billing_checkouts (
  id text PRIMARY KEY,
  purchase_id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  customer_id text REFERENCES billing_customers (id) ON DELETE SET NULL,
  -- What the checkout began, before the subscription's own news.
  subscription_id text,
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  email text,
  -- As users have it.
  email_normalized text,
  name text,
  paid boolean NOT NULL,
  completed_at timestamptz(3) NOT NULL,
  claimed_at timestamptz(3)
);
COMMENT ON COLUMN billing_checkouts.organization_id IS 'Which organization has claimed it; nothing where claimed_at is null';
CREATE INDEX billing_checkouts_unclaimed ON billing_checkouts (email_normalized) WHERE claimed_at IS NULL;
CREATE INDEX billing_checkouts_claimed ON billing_checkouts (claimed_at) WHERE claimed_at IS NOT NULL;
CREATE INDEX billing_checkouts_forgotten ON billing_checkouts (completed_at) WHERE claimed_at IS NULL;
CREATE INDEX billing_checkouts_of_address ON billing_checkouts (email_normalized, completed_at DESC, purchase_id DESC);
CREATE INDEX billing_checkouts_of_organization ON billing_checkouts (organization_id);
SELECT fence_by_organization('billing_checkouts');
GRANT SELECT, INSERT, UPDATE, DELETE ON billing_checkouts TO app_worker;
