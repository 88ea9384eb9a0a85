/** Every type of event that the service announces. */
export const EVENT_TYPES = [
  "simulation.completed",
  "simulation.failed",
  "simulation.insights.completed",
  "simulation.insights.failed",
  "webhook.test",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** A subscription to this receives all of them. */
export const EVERY_EVENT = "*";

export const DELIVERY_STATUSES = ["pending", "succeeded", "failed", "cancelled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** An attempt without an outcome may still be under way for so long, in milliseconds: the sender's 20 s and some. Then its worker has stopped. */
export const LONGEST_ATTEMPT_MS = 25_000;
/** What such an attempt is said to have ended with. */
export const OUTCOME_UNKNOWN = {
  code: "outcome_unknown",
  message: "The outcome is unknown: our worker stopped during this attempt.",
} as const;
