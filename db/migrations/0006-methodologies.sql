-- Methodologies of the release and of surveys, how far models were off on calibrated questions, and what models forecast.

-- The status of each methodology. Two organizations may use one slug.
CREATE TABLE methodologies (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Null: everybody's.
  organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
  slug text NOT NULL,
  version integer NOT NULL,
  status text NOT NULL CHECK (status IN ('published', 'deprecated')),
  -- release: its content is in engine/bank; survey: in methodology_versions.
  origin text NOT NULL DEFAULT 'release' CHECK (origin IN ('release', 'survey')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (origin = 'survey' OR organization_id IS NULL)
);
CREATE INDEX methodologies_newest ON methodologies (created_at DESC, id DESC);
CREATE UNIQUE INDEX methodologies_of_everybody ON methodologies (slug) WHERE organization_id IS NULL;
CREATE UNIQUE INDEX methodologies_of_organization ON methodologies (organization_id, slug) WHERE organization_id IS NOT NULL;
-- As fence_by_organization, but everybody sees what is everybody's.
ALTER TABLE methodologies ENABLE ROW LEVEL SECURITY;
ALTER TABLE methodologies FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON methodologies TO app_api USING (organization_id IS NULL OR organization_id = current_organization());
CREATE POLICY all_rows ON methodologies TO app_worker USING (true);
SELECT allow_erasing('methodologies');
GRANT SELECT ON methodologies TO app_api;
GRANT SELECT, INSERT, UPDATE ON methodologies TO app_worker;

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

-- A counter that a transaction raises: unlike with a time or a sequence, no reader sees its new value before the change itself.
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

-- Of no organization: what the command evaluate-forecasts found of a model with its prompts.
CREATE TABLE forecast_models (
  id text PRIMARY KEY,
  figures jsonb NOT NULL,
  measured_at timestamptz(3) NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON forecast_models TO app_worker;

-- What a model estimated of a question, so that runs and chunks of one question rest on one number. By the hash of the text alone: of no organization.
CREATE TABLE forecast_estimates (
  model_id text NOT NULL,
  question_hash bytea NOT NULL,
  year smallint NOT NULL,
  share double precision NOT NULL CHECK (share > 0 AND share < 1),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (model_id, question_hash, year)
);
CREATE INDEX forecast_estimates_by_age ON forecast_estimates (created_at);
GRANT SELECT, INSERT, DELETE ON forecast_estimates TO app_worker;
