import type { MigrationInterface, QueryRunner } from "typeorm";

/** Methodologies that a command publishes, with the content of each version, and how far models were off on calibrated questions. */
export class PublishedMethodologies1763601500000 implements MigrationInterface {
  readonly name = "PublishedMethodologies1763601500000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ROWS);
    await runner.query(VERSIONS);
    await runner.query(REVISION);
    await runner.query(MODEL_ERRORS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward"));
  }
}

// Two organizations may use one slug, so the slug is no key any more; accuracies are those of the release's methodologies alone.
const ROWS = `
ALTER TABLE methodology_accuracy DROP CONSTRAINT methodology_accuracy_slug_fkey;
ALTER TABLE methodologies DROP CONSTRAINT methodologies_pkey, DROP CONSTRAINT methodologies_id_key;
ALTER TABLE methodologies
  ADD PRIMARY KEY (id),
  -- Null: everybody's.
  ADD COLUMN organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  -- release: its content is in engine/methodologies; survey: in methodology_versions.
  ADD COLUMN origin text NOT NULL DEFAULT 'release' CHECK (origin IN ('release', 'survey')),
  ADD CHECK (origin = 'survey' OR organization_id IS NULL);
CREATE UNIQUE INDEX methodologies_of_everybody ON methodologies (slug) WHERE organization_id IS NULL;
CREATE UNIQUE INDEX methodologies_of_organization ON methodologies (organization_id, slug) WHERE organization_id IS NOT NULL;

ALTER TABLE methodologies ENABLE ROW LEVEL SECURITY;
ALTER TABLE methodologies FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON methodologies TO app_api USING (organization_id IS NULL OR organization_id = current_organization());
CREATE POLICY all_rows ON methodologies TO app_worker USING (true);
SELECT allow_erasing('methodologies');

-- The row whose version a simulation runs with; null for a methodology of the release.
ALTER TABLE simulations ADD COLUMN methodology_id uuid;
`;

const VERSIONS = `
CREATE TABLE methodology_versions (
  methodology_id uuid NOT NULL REFERENCES methodologies (id) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  -- The methodology file, byte for byte.
  content text NOT NULL CHECK (octet_length(content) <= 1048576),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (methodology_id, version)
);
CREATE INDEX methodology_versions_of_organization ON methodology_versions (organization_id);
ALTER TABLE methodology_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE methodology_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON methodology_versions TO app_api
  USING (organization_id IS NULL OR organization_id = current_organization());
CREATE POLICY all_rows ON methodology_versions TO app_worker USING (true);
SELECT allow_erasing('methodology_versions');
GRANT SELECT ON methodology_versions TO app_api;
GRANT SELECT, INSERT, DELETE ON methodology_versions TO app_worker;
`;

// A counter that a transaction raises: unlike a time or a sequence, nobody sees its new value before the change itself.
const REVISION = `
CREATE TABLE methodology_revision (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  revision bigint NOT NULL
);
INSERT INTO methodology_revision (revision) VALUES (1);
GRANT SELECT ON methodology_revision TO app_api;
GRANT SELECT, UPDATE ON methodology_revision TO app_worker;

CREATE FUNCTION raise_methodology_revision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.methodology_revision SET revision = revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER methodologies_changed AFTER INSERT OR UPDATE OR DELETE ON methodologies
  FOR EACH STATEMENT EXECUTE FUNCTION raise_methodology_revision();
`;

const MODEL_ERRORS = `
-- Of no organization: one row a model and version of prompt, persona and schema. Only the command evaluate-agents writes it.
CREATE TABLE model_errors (
  engine_name text NOT NULL,
  engine_version text NOT NULL,
  questions integer NOT NULL CHECK (questions > 0),
  agents integer NOT NULL CHECK (agents > 0),
  -- Standard deviations in logits, overall and by dimension, and the report.
  figures jsonb NOT NULL,
  measured_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (engine_name, engine_version)
);
GRANT SELECT, INSERT, UPDATE ON model_errors TO app_worker;
`;
