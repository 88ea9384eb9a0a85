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
