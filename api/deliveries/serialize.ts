import type { AttemptRow, DeliveryRow } from "#db/deliveries/deliveries.ts";
import { type Config, temporalUiUrl } from "#shared/config.ts";
import { foundOr } from "#shared/errors.ts";
import { eventId } from "#shared/ids.ts";
import { deliveryWorkflowId } from "#temporal/webhook-delivery.ts";
import { MAX_ATTEMPT_MS, OUTCOME_UNKNOWN } from "#shared/webhooks/events.ts";

/** A delivery, with its newest attempts where it is not of a list. */
export function deliveryResource(
  { attempts = [], ...row }: DeliveryRow & { readonly attempts?: readonly AttemptRow[] },
  config: Config,
) {
  return {
    ...row,
    event_id: eventId(row.event_id),
    max_attempts: config.webhookRetrySchedule.length,
    error_message: waitsFor(row) ?? row.error_message,
    next_retry_at: row.parked === null ? row.next_retry_at : null,
    attempts: attempts.map(attemptResource),
    temporal_ui_url: temporalUiUrl(config, deliveryWorkflowId(row.id)),
  };
}

/** Why a pending delivery makes no attempts for now; null where it does. */
function waitsFor({ status, parked, down }: DeliveryRow): string | null {
  if (status !== "pending" || parked === null) return null;
  if (parked === "endpoint_busy") {
    return "Waits for one of the ten requests to this endpoint that are in flight.";
  }
  if (parked === "organization_busy") {
    return "Waits for one of the requests to your callbacks that are in flight: there are as many as may be.";
  }
  if (down === null) return "Waits for its turn at an endpoint that has been down.";
  const probe = down.probe_id === null ? "" : ` Delivery ${down.probe_id} tries it meanwhile.`;
  return `Waits: the endpoint has not answered since ${new Date(down.since).toISOString()}.${probe}`;
}

/** An attempt without an end is in flight, or its worker stopped: past the longest attempt its outcome stays unknown. */
export function attemptResource(row: AttemptRow) {
  const isLost = row.ended_at === null && Date.now() - new Date(row.at).getTime() > MAX_ATTEMPT_MS;
  return {
    ...row,
    at: new Date(row.at),
    error_code: isLost ? OUTCOME_UNKNOWN.code : row.error_code,
    error_message: isLost ? OUTCOME_UNKNOWN.message : row.error_message,
  };
}

export const foundDelivery = foundOr("There is no such delivery.");
