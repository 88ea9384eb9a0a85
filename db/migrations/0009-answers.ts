import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a verdict rests on, and the baseline beside a methodology's accuracy. */
export class Answers1763600800000 implements MigrationInterface {
  readonly name = "Answers1763600800000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What of the scenario changed the forecast; null where nothing was given or read.
      ALTER TABLE simulations ADD COLUMN scenario_applied jsonb;

      -- What the overall share alone scores on the same held-out rows.
      ALTER TABLE methodology_accuracy ADD COLUMN baseline_pct double precision;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
