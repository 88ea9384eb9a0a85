-- outside a transaction
-- The deletion of a customer with its organization finds the checkouts that name it.
DROP INDEX CONCURRENTLY IF EXISTS billing_checkouts_of_customer;
CREATE INDEX CONCURRENTLY billing_checkouts_of_customer ON billing_checkouts (customer_id);
-- Earlier runs of the same question, audience and applied scenario; questions are up to 8 kB, so they are found by a hash.
DROP INDEX CONCURRENTLY IF EXISTS simulations_asked_alike;
CREATE INDEX CONCURRENTLY simulations_asked_alike ON simulations (
  organization_id, methodology_slug, hashtextextended(
    coalesce(question, '') || coalesce(audience::text, '') || (coalesce(scenario_applied - '{ignored,read_from}'::text[], '{}'))::text, 0
  ), completed_at DESC, id DESC
) WHERE status = 'completed';
DROP INDEX CONCURRENTLY IF EXISTS simulations_of_question;
-- The newest answer of a model to the same prompt.
DROP INDEX CONCURRENTLY IF EXISTS model_responses_by_key;
CREATE INDEX CONCURRENTLY model_responses_by_key ON model_responses (organization_id, key, created_at DESC);
DROP INDEX CONCURRENTLY IF EXISTS model_responses_reuse;
