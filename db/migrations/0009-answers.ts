import type { MigrationInterface, QueryRunner } from "typeorm";

/** What a verdict rests on, methodologies that operators publish, and the measured error of models. */
export class Answers1763600800000 implements MigrationInterface {
  readonly name = "Answers1763600800000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What of the scenario changed the forecast; null where nothing was given or read.
      ALTER TABLE simulations ADD COLUMN scenario_applied jsonb;

      -- What the overall share alone scores on the same held-out rows.
      ALTER TABLE methodology_accuracy ADD COLUMN baseline_pct double precision,
        DROP CONSTRAINT methodology_accuracy_slug_fkey,
        ADD CONSTRAINT methodology_accuracy_slug_fkey FOREIGN KEY (slug) REFERENCES methodologies (slug) ON DELETE CASCADE;

      -- The organization that alone sees a methodology; null for everybody's.
      ALTER TABLE methodologies ADD COLUMN organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
        ENABLE ROW LEVEL SECURITY,
        FORCE ROW LEVEL SECURITY;
      CREATE POLICY own_and_public_rows ON methodologies TO app_api
        USING (organization_id IS NULL OR organization_id = current_organization());
      CREATE POLICY all_rows ON methodologies TO app_worker USING (true);

      -- The content of the methodologies that operators published; that of the release's own is in engine/methodologies.
      -- A version never changes.
      CREATE TABLE methodology_definitions (
        slug text NOT NULL REFERENCES methodologies (slug) ON DELETE CASCADE,
        version integer NOT NULL,
        definition jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (slug, version)
      );
      REVOKE ALL ON methodology_definitions FROM app_api;

      -- How far a model's answers were off on calibrated questions, by model and prompt version.
      CREATE TABLE model_errors (
        engine_name text NOT NULL,
        engine_version text NOT NULL,
        questions integer NOT NULL,
        agents integer NOT NULL,
        -- Standard deviations of the error in logits: bias and spread of yes, maybe and no, and of a segment's difference.
        error jsonb NOT NULL,
        -- The whole report, for people.
        report jsonb NOT NULL,
        measured_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (engine_name, engine_version)
      );
      REVOKE ALL ON model_errors FROM app_api;
      GRANT SELECT ON model_errors TO app_api;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
