-- Until its first purge a kind of data counts as purged when this was installed.
INSERT INTO reconciler_positions (part, position)
SELECT 'purge ' || kind, 'null' FROM unnest(ARRAY[
  'idempotency_keys', 'forecast_estimates', 'deliveries', 'uploads', 'audit_log', 'unproved_sign_ups', 'payments'
]) AS kind;
