import pg from "pg";
import { DataSource, type MigrationInterface } from "typeorm";
import { createDataSource } from "#db/data-source.ts";
import { type LockAttempts, migrate } from "#db/migrate.ts";
import { ask } from "#testing/stack.ts";

/** Whose rows they are. */
export const ORGANIZATION = "018f0000-0000-7000-8000-000000000001";
const SIMULATION = "018f0000-0000-7000-8000-000000000002";
const EVENT = "018f0000-0000-7000-8000-000000000003";
const USER = "018f0000-0000-7000-8000-000000000005";
const DELIVERY = "018f0000-0000-7000-8000-000000000004";

/** Rows of earlier releases, one in every table, by the migration after which their tables are there. One that makes no table has none. */
export const EARLIER_ROWS: Readonly<Record<string, string>> = {
  Deliveries1766001000000:
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
     VALUES (gen_random_uuid(), gen_random_uuid(), 'organization.create', '${ORGANIZATION}', '{}', 'r');
   INSERT INTO model_responses (simulation_id, organization_id, key, persona, replicate, options, http_status, raw, prompt_tokens,
       cached_tokens, completion_tokens, reasoning_tokens, counted, calls, reused)
     VALUES ('${SIMULATION}', '${ORGANIZATION}', '\\x01', '\\x02', 0, 'abcd', 200, '{}', 1, 0, 1, 0, true, 1, false);
   INSERT INTO model_capabilities (simulation_id, organization_id, capabilities) VALUES ('${SIMULATION}', '${ORGANIZATION}', '{}');
   INSERT INTO webhooks (id, organization_id, url, events, custom_headers, secret, enabled)
     VALUES (gen_random_uuid(), '${ORGANIZATION}', 'https://example.com/hook', '{*}', 'sealed', 'sealed', true);
   INSERT INTO callback_secrets (organization_id, secret) VALUES ('${ORGANIZATION}', 'sealed');
   INSERT INTO events (id, organization_id, type, simulation_id, body, created_at)
     VALUES ('${EVENT}', '${ORGANIZATION}', 'simulation.completed', '${SIMULATION}', '{}', now());
   INSERT INTO deliveries (id, organization_id, event_id, event_type, simulation_id, url, created_at)
     VALUES ('${DELIVERY}', '${ORGANIZATION}', '${EVENT}', 'simulation.completed', '${SIMULATION}', 'https://example.com/hook', now());
   INSERT INTO delivery_attempts (delivery_id, organization_id, number, at) VALUES ('${DELIVERY}', '${ORGANIZATION}', 1, now());
   INSERT INTO training_runs (id, organization_id, workflow_name, created_at)
     VALUES (gen_random_uuid(), '${ORGANIZATION}', 'loyalty', now());
   INSERT INTO usage_months (organization_id, month, readings) VALUES ('${ORGANIZATION}', date_trunc('month', now() AT TIME ZONE 'UTC'), 2);
   INSERT INTO readings (simulation_id, organization_id, generation, queued_at, reserved_month, reserved_usd)
     VALUES ('${SIMULATION}', '${ORGANIZATION}', 1, now(), '2026-11-01', 0.05);
   INSERT INTO endpoint_health (endpoint_id, organization_id, failures, failed_deliveries, unanswered_deliveries, last_failed_delivery)
     VALUES (gen_random_uuid(), '${ORGANIZATION}', 1, 1, 1, '${DELIVERY}');
   INSERT INTO reconciler_positions (part, position) VALUES ('waiting endpoints', '"00000000-0000-0000-0000-000000000000"');
   INSERT INTO users (id, organization_id, email, email_normalized, name, password_hash, password_set_at)
     VALUES ('${USER}', '${ORGANIZATION}', 'Old@example.com', 'old@example.com', 'Old person', '$argon2id$', now());
   INSERT INTO magic_link_tokens (token_hash, email, email_normalized, name, organization_name, organization_id, expires_at)
     VALUES ('\\x01', 'new@example.com', 'new@example.com', 'New person', 'Old customer', '${ORGANIZATION}', now());
   INSERT INTO password_reset_tokens (token_hash, organization_id, user_id, expires_at)
     VALUES ('\\x01', '${ORGANIZATION}', '${USER}', now());
   INSERT INTO invitations (id, organization_id, email, email_normalized, name, invited_by, expires_at)
     VALUES (gen_random_uuid(), '${ORGANIZATION}', 'next@example.com', 'next@example.com', 'Next person', '${USER}', now());
   INSERT INTO maintenance (retry_after_seconds) VALUES (60);
   INSERT INTO payment_events (id, type, created_at) VALUES ('evt_1', 'customer.subscription.updated', now());
   INSERT INTO billing_customers (id, organization_id) VALUES ('cus_1', '${ORGANIZATION}');
   INSERT INTO billing_subscriptions (id, customer_id, status, plan_tier, news_at, news_rank)
     VALUES ('sub_1', 'cus_1', 'active', 'growth', now(), 0);
   INSERT INTO billing_checkouts (id, customer_id, organization_id, email, email_normalized, name, paid, completed_at)
     VALUES ('cs_1', 'cus_1', '${ORGANIZATION}', 'Old@example.com', 'old@example.com', 'Old person', true, now());
   WITH published AS (
     INSERT INTO methodologies (slug, version, status, origin, organization_id) VALUES ('city-life', 1, 'published', 'survey', '${ORGANIZATION}')
     RETURNING id
   )
   INSERT INTO methodology_versions (methodology_id, version, organization_id, content) SELECT id, 1, '${ORGANIZATION}', '{}' FROM published;
   INSERT INTO model_errors (engine_name, engine_version, questions, agents, figures) VALUES ('model:small', '1.3.1', 30, 150, '{}');
   INSERT INTO simulation_metadata (organization_id, pair, created_at, simulation_id)
     VALUES ('${ORGANIZATION}', gen_random_uuid(), now(), '${SIMULATION}');
   INSERT INTO training_metadata (organization_id, pair, created_at, training_id)
     SELECT organization_id, gen_random_uuid(), created_at, id FROM training_runs;
   INSERT INTO upload_usage (organization_id, day, bytes) VALUES ('${ORGANIZATION}', current_date, 1);
   INSERT INTO simulation_shares (simulation_id, organization_id, token_hash, token, created_at)
     VALUES ('${SIMULATION}', '${ORGANIZATION}', '\\x00', 'sealed', now());
   INSERT INTO usage_days (organization_id, day, key_id, simulations, agent_runs) VALUES ('${ORGANIZATION}', current_date, NULL, 1, 10);
   INSERT INTO forecast_models (id, figures) VALUES ('small:1', '{}');
   INSERT INTO forecast_estimates (model_id, question_hash, year, share) VALUES ('small:1', 'x', 2026, 0.5);`,
};

/** Applies all migrations. @returns the names of those that were missing */
export async function applyAll(url: string): Promise<string[]> {
  const dataSource = createDataSource({ url, role: "owner", pool: 2, applicationName: "test" });
  await dataSource.initialize();
  return await migrate(dataSource).finally(() => dataSource.destroy());
}

/** Applies these migrations alone, such as those of an earlier release. @returns the names of those that were missing */
export async function apply(
  url: string,
  migrations: readonly (new () => MigrationInterface)[],
  waits?: LockAttempts,
): Promise<string[]> {
  const dataSource = await new DataSource({
    type: "postgres",
    driver: pg,
    url,
    poolSize: 2,
    migrations: [...migrations],
    migrationsTableName: "migrations",
    migrationsTransactionMode: "each",
  }).initialize();
  return await migrate(dataSource, waits).finally(() => dataSource.destroy());
}

/** Applies all migrations to an empty database, and adds the rows of every release. */
export async function applyAllWithRows(url: string): Promise<void> {
  await applyAll(url);
  for (const rows of Object.values(EARLIER_ROWS)) await ask(rows, [], url);
}
