import type { MigrationInterface, QueryRunner } from "typeorm";

/** Commands of operators as actors of the audit log, beside keys and people. */
export class AuditedCommands1763601800000 implements MigrationInterface {
  readonly name = "AuditedCommands1763601800000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The task that acted, such as methodology. No request carries it.
      ALTER TABLE audit_log DROP CONSTRAINT audit_log_check, ADD COLUMN actor_command text, ALTER COLUMN request_id DROP NOT NULL,
        ADD CHECK (num_nonnulls(actor_key_id, actor_user_id, actor_command) = 1),
        ADD CHECK ((actor_command IS NULL) = (request_id IS NOT NULL));
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
