import { follow, type FollowOptions } from "./follow.ts";
import { type List, listOf } from "./list.ts";
import { path, Resource } from "./transport.ts";
import type {
  BodyOf,
  CallOptions,
  CreatedWebhook,
  DataOf,
  Delivery,
  DeliveryAttempt,
  EventFilters,
  FiltersOf,
  ListedDelivery,
  NewWebhook,
  ServiceEvent,
  Webhook,
  WebhookChanges,
  WriteOptions,
} from "./types.ts";

/** Subscriptions: endpoints that the service sends events to. */
export class Webhooks extends Resource {
  /** Subscribes an endpoint. The answer alone has the `secret` that signs its deliveries. */
  create(webhook: NewWebhook, options?: WriteOptions): Promise<CreatedWebhook> {
    return this.transport.post("createWebhook", path`/v1/webhooks`, options, webhook);
  }

  /** Subscriptions, newest first. */
  list(filters?: FiltersOf<"listWebhooks">, options?: CallOptions): List<Webhook> {
    return listOf(this.transport, "listWebhooks", path`/v1/webhooks`, filters, options);
  }

  /** What became of each subscription's deliveries in the last 24 hours, by hours. */
  stats(options?: CallOptions): Promise<DataOf<"listWebhookStats">> {
    return this.transport.get("listWebhookStats", path`/v1/webhook-stats`, options);
  }

  get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.transport.get("showWebhook", path`/v1/webhooks/${id}`, options);
  }

  /** Changes the fields that are given; null clears one that can be null. Enabling releases what was held. */
  update(id: string, changes: WebhookChanges, options?: WriteOptions): Promise<Webhook> {
    return this.transport.post("changeWebhookByPost", path`/v1/webhooks/${id}`, options, changes);
  }

  /** Ends a subscription; its pending deliveries are cancelled. */
  async delete(id: string, options?: CallOptions): Promise<DataOf<"deleteWebhook">> {
    return await this.transport.change("deleteWebhook", "DELETE", path`/v1/webhooks/${id}`, options);
  }

  /** A new secret, in this answer alone. The old one ends at once. */
  rotateSecret(id: string, options?: WriteOptions): Promise<DataOf<"rotateWebhookSecret">> {
    return this.transport.post("rotateWebhookSecret", path`/v1/webhooks/${id}/rotate-secret`, options);
  }

  /** Sends a `webhook.test` event to this subscription alone; answers with its delivery. */
  test(id: string, options?: WriteOptions): Promise<DataOf<"testWebhook">> {
    return this.transport.post("testWebhook", path`/v1/webhooks/${id}/test`, options);
  }

  /** Deliveries of one subscription, newest first. */
  deliveries(
    id: string,
    filters?: FiltersOf<"listWebhookDeliveries">,
    options?: CallOptions,
  ): List<ListedDelivery> {
    const route = path`/v1/webhooks/${id}/deliveries`;
    return listOf(this.transport, "listWebhookDeliveries", route, filters, options);
  }

  /** Sends what failed since a time of the last 90 days, and what it missed while it was disabled. */
  recover(id: string, since: Date, options?: WriteOptions): Promise<DataOf<"recoverWebhook">> {
    const route = path`/v1/webhooks/${id}/recover`;
    return this.transport.post("recoverWebhook", route, options, { since: since.toISOString() });
  }

  /** Sends a delivery of this subscription once more. */
  retryDelivery(
    id: string,
    deliveryId: string,
    options?: WriteOptions,
  ): Promise<DataOf<"retryWebhookDelivery">> {
    const route = path`/v1/webhooks/${id}/deliveries/${deliveryId}/retry`;
    return this.transport.post("retryWebhookDelivery", route, options);
  }
}

/** Deliveries of all subscriptions and callbacks. */
export class Deliveries extends Resource {
  /** Deliveries, newest first, without their attempts. */
  list(filters?: FiltersOf<"listDeliveries">, options?: CallOptions): List<ListedDelivery> {
    return listOf(this.transport, "listDeliveries", path`/v1/deliveries`, filters, options);
  }

  /** A delivery with its newest 20 attempts. */
  get(id: string, options?: CallOptions): Promise<Delivery> {
    return this.transport.get("showDelivery", path`/v1/deliveries/${id}`, options);
  }

  /** All attempts of a delivery, newest first. */
  attempts(
    id: string,
    filters?: FiltersOf<"listDeliveryAttempts">,
    options?: CallOptions,
  ): List<DeliveryAttempt> {
    const route = path`/v1/deliveries/${id}/attempts`;
    return listOf(this.transport, "listDeliveryAttempts", route, filters, options);
  }

  /** Sends every delivery that matches once more: by at least one filter, failed ones by default. */
  retryAll(filters: BodyOf<"retryDeliveries">, options?: WriteOptions): Promise<DataOf<"retryDeliveries">> {
    return this.transport.post("retryDeliveries", path`/v1/deliveries/retry`, options, filters);
  }

  /** Sends a delivery once more, whatever its status. */
  retry(id: string, options?: WriteOptions): Promise<DataOf<"retryDelivery">> {
    return this.transport.post("retryDelivery", path`/v1/deliveries/${id}/retry`, options);
  }
}

/** What happened in the last 90 days, subscribed to or not. */
export class Events extends Resource {
  /** Events, newest first; those after one with `after`. */
  list(filters?: EventFilters, options?: CallOptions): List<ServiceEvent> {
    return listOf(this.transport, "listEvents", path`/v1/events`, filters, options);
  }

  get(id: string, options?: CallOptions): Promise<ServiceEvent> {
    return this.transport.get("showEvent", path`/v1/events/${id}`, options);
  }

  /** The types that a subscription can list, each with the schema and an example of what is sent. */
  types(options?: CallOptions): Promise<DataOf<"listEventTypes">> {
    return this.transport.get("listEventTypes", path`/v1/event-types`, options);
  }

  /** New events, oldest first, without end: those after the event `after`, or those that happen from now on. */
  follow(options?: FollowOptions): AsyncGenerator<ServiceEvent, void, undefined> {
    return follow(this.transport, options);
  }
}

/** The secret that signs deliveries to a simulation's `callback_url`. */
export class CallbackSecret extends Resource {
  /** Whether there is one. */
  get(options?: CallOptions): Promise<DataOf<"showCallbackSecret">> {
    return this.transport.get("showCallbackSecret", path`/v1/callback-secret`, options);
  }

  /** A new one, in this answer alone. The old one ends at once. */
  rotate(options?: WriteOptions): Promise<DataOf<"rotateCallbackSecret">> {
    return this.transport.post("rotateCallbackSecret", path`/v1/callback-secret`, options);
  }
}
