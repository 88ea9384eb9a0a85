import type { MigrationInterface, QueryRunner } from "typeorm";

/** Readings, and what an organization has used of a month's ceilings. */
export class Readings1763600400000 implements MigrationInterface {
  readonly name = "Readings1763600400000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE usage_months (
        organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
        -- First day of the calendar month, UTC.
        month date NOT NULL,
        -- Readings begun, less those that failed.
        readings integer NOT NULL DEFAULT 0 CHECK (readings >= 0),
        -- What Readings that have ended cost, and what is set aside for those under way.
        reading_cost_usd numeric(14, 6) NOT NULL DEFAULT 0 CHECK (reading_cost_usd >= 0),
        reading_reserved_usd numeric(14, 6) NOT NULL DEFAULT 0 CHECK (reading_reserved_usd >= 0),
        PRIMARY KEY (organization_id, month)
      ) WITH (fillfactor = 50);
      SELECT fence_by_organization('usage_months');

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
      CREATE INDEX readings_unfinished ON readings (queued_at) WHERE generated_at IS NULL;
      SELECT fence_by_organization('readings');

      -- Earlier runs of the same question; questions are up to 8 kB, so they are found by a hash.
      CREATE INDEX simulations_of_question
        ON simulations (organization_id, methodology_slug, hashtextextended(coalesce(question, ''), 0), completed_at DESC, id DESC)
        WHERE status = 'completed';
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
