import type { MigrationInterface, QueryRunner } from "typeorm";

/** The figures of queues for operators, which one process at a time reads for all, and the ages and indexes that they need. */
export class Figures1763601900000 implements MigrationInterface {
  readonly name = "Figures1763601900000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Rows of the release before count as written when this is applied.
      ALTER TABLE outbox ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now();
      CREATE INDEX endpoint_health_down ON endpoint_health (down_since) WHERE down_since IS NOT NULL;

      CREATE TABLE figures (
        -- The one row.
        current boolean PRIMARY KEY DEFAULT true CHECK (current),
        -- When a process took on to read them; the next one does so some seconds later.
        claimed_at timestamptz(3) NOT NULL,
        taken_at timestamptz(3) NOT NULL,
        -- Null until somebody has read them.
        figures jsonb
      );
      INSERT INTO figures (claimed_at, taken_at) VALUES ('-infinity', '-infinity');
      REVOKE ALL ON figures FROM app_api, app_worker;
      GRANT SELECT, UPDATE ON figures TO app_worker;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
