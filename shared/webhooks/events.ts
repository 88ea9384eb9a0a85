import { eventId } from "../ids.ts";
import type { JsonObject } from "../json.ts";

/** Every type of event that the service records (specification, "Event types"). */
export const EVENT_TYPES = [
  "simulation.completed",
  "simulation.failed",
  "simulation.insights.completed",
  "simulation.insights.failed",
  "training.completed",
  "training.failed",
  "webhook.test",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The types that a simulation's `callback_url` gets instead of the subscriptions that list them. */
export const SIMULATION_EVENT_TYPES = EVENT_TYPES.filter((type) => type.startsWith("simulation."));

/** In a subscription's `events` it stands for every type. */
export const EVERY_EVENT = "*";

/** An event before its envelope. */
export interface EventContent {
  /** The UUID of the event's row. */
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: Date;
  readonly data: JsonObject;
}

/** The JSON text that every attempt to deliver an event sends, byte for byte (specification, "Delivery format"). */
export function eventBody({ id, type, createdAt, data }: EventContent): string {
  return JSON.stringify({ id: eventId(id), type, created: Math.floor(createdAt.getTime() / 1000), data });
}

/** The `data` of a `webhook.test` event. */
export function webhookTestData(webhookId: string): JsonObject {
  return { webhook_id: webhookId, message: "This is a test: your endpoint receives events." };
}

export const DELIVERY_STATUSES = ["pending", "succeeded", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
/**
 * Why a delivery waits without a time: its endpoint does not answer, or has as many requests as it may have; or its organization has, for a
 * callback.
 */
export type ParkedReason = "endpoint_down" | "endpoint_busy" | "organization_busy";
/** The statuses of a delivery that has ended. */
export type EndedStatus = Exclude<DeliveryStatus, "pending">;

/** An attempt without an outcome counts as in flight for this long, in milliseconds: the sender's 20 s and a margin for recording. */
export const MAX_ATTEMPT_MS = 25_000;

/** The most attempts of a delivery, of its schedule and by hand together (contract, "Webhooks"). */
export const MAX_ATTEMPTS = 1_000;

/** The error of an attempt that is still without an outcome after {@link MAX_ATTEMPT_MS}. */
export const OUTCOME_UNKNOWN = {
  code: "outcome_unknown",
  message: "The outcome is unknown: our worker stopped during this attempt.",
} as const;

/** The `error_message` of a delivery that has {@link MAX_ATTEMPTS} and no success. */
export const ATTEMPTS_USED_UP = `It was attempted ${MAX_ATTEMPTS} times, the most that a delivery can be.`;

/** The `error_message` of a delivery whose subscription was deleted before it was delivered. */
export const SUBSCRIPTION_DELETED = "The subscription was deleted.";
