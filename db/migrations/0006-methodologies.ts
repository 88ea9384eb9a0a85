import type { MigrationInterface, QueryRunner } from "typeorm";

/** The sort key of the catalogue's list, and the computed accuracy of each methodology, engine and version. */
export class Methodologies1763600500000 implements MigrationInterface {
  readonly name = "Methodologies1763600500000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE methodologies
        ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now();
      CREATE INDEX methodologies_newest ON methodologies (created_at DESC, id DESC);

      -- Only \`deno task calibrate\` writes here, so the API shows no figure that was not computed.
      CREATE TABLE methodology_accuracy (
        slug text NOT NULL REFERENCES methodologies (slug),
        version integer NOT NULL,
        engine_name text NOT NULL,
        engine_version text NOT NULL,
        -- 100 − MAPE over held-out rows; null when no held-out row can be scored.
        accuracy_pct double precision,
        confirm_mean_pct double precision,
        mae_points double precision,
        rows_used integer NOT NULL,
        rows_dropped integer NOT NULL,
        computed_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (slug, version, engine_name, engine_version)
      );
      REVOKE INSERT, UPDATE, DELETE ON methodology_accuracy FROM app_api;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
