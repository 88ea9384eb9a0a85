-- outside a transaction
-- Earlier runs of the same question in any spelling, with its audience and applied scenario: white space, last punctuation, case and compatibility
-- forms make no difference, as where lists find a question (questionHash). "?" is no question's form, and stands for none: the KPI question.
DROP INDEX CONCURRENTLY IF EXISTS simulations_in_any_spelling;
CREATE INDEX CONCURRENTLY simulations_in_any_spelling ON simulations (
  organization_id, methodology_slug, hashtextextended(
    coalesce(lower(ltrim(regexp_replace(regexp_replace(normalize(question, NFKC), '\s+', ' ', 'g'), '[ .?!]+$', '')) COLLATE "und-x-icu"), '?')
      || coalesce(audience::text, '') || (coalesce(scenario_applied - '{ignored,read_from}'::text[], '{}'))::text, 0
  ), completed_at DESC, id DESC
) WHERE status = 'completed';
DROP INDEX CONCURRENTLY IF EXISTS simulations_asked_alike;
