import { follow, type FollowOptions } from "./wait.ts";
import {
  type Acts,
  type Changes,
  type Creates,
  type Gets,
  type List,
  listOf,
  type Lists,
  type ListsOf,
  type Reads,
  Resource,
} from "./list.ts";
import { pathOf } from "./transport.ts";
import type { CallOptions, DataOf, EventFilters, ServiceEvent, WriteOptions } from "./types.ts";

/** Subscriptions: endpoints that the service sends events to. */
export class Webhooks extends Resource {
  /** Subscribes an endpoint. The answer alone has the `secret` that signs its deliveries. */
  readonly create: Creates<"createWebhook"> = this.creates("createWebhook");
  /** Subscriptions, newest first. */
  readonly list: Lists<"listWebhooks"> = this.lists("listWebhooks");
  /** What became of each subscription's deliveries in the last 24 hours, by hours. */
  readonly stats: Gets<"listWebhookStats"> = this.gets("listWebhookStats");
  readonly get: Reads<"showWebhook"> = this.byId("showWebhook");
  /** Changes the fields that are given; null clears one that can be null. Enabling releases what was held. */
  readonly update: Changes<"changeWebhookByPost"> = this.changes("changeWebhookByPost");
  /** Ends a subscription; its pending deliveries are cancelled. */
  readonly delete: Reads<"deleteWebhook"> = this.byId("deleteWebhook");
  /** A new secret, in this answer alone. The old one ends at once. */
  readonly rotateSecret: Acts<"rotateWebhookSecret"> = this.byId("rotateWebhookSecret");
  /** Sends a `webhook.test` event to this subscription alone; answers with its delivery. */
  readonly test: Acts<"testWebhook"> = this.byId("testWebhook");
  /** Deliveries of one subscription, newest first. */
  readonly deliveries: ListsOf<"listWebhookDeliveries"> = this.listsOf("listWebhookDeliveries");

  /** Sends what failed since a time of the last 90 days, and what it missed while it was disabled. */
  recover(id: string, since: Date, options?: WriteOptions): Promise<DataOf<"recoverWebhook">> {
    const body = { since: since.toISOString() };
    return this.transport.answer("recoverWebhook", { ids: [id], body }, options);
  }

  /** Sends a delivery of this subscription once more. */
  retryDelivery(
    id: string,
    deliveryId: string,
    options?: WriteOptions,
  ): Promise<DataOf<"retryWebhookDelivery">> {
    return this.transport.answer("retryWebhookDelivery", { ids: [id, deliveryId] }, options);
  }
}

/** Deliveries of all subscriptions and callbacks. */
export class Deliveries extends Resource {
  /** Deliveries, newest first, without their attempts. */
  readonly list: Lists<"listDeliveries"> = this.lists("listDeliveries");
  /** A delivery with its newest 20 attempts. */
  readonly get: Reads<"showDelivery"> = this.byId("showDelivery");
  /** All attempts of a delivery, newest first. */
  readonly attempts: ListsOf<"listDeliveryAttempts"> = this.listsOf("listDeliveryAttempts");
  /** Sends every delivery that matches once more: by at least one filter, failed ones by default. */
  readonly retryAll: Creates<"retryDeliveries"> = this.creates("retryDeliveries");
  /** Sends a delivery once more, whatever its status. */
  readonly retry: Acts<"retryDelivery"> = this.byId("retryDelivery");
}

/** What happened in the last 90 days, subscribed to or not. */
export class Events extends Resource {
  readonly get: Reads<"showEvent"> = this.byId("showEvent");
  /** The types that a subscription can list, each with the schema and an example of what is sent. */
  readonly types: Gets<"listEventTypes"> = this.gets("listEventTypes");

  /** Events, newest first; those after one with `after`. */
  list(filters?: EventFilters, options?: CallOptions): List<ServiceEvent> {
    return listOf(this.transport, "listEvents", pathOf("listEvents"), filters, options);
  }

  /** New events, oldest first, without end: those after the event `after`, or those that happen from now on. */
  follow(options?: FollowOptions): AsyncGenerator<ServiceEvent, void, undefined> {
    return follow(this.transport, options);
  }
}

/** The secret that signs deliveries to a simulation's `callback_url`. */
export class CallbackSecret extends Resource {
  /** Whether there is one. */
  readonly get: Gets<"showCallbackSecret"> = this.gets("showCallbackSecret");

  /** A new one, in this answer alone. The old one ends at once. */
  rotate(options?: WriteOptions): Promise<DataOf<"rotateCallbackSecret">> {
    return this.transport.answer("rotateCallbackSecret", {}, options);
  }
}
