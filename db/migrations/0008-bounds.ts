import type { MigrationInterface, QueryRunner } from "typeorm";

/** The audit log names the key or the person that acted; an organization's queue of training runs is counted by an index. */
export class Bounds1763600700000 implements MigrationInterface {
  readonly name = "Bounds1763600700000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log ALTER COLUMN actor_key_id DROP NOT NULL, ADD COLUMN actor_user_id uuid,
        ADD CHECK (num_nonnulls(actor_key_id, actor_user_id) = 1);
      CREATE INDEX training_runs_queued ON training_runs (organization_id, created_at) WHERE status = 'QUEUED';
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
