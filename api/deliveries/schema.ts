import Type, { type TSchema } from "typebox";
import { BlockStatus } from "#engine/readings/schema.ts";
import {
  DELIVERY_STATUSES,
  EVENT_TYPES,
  type EventType,
  MAX_ATTEMPT_MS,
  OUTCOME_UNKNOWN,
} from "#shared/webhooks/events.ts";
import {
  EventId,
  Id,
  integer,
  named,
  namedObject,
  nullable,
  oneOf,
  TemporalUiUrl,
  text,
  Timestamp,
  unionBy,
} from "../http/fields.ts";
import { FailureCode, InsightsStatus, SimulationStatus } from "../simulations/schema.ts";
import type { AttemptRow, DeliveryRow } from "#db/deliveries/deliveries.ts";
import { type Config, temporalUiUrl } from "#shared/config.ts";
import { foundOr } from "#shared/errors.ts";
import { eventId } from "#shared/ids.ts";
import { workflowIdOf } from "#temporal/command.ts";

export const DeliveryStatus = named("DeliveryStatus", oneOf(DELIVERY_STATUSES));
export const EventTypeName = named("EventType", oneOf(EVENT_TYPES));

export const Attempt = namedObject("DeliveryAttempt", {
  number: Type.Integer(),
  at: Timestamp,
  response_status: nullable(Type.Integer()),
  latency_ms: nullable(integer("Until the response's headers, or the failure")),
  error_code: nullable(
    text("Why no response came; `outcome_unknown` when our worker stopped during the attempt"),
  ),
  error_message: nullable(Type.String()),
  response_excerpt: nullable(text("The beginning of the response's body, at most 16 KiB")),
});

/** A delivery in a list. */
export const ListedDelivery = namedObject("DeliverySummary", {
  id: Id,
  webhook_id: nullable(text("Null for a callback")),
  event_id: Type.String(),
  event_type: EventTypeName,
  simulation_id: nullable(Id),
  url: Type.String(),
  status: DeliveryStatus,
  response_status: nullable(integer("Of the last attempt that has an outcome")),
  attempt_count: Type.Integer(),
  max_attempts: integer("Of the schedule; retries by hand and attempts of unknown outcome come on top"),
  latency_ms: nullable(Type.Integer()),
  error_message: nullable(Type.String()),
  next_retry_at: nullable(
    text(
      "Null when there is none, while the subscription is disabled, and while the delivery waits for its endpoint",
      { format: "date-time" },
    ),
  ),
  retry_requested_at: nullable(
    text("Since when a retry by hand waits or is under way; null once its attempt has ended", {
      format: "date-time",
    }),
  ),
  created_at: Timestamp,
  completed_at: nullable(Timestamp),
});

export const Delivery = namedObject("Delivery", {
  ...ListedDelivery.properties,
  attempts: Type.Array(Attempt, { description: "The newest 20, newest first" }),
});

/** What operators see beside a delivery's own fields. */
const operatorsFields = { organization_id: Id, temporal_ui_url: TemporalUiUrl };
export const AdminListedDelivery = namedObject("AdminDeliverySummary", {
  ...ListedDelivery.properties,
  ...operatorsFields,
  organization_name: nullable(text("Null while the organization is being deleted")),
});
export const AdminDelivery = namedObject("AdminDelivery", { ...Delivery.properties, ...operatorsFields });

/** An event as its deliveries send it and the list of events shows it. @param type the one that has this data */
function event<const Name extends EventType, Data extends TSchema>(name: string, type: Name, data: Data) {
  return namedObject(name, {
    id: EventId,
    type: oneOf([type]),
    created: integer("When it happened, in unix seconds"),
    data,
  });
}

const SimulationEnd = namedObject("SimulationEnd", {
  simulation_id: Id,
  workflow_id: Type.String(),
  status: SimulationStatus,
  agent_count: Type.Integer(),
  results_url: Type.String({ format: "uri" }),
  completed_at: nullable(Timestamp),
  failure_code: nullable(FailureCode),
  failure_message: nullable(Type.String()),
});

const insightsEnd = {
  simulation_id: Id,
  insights_status: InsightsStatus,
  generated_at: Timestamp,
  insights_url: text("A path, relative to the API's base URL"),
};

const TrainingEnd = namedObject("TrainingEnd", {
  training_id: Id,
  workflow_name: Type.String(),
  status: oneOf(["COMPLETED", "FAILED"]),
  completed_at: Timestamp,
  failure_message: nullable(Type.String()),
});

const InsightsCompletion = namedObject("InsightsCompletion", {
  ...insightsEnd,
  block_status: BlockStatus,
  cost_usd_estimate: Type.Number({ minimum: 0 }),
});
const InsightsFailure = namedObject("InsightsFailure", { ...insightsEnd, error_message: Type.String() });
const WebhookTest = namedObject("WebhookTest", { webhook_id: Id, message: Type.String() });

/** Every type of event with its data. */
export const EVENTS = {
  "simulation.completed": event("SimulationCompletedEvent", "simulation.completed", SimulationEnd),
  "simulation.failed": event("SimulationFailedEvent", "simulation.failed", SimulationEnd),
  "simulation.insights.completed": event(
    "InsightsCompletedEvent",
    "simulation.insights.completed",
    InsightsCompletion,
  ),
  "simulation.insights.failed": event("InsightsFailedEvent", "simulation.insights.failed", InsightsFailure),
  "training.completed": event("TrainingCompletedEvent", "training.completed", TrainingEnd),
  "training.failed": event("TrainingFailedEvent", "training.failed", TrainingEnd),
  "webhook.test": event("WebhookTestEvent", "webhook.test", WebhookTest),
} as const satisfies Readonly<Record<EventType, TSchema>>;

/** When an event of each type happens. */
export const EVENT_DESCRIPTIONS: Readonly<Record<EventType, string>> = {
  "simulation.completed": "A simulation is complete",
  "simulation.failed": "A simulation failed or was cancelled",
  "simulation.insights.completed": "A simulation's Reading is complete",
  "simulation.insights.failed": "A simulation's Reading failed",
  "training.completed": "A training run is complete",
  "training.failed": "A training run failed",
  "webhook.test": "Somebody asked for a test of the subscription",
};

/** A recorded event. Later releases may add types. */
export const Event = unionBy("Event", "type", EVENTS);

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
    temporal_ui_url: temporalUiUrl(config, workflowIdOf("webhookDelivery", row.id)),
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
