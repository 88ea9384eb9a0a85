import type { MigrationInterface, QueryRunner } from "typeorm";

/** The billing provider's customers, subscriptions and checkouts, as its events have them. */
export class Payments1763601400000 implements MigrationInterface {
  readonly name = "Payments1763601400000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(RIGHTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}

const TABLES = `
-- Events that were applied. One is applied once, however often it arrives.
CREATE TABLE payment_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  -- By the provider's clock.
  created_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX payment_events_oldest ON payment_events (received_at);

CREATE TABLE billing_customers (
  id text PRIMARY KEY,
  -- Null until a checkout or a subscription names it: events arrive in any order.
  organization_id uuid UNIQUE REFERENCES organizations (id) ON DELETE SET NULL,
  -- The plan that the subscriptions gave the organization last.
  applied_tier text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
SELECT fence_by_organization('billing_customers');

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

-- Completed checkouts, until their buyer follows a link that was mailed.
CREATE TABLE billing_checkouts (
  id text PRIMARY KEY,
  customer_id text REFERENCES billing_customers (id) ON DELETE SET NULL,
  -- The organization that the checkout names; null where it is the buyer's own.
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  email text,
  -- As users have it.
  email_normalized text,
  name text,
  paid boolean NOT NULL,
  completed_at timestamptz(3) NOT NULL,
  claimed_at timestamptz(3)
);
CREATE INDEX billing_checkouts_unclaimed ON billing_checkouts (email_normalized) WHERE claimed_at IS NULL;
CREATE INDEX billing_checkouts_claimed ON billing_checkouts (claimed_at) WHERE claimed_at IS NOT NULL;
CREATE INDEX billing_checkouts_of_organization ON billing_checkouts (organization_id);
SELECT fence_by_organization('billing_checkouts');
`;

const RIGHTS = `
-- A buyer's command has no organization before the buyer has one.
ALTER TABLE outbox ALTER COLUMN organization_id DROP NOT NULL;

GRANT SELECT ON billing_customers TO app_api;
GRANT SELECT, INSERT, UPDATE ON billing_customers, billing_subscriptions TO app_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON billing_checkouts TO app_worker;
GRANT SELECT, INSERT, DELETE ON payment_events TO app_worker;
`;
