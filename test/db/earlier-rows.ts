const ORGANIZATION = "018f0000-0000-7000-8000-000000000001";
const SIMULATION = "018f0000-0000-7000-8000-000000000002";
const EVENT = "018f0000-0000-7000-8000-000000000003";
const DELIVERY = "018f0000-0000-7000-8000-000000000004";

/**
 * Rows of earlier releases: for each migration, in order, a row in every table that it creates, by the schema of that release. Add the
 * rows of a new migration here.
 */
export const EARLIER_ROWS: readonly string[] = [
  `INSERT INTO organizations (id, name, plan_tier) VALUES ('${ORGANIZATION}', 'Old customer', 'growth');
   INSERT INTO api_keys (id, organization_id, name, prefix, secret_hash, scopes)
     VALUES (gen_random_uuid(), '${ORGANIZATION}', 'old', 'sk_01234', '\\x01', '{simulations:read}');
   INSERT INTO methodologies (slug, version, status) VALUES ('brand-trust', 1, 'deprecated');
   INSERT INTO simulations (id, organization_id, methodology_slug, methodology_version, agent_count, seed, generate_insights,
       insights_status, created_at, started_at, completed_at, status, verdict, question)
     VALUES ('${SIMULATION}', '${ORGANIZATION}', 'brand-trust', 1, 3, 9007199254740991, true, 'not_started', now(), now(), now(),
       'completed', '{"yes": 1}', 'Do you trust this brand?');
   INSERT INTO simulation_chunks (simulation_id, organization_id, first_index, agent_count, answers, intensities, segments,
       reason_indexes, reasons, quotes)
     VALUES ('${SIMULATION}', '${ORGANIZATION}', 0, 3, '\\x000102', '\\x010203', '\\x00', '\\x00', '{because}', '{"0": "Yes."}');
   INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
     VALUES ('${ORGANIZATION}', 'simulation/${SIMULATION}', '{"kind": "cancel"}', now());
   INSERT INTO idempotency_keys (key_hash, organization_id, request_hash, status, answer, created_at)
     VALUES ('\\x01', '${ORGANIZATION}', '\\x02', 202, 'sealed', now());
   INSERT INTO audit_log (id, actor_key_id, action, subject, details, request_id)
     VALUES (gen_random_uuid(), gen_random_uuid(), 'organization.create', '${ORGANIZATION}', '{}', 'r');`,

  `INSERT INTO model_responses (simulation_id, organization_id, key, persona, replicate, options, http_status, raw, prompt_tokens,
       cached_tokens, completion_tokens, reasoning_tokens, counted, calls, reused)
     VALUES ('${SIMULATION}', '${ORGANIZATION}', '\\x01', '\\x02', 0, 'abcd', 200, '{}', 1, 0, 1, 0, true, 1, false);
   INSERT INTO model_capabilities (simulation_id, organization_id, capabilities) VALUES ('${SIMULATION}', '${ORGANIZATION}', '{}');`,

  `INSERT INTO webhooks (id, organization_id, url, events, custom_headers, secret, enabled)
     VALUES (gen_random_uuid(), '${ORGANIZATION}', 'https://example.com/hook', '{*}', 'sealed', 'sealed', true);
   INSERT INTO callback_secrets (organization_id, secret) VALUES ('${ORGANIZATION}', 'sealed');
   INSERT INTO events (id, organization_id, type, simulation_id, body, created_at)
     VALUES ('${EVENT}', '${ORGANIZATION}', 'simulation.completed', '${SIMULATION}', '{}', now());
   INSERT INTO deliveries (id, organization_id, event_id, event_type, simulation_id, url, created_at)
     VALUES ('${DELIVERY}', '${ORGANIZATION}', '${EVENT}', 'simulation.completed', '${SIMULATION}', 'https://example.com/hook', now());
   INSERT INTO delivery_attempts (delivery_id, organization_id, number, at) VALUES ('${DELIVERY}', '${ORGANIZATION}', 1, now());`,

  `INSERT INTO training_runs (id, organization_id, workflow_name, created_at)
     VALUES (gen_random_uuid(), '${ORGANIZATION}', 'loyalty', now());`,

  `INSERT INTO usage_months (organization_id, month, readings) VALUES ('${ORGANIZATION}', '2026-11-01', 2);
   INSERT INTO readings (simulation_id, organization_id, generation, queued_at, reserved_month, reserved_usd)
     VALUES ('${SIMULATION}', '${ORGANIZATION}', 1, now(), '2026-11-01', 0.05);`,

  `INSERT INTO methodology_accuracy (slug, version, engine_name, engine_version, accuracy_pct, rows_used, rows_dropped)
     VALUES ('brand-trust', 1, 'embedded', '1', 91.5, 12, 0);`,

  `INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries, last_failed_delivery)
     VALUES (gen_random_uuid(), '${ORGANIZATION}', 1, 1, 1, '${DELIVERY}');
   INSERT INTO reconciler_positions (part, position) VALUES ('waiting endpoints', '"00000000-0000-0000-0000-000000000000"');`,
];
