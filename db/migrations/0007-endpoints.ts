import type { MigrationInterface, QueryRunner } from "typeorm";
import { ENDPOINT_FUNCTIONS } from "./endpoint-functions.ts";

/**
 * The endpoints of deliveries: their health, their places, and the deliveries that wait for them. The indexes of the lists of deliveries
 * and of the reconciler.
 */
export class Endpoints1763600600000 implements MigrationInterface {
  readonly name = "Endpoints1763600600000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(INDEXES);
    await runner.query(ENDPOINT_FUNCTIONS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}

const TABLES = `
-- An endpoint is a subscription, or the callbacks of an organization to one origin and path (shared/webhooks/endpoint-url.ts).
ALTER TABLE deliveries
  ADD COLUMN endpoint_id uuid,
  -- Why it waits for its endpoint without a timer; null where it does not.
  ADD COLUMN parked text CHECK (parked IN ('endpoint_down', 'endpoint_busy')),
  -- When it got a place at its endpoint, until it records its attempt.
  ADD COLUMN woken_at timestamptz(3),
  -- False while no workflow was started for it, because it was made for an endpoint that is down.
  ADD COLUMN has_run boolean NOT NULL DEFAULT true,
  -- The id of the retry by hand that waits; the known outcome of its attempt takes it back.
  ADD COLUMN retry_requested text,
  ADD COLUMN retry_requested_at timestamptz(3);
-- Earlier callbacks get an id of the same shape; they share no endpoint with later ones.
UPDATE deliveries SET endpoint_id = coalesce(
  webhook_id,
  substr(encode(sha256(convert_to(organization_id || ' ' || split_part(url, '?', 1), 'UTF8')), 'hex'), 1, 32)::uuid
);
-- A process of the release before, which names none while both run, makes each delivery an endpoint of its own.
ALTER TABLE deliveries ALTER COLUMN endpoint_id SET NOT NULL, ALTER COLUMN endpoint_id SET DEFAULT gen_random_uuid();

ALTER TABLE delivery_attempts ADD COLUMN endpoint_id uuid;

-- A row exists only while the last attempts at an endpoint have failed, so a healthy endpoint costs no write.
CREATE TABLE endpoint_health (
  endpoint_id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  -- Failed attempts in a row, and the different deliveries among them.
  failures integer NOT NULL,
  failed_deliveries integer NOT NULL,
  -- The different deliveries in a row that got no HTTP response.
  unanswered_deliveries integer NOT NULL,
  last_failed_delivery uuid NOT NULL,
  -- Null while it still counts as up.
  down_since timestamptz(3),
  -- The delivery that goes on by its schedule while the endpoint is down; the others are parked.
  probe_id uuid,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
SELECT fence_by_organization('endpoint_health');

-- Where each part of the reconciler goes on at its next run.
CREATE TABLE reconciler_positions (
  part text PRIMARY KEY,
  position jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
REVOKE ALL ON endpoint_health, reconciler_positions FROM app_api, app_worker;
-- The API locks an endpoint's health when it records an event, and resets it with a subscription's URL.
GRANT SELECT, UPDATE, DELETE ON endpoint_health TO app_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON endpoint_health TO app_worker;
GRANT SELECT, INSERT, UPDATE ON reconciler_positions TO app_worker;
`;

const INDEXES = `
DROP INDEX deliveries_newest, deliveries_newest_of_all, deliveries_of_webhook, deliveries_pending, deliveries_failed, deliveries_held;
-- Lists read one range of these for each status and type that they do not filter by (db/deliveries/list.ts).
CREATE INDEX deliveries_listed ON deliveries (organization_id, status, event_type, created_at DESC, id DESC);
CREATE INDEX deliveries_listed_of_webhook ON deliveries (webhook_id, status, event_type, created_at DESC, id DESC)
  WHERE webhook_id IS NOT NULL;
-- The expression keeps this index to operators' lists: for an organization's, Postgres would often read it and filter, row by row.
CREATE INDEX deliveries_listed_of_all ON deliveries ((status || ''), created_at DESC, id DESC);
-- UUIDv7 sorts by time: the oldest pending delivery of an endpoint has the smallest id.
CREATE INDEX deliveries_pending ON deliveries (endpoint_id, id) WHERE status = 'pending' AND NOT held;
CREATE INDEX deliveries_overdue ON deliveries (next_retry_at, id) WHERE status = 'pending' AND NOT held AND parked IS NULL;
CREATE INDEX deliveries_parked ON deliveries (endpoint_id, id) WHERE parked IS NOT NULL;
CREATE INDEX deliveries_parked_by_hand ON deliveries (endpoint_id, id) WHERE parked IS NOT NULL AND retry_requested IS NOT NULL;
CREATE INDEX deliveries_woken ON deliveries (endpoint_id) WHERE woken_at IS NOT NULL;
CREATE INDEX deliveries_held ON deliveries (webhook_id, id) WHERE held;
CREATE INDEX deliveries_retry_requested ON deliveries (retry_requested_at, id) WHERE retry_requested IS NOT NULL;

CREATE INDEX delivery_attempts_in_flight ON delivery_attempts (endpoint_id, at) WHERE ended_at IS NULL;
CREATE INDEX endpoint_health_oldest ON endpoint_health (updated_at);

DROP INDEX simulations_unfinished, readings_unfinished, training_runs_running;
CREATE INDEX simulations_unfinished ON simulations (created_at, id) WHERE status IN ('queued', 'running');
CREATE INDEX readings_unfinished ON readings (queued_at, simulation_id) WHERE generated_at IS NULL;
CREATE INDEX training_runs_running ON training_runs (started_at, id) WHERE status = 'RUNNING';
`;
