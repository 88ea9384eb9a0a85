import type { MigrationInterface, QueryRunner } from "typeorm";

/** The audit log names the key or the person that acted. */
export class Actors1763600700000 implements MigrationInterface {
  readonly name = "Actors1763600700000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log ALTER COLUMN actor_key_id DROP NOT NULL, ADD COLUMN actor_user_id uuid,
        ADD CHECK (num_nonnulls(actor_key_id, actor_user_id) = 1);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
