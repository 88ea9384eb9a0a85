import type { AttemptRow, DeliveryRow } from "#db/deliveries/deliveries.ts";
import type { WebhookRow } from "#db/webhooks/webhooks.ts";
import { eventId } from "#shared/ids.ts";
import { LONGEST_ATTEMPT_MS, OUTCOME_UNKNOWN } from "#shared/webhooks/events.ts";
import type { WebhookSecrets } from "#shared/webhooks/secrets.ts";
import type { Config } from "#shared/config.ts";

/** What stands for the value of a custom header. */
export const MASK = "********";

/** A subscription without its secret; its custom headers' values are masked. */
export function webhookResource(row: WebhookRow, secrets: WebhookSecrets) {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    description: row.description,
    custom_headers: Object.fromEntries(
      Object.keys(secrets.openHeaders(row.id, row.custom_headers)).map((name) => [name, MASK]),
    ),
    enabled: row.enabled,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    disabled_reason: row.disabled_reason,
  };
}

export function deliveryResource(row: DeliveryRow, { webhookRetrySchedule }: Config) {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: eventId(row.event_id),
    event_type: row.event_type,
    simulation_id: row.simulation_id,
    url: row.url,
    status: row.status,
    response_status: row.response_status,
    attempt_count: row.attempt_count,
    max_attempts: webhookRetrySchedule.length,
    latency_ms: row.latency_ms,
    error_message: row.error_message,
    next_retry_at: row.next_retry_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    attempts: row.attempts.map(attemptResource),
  };
}

export function adminDeliveryResource(row: DeliveryRow, config: Config) {
  return { ...deliveryResource(row, config), organization_id: row.organization_id };
}

function attemptResource(row: AttemptRow) {
  const lost = row.ended_at === null && Date.now() - new Date(row.at).getTime() > LONGEST_ATTEMPT_MS;
  return {
    number: row.number,
    at: new Date(row.at).toISOString(),
    response_status: row.response_status,
    latency_ms: row.latency_ms,
    error_code: lost ? OUTCOME_UNKNOWN.code : row.error_code,
    error_message: lost ? OUTCOME_UNKNOWN.message : row.error_message,
    response_excerpt: row.response_excerpt,
  };
}
