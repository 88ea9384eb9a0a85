-- The chance that a model's word for what most people say is yes, not no; null where its server tells no chances.
ALTER TABLE forecast_estimates ADD COLUMN says_yes double precision;
ALTER TABLE forecast_estimates ADD CONSTRAINT forecast_estimates_says_yes CHECK (says_yes > 0 AND says_yes < 1) NOT VALID;
