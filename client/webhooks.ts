import { follow, type FollowOptions } from "./wait.ts";
import { type Calls, type List, type Lists, Resource, type Sends } from "./list.ts";
import type { CallOptions, DataOf, EventFilters, FiltersOf, ServiceEvent, WriteOptions } from "./types.ts";

/** Subscriptions: endpoints that the service sends events to. */
export class Webhooks extends Resource {
  /** Subscribes an endpoint. The answer alone has the `secret` that signs its deliveries. */
  readonly create: Sends<"createWebhook"> = this.calls("createWebhook", "body");
  /** Subscriptions, newest first. */
  readonly list: Lists<"listWebhooks"> = this.lists("listWebhooks");
  /** What became of each subscription's deliveries in the last 24 hours, by hours. */
  readonly stats: Calls<"listWebhookStats"> = this.calls("listWebhookStats");
  readonly get: Calls<"showWebhook"> = this.calls("showWebhook");
  /** Changes the fields that are given; null clears one that can be null. Enabling releases what was held. */
  readonly update: Sends<"changeWebhookByPost"> = this.calls("changeWebhookByPost", "body");
  /** Ends a subscription; its pending deliveries are cancelled. */
  readonly delete: Calls<"deleteWebhook"> = this.calls("deleteWebhook");
  /** A new secret, in this answer alone. The old one ends at once. */
  readonly rotateSecret: Calls<"rotateWebhookSecret"> = this.calls("rotateWebhookSecret");
  /** Sends a `webhook.test` event to this subscription alone; answers with its delivery. */
  readonly test: Calls<"testWebhook"> = this.calls("testWebhook");
  /** Sends a delivery of this subscription once more. */
  readonly retryDelivery: Calls<"retryWebhookDelivery"> = this.calls("retryWebhookDelivery");
  /** Deliveries of one subscription, newest first. */
  readonly deliveries: Lists<"listWebhookDeliveries"> = this.lists("listWebhookDeliveries");

  /** Sends what failed since a time of the last 90 days, and what it missed while it was disabled. */
  recover(id: string, since: Date, options?: WriteOptions): Promise<DataOf<"recoverWebhook">> {
    const body = { since: since.toISOString() };
    return this.transport.answer("recoverWebhook", { ids: [id], body }, options);
  }
}

/** Deliveries of all subscriptions and callbacks. */
export class Deliveries extends Resource {
  /** Deliveries, newest first, without their attempts. */
  readonly list: Lists<"listDeliveries"> = this.lists("listDeliveries");
  /** A delivery with its newest 20 attempts. */
  readonly get: Calls<"showDelivery"> = this.calls("showDelivery");
  /** All attempts of a delivery, newest first. */
  readonly attempts: Lists<"listDeliveryAttempts"> = this.lists("listDeliveryAttempts");
  /** Sends every delivery that matches once more: by at least one filter, failed ones by default. */
  readonly retryAll: Sends<"retryDeliveries"> = this.calls("retryDeliveries", "body");
  /** Sends a delivery once more, whatever its status. */
  readonly retry: Calls<"retryDelivery"> = this.calls("retryDelivery");
}

/** What happened in the last 90 days, subscribed to or not. */
export class Events extends Resource {
  readonly get: Calls<"showEvent"> = this.calls("showEvent");
  /** The types that a subscription can list, each with the schema and an example of what is sent. */
  readonly types: Calls<"listEventTypes"> = this.calls("listEventTypes");

  /** Events, newest first; those after one with `after`. */
  list(filters?: EventFilters, options?: CallOptions): List<ServiceEvent> {
    return this.lists("listEvents")(filters as FiltersOf<"listEvents">, options);
  }

  /** New events, oldest first, without end: those after the event `after`, or those that happen from now on. */
  follow(options?: FollowOptions): AsyncGenerator<ServiceEvent, void, undefined> {
    return follow(this.transport, options);
  }
}

/** The secret that signs deliveries to a simulation's `callback_url`. */
export class CallbackSecret extends Resource {
  /** Whether there is one. */
  readonly get: Calls<"showCallbackSecret"> = this.calls("showCallbackSecret");
  /** A new one, in this answer alone. The old one ends at once. */
  readonly rotate: Calls<"rotateCallbackSecret"> = this.calls("rotateCallbackSecret");
}
