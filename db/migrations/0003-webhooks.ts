import type { MigrationInterface, QueryRunner } from "typeorm";

/** Webhook subscriptions, events, and their deliveries with every attempt. */
export class Webhooks1763600200000 implements MigrationInterface {
  readonly name = "Webhooks1763600200000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SUBSCRIPTIONS);
    await runner.query(DELIVERIES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}

const SUBSCRIPTIONS = `
CREATE TABLE webhooks (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  url text NOT NULL,
  events text[] NOT NULL,
  description text,
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

-- The secrets that sign deliveries to callback URLs.
CREATE TABLE callback_secrets (
  organization_id uuid PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  -- Encrypted.
  secret text NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
SELECT fence_by_organization('callback_secrets');
`;

const DELIVERIES = `
CREATE TABLE events (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  type text NOT NULL,
  -- Null for an event without a simulation.
  simulation_id uuid,
  -- The text that every attempt sends, byte for byte.
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (organization_id, id),
  FOREIGN KEY (organization_id, simulation_id) REFERENCES simulations (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX events_once ON events (simulation_id, type) WHERE simulation_id IS NOT NULL;
CREATE INDEX events_oldest ON events (created_at);
SELECT fence_by_organization('events');

CREATE TABLE deliveries (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  simulation_id uuid,
  -- Null for a callback. No foreign key, because the record outlives its subscription.
  webhook_id uuid,
  url text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
  -- All recorded attempts, of the schedule and by hand.
  attempt_count integer NOT NULL DEFAULT 0,
  -- Attempts of the schedule with a known outcome.
  scheduled_attempts integer NOT NULL DEFAULT 0,
  -- Held until its subscription is enabled and releases it.
  held boolean NOT NULL DEFAULT false,
  -- Of the last attempt with a known outcome.
  response_status smallint,
  latency_ms integer,
  error_message text,
  next_retry_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  UNIQUE (organization_id, id),
  FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80);
CREATE INDEX deliveries_of_event ON deliveries (event_id);
CREATE INDEX deliveries_newest ON deliveries (organization_id, created_at DESC, id DESC);
CREATE INDEX deliveries_newest_of_all ON deliveries (created_at DESC, id DESC);
CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, created_at DESC, id DESC) WHERE webhook_id IS NOT NULL;
CREATE INDEX deliveries_pending ON deliveries (webhook_id, next_retry_at) WHERE status = 'pending';
CREATE INDEX deliveries_failed ON deliveries (created_at DESC, id DESC) WHERE status = 'failed';
CREATE INDEX deliveries_held ON deliveries (webhook_id, created_at) WHERE held;
SELECT fence_by_organization('deliveries');

-- Written before the worker sends the request: an attempt without an outcome was in flight when its worker stopped.
CREATE TABLE delivery_attempts (
  delivery_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  number integer NOT NULL,
  -- The retry by hand that it carried out, null for an attempt of the schedule; a known outcome consumes the id.
  retry_id text,
  at timestamptz(3) NOT NULL,
  -- When its outcome was recorded, or declared unknown.
  ended_at timestamptz(3),
  response_status smallint,
  latency_ms integer,
  error_code text,
  error_message text,
  response_excerpt text,
  PRIMARY KEY (delivery_id, number),
  FOREIGN KEY (organization_id, delivery_id) REFERENCES deliveries (organization_id, id) ON DELETE CASCADE
);
SELECT fence_by_organization('delivery_attempts');
`;
