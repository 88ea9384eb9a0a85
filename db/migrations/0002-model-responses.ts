import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Responses of models. A run that was killed repeats no request, and a later run of the organization can reuse responses.
 */
export class ModelResponses1763600100000 implements MigrationInterface {
  readonly name = "ModelResponses1763600100000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE model_responses (
        simulation_id uuid NOT NULL,
        organization_id uuid NOT NULL,
        -- SHA-256 of model, parameters, messages, schema version and replicate.
        key bytea NOT NULL,
        persona bytea NOT NULL,
        replicate smallint NOT NULL,
        options text NOT NULL,
        http_status smallint NOT NULL,
        raw text NOT NULL,
        prompt_tokens integer NOT NULL,
        cached_tokens integer NOT NULL,
        completion_tokens integer NOT NULL,
        reasoning_tokens integer NOT NULL,
        counted boolean NOT NULL,
        calls smallint NOT NULL,
        reused boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (simulation_id, key),
        FOREIGN KEY (organization_id, simulation_id) REFERENCES simulations (organization_id, id) ON DELETE CASCADE
      );
      CREATE INDEX model_responses_reuse ON model_responses (organization_id, key);
      SELECT fence_by_organization('model_responses');

      CREATE TABLE model_capabilities (
        simulation_id uuid PRIMARY KEY,
        organization_id uuid NOT NULL,
        capabilities jsonb NOT NULL,
        FOREIGN KEY (organization_id, simulation_id) REFERENCES simulations (organization_id, id) ON DELETE CASCADE
      );
      SELECT fence_by_organization('model_capabilities');

      -- The estimated cost of a model-backed run, and its actual figures: calls, tokens, US dollars, kinds of nonresponse.
      ALTER TABLE simulations ADD COLUMN cost_estimate jsonb, ADD COLUMN engine_report jsonb;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}
