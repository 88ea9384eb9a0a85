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
