import type { MigrationInterface, QueryRunner } from "typeorm";

/** Training runs: each scores an uploaded calibration file once and keeps the figures. */
export class Training1763600300000 implements MigrationInterface {
  readonly name = "Training1763600300000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE training_runs (
        id uuid PRIMARY KEY,
        organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
        -- The customer's own name; it names no methodology.
        workflow_name text NOT NULL,
        description text,
        status text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED')),
        -- Written when scoring or the data retention finds the file; until then the API looks in the object store.
        upload_received boolean NOT NULL DEFAULT false,
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
      CREATE INDEX training_runs_running ON training_runs (started_at) WHERE status = 'RUNNING';
      SELECT fence_by_organization('training_runs');
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
