import { EVENT_TYPES, type EventType } from "#shared/webhooks/events.ts";
import { nameOf } from "../openapi/components.ts";
import { EVENTS } from "./schema.ts";

const SIMULATION = "01985d2c-6f7a-7c31-9b1e-5a0d3f3c8e21";
const WEBHOOK = "01985d30-2b3c-7d4e-9f50-61728394a5b6";
const EVENT = "evt_01985d2c-75d2-7a60-b5c3-9e8d7c6b5a40";
const ORGANIZATION = "01985d20-1b2c-7a3d-8e4f-5061728394a5";
const AT = "2026-12-01T09:30:01.400Z";

const delivery = {
  id: "01985d2c-75f0-7b11-a2d4-0f1e2d3c4b5a",
  webhook_id: WEBHOOK,
  event_id: EVENT,
  event_type: "simulation.completed",
  simulation_id: SIMULATION,
  url: "https://hooks.example.org/simulations",
  status: "succeeded",
  response_status: 204,
  attempt_count: 1,
  max_attempts: 10,
  latency_ms: 84,
  error_message: null,
  next_retry_at: null,
  retry_requested_at: null,
  created_at: AT,
  completed_at: "2026-12-01T09:30:01.520Z",
};

const attempt = {
  number: 1,
  at: "2026-12-01T09:30:01.430Z",
  response_status: 204,
  latency_ms: 84,
  error_code: null,
  error_message: null,
  response_excerpt: "",
};

const event = (type: string, data: object) => ({ id: EVENT, type, created: 1_796_117_401, data });
const ended = {
  simulation_id: SIMULATION,
  workflow_id: "product-purchase-intent",
  status: "completed",
  agent_count: 500,
  results_url: `https://api.example.org/v1/simulations/${SIMULATION}/results`,
  completed_at: AT,
  failure_code: null,
  failure_message: null,
};
const reading = {
  simulation_id: SIMULATION,
  generated_at: "2026-12-01T09:30:02.100Z",
  insights_url: `/v1/simulations/${SIMULATION}/insights`,
};
const training = {
  training_id: "01985d50-0a1b-7c2d-9e3f-405162738495",
  workflow_name: "Oat drinks",
  status: "COMPLETED",
  completed_at: AT,
  failure_message: null,
};
const BLOCKS = [
  "synthesis",
  "patterns",
  "reservations",
  "attractions",
  "intensity",
  "quotes",
  "segment_intensity",
];

const operatorsFields = {
  organization_id: ORGANIZATION,
  temporal_ui_url: `https://temporal.example.org/namespaces/default/workflows/delivery%2F${delivery.id}`,
};

/** An event of each type, as a delivery sends it. */
export const EVENT_EXAMPLES: Readonly<Record<EventType, object>> = {
  "simulation.completed": event("simulation.completed", ended),
  "simulation.failed": event("simulation.failed", {
    ...ended,
    status: "failed",
    failure_code: "cancelled",
    failure_message: "Cancelled by the customer.",
  }),
  "simulation.insights.completed": event("simulation.insights.completed", {
    ...reading,
    insights_status: "completed",
    block_status: {
      ...Object.fromEntries(BLOCKS.map((block) => [block, "completed"])),
      across_runs: "not_applicable",
    },
    cost_usd_estimate: 0.05,
  }),
  "simulation.insights.failed": event("simulation.insights.failed", {
    ...reading,
    insights_status: "failed",
    error_message: "The Reading could not be made.",
  }),
  "training.completed": event("training.completed", training),
  "training.failed": event("training.failed", {
    ...training,
    status: "FAILED",
    failure_message: "Line 3, column observed_yes_pct: must be a number from 0 to 100.",
  }),
  "webhook.test": event("webhook.test", {
    webhook_id: WEBHOOK,
    message: "This is a test: your endpoint receives events.",
  }),
};

/** Examples of deliveries and events, by the names of their schemas. */
export const DELIVERY_EXAMPLES: Readonly<Record<string, unknown>> = {
  DeliverySummary: delivery,
  Delivery: { ...delivery, attempts: [attempt] },
  DeliveryAttempt: attempt,
  AdminDeliverySummary: { ...delivery, ...operatorsFields, organization_name: "Acme" },
  AdminDelivery: { ...delivery, attempts: [attempt], ...operatorsFields },
  RetryDeliveries: { status: "failed", webhook_id: WEBHOOK },
  ...Object.fromEntries(EVENT_TYPES.map((type) => [nameOf(EVENTS[type]) ?? type, EVENT_EXAMPLES[type]])),
  Event: EVENT_EXAMPLES["simulation.completed"],
  EventTypeEntry: {
    type: "webhook.test",
    description: "Somebody asked for a test of the subscription",
    schema: { type: "object" },
    example: EVENT_EXAMPLES["webhook.test"],
  },
  RetryOwnDeliveries: { event_type: "simulation.completed", created_after: AT },
  RecoverWebhook: { since: AT },
};
