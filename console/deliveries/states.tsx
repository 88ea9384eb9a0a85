import { Link } from "@tanstack/react-router";
import type { DataOf, ItemOf } from "../api/calls.ts";
import { useList } from "../api/queries.ts";
import { count, Countdown, Time } from "../components/format.tsx";
import { Badge, Id } from "../components/status.tsx";
import { type Columns } from "../components/table.tsx";

export type Delivery = DataOf<"showDelivery">;
export type ListedDelivery = ItemOf<"listDeliveries">;
export type Attempt = ItemOf<"listDeliveryAttempts">;
export type Webhook = ItemOf<"listWebhooks">;

/** The organization's subscriptions by their ids; an organization has 20 at most. Undefined until they are read. */
export function useWebhooks(): ReadonlyMap<string, Webhook> | undefined {
  const { data } = useList("listWebhooks", {});
  return data === undefined ? undefined : new Map(data.map((webhook) => [webhook.id, webhook]));
}

/** What a subscription is called: its description, else where it leads. */
export function nameOf({ description, url }: Pick<Webhook, "description" | "url">): string {
  return description ?? url;
}

const ENDED = {
  succeeded: "Delivered: the endpoint answered 2xx.",
  failed: "Failed: its schedule is used up. It is sent again only when somebody retries it.",
  cancelled: "Cancelled: nothing more is sent by itself.",
} as const;

/** A delivery's state in words, a whole sentence or two, with a status for its badge's colour. */
const state = (badge: string, label: string, words: string) => ({ badge, label, words });

/**
 * What a delivery is doing. A moment yet to come stands in `next_retry_at`, not in the words.
 *
 * @param webhook undefined where it is not known; null for a callback, and for a subscription that was deleted
 */
export function stateOf(delivery: ListedDelivery, webhook: Webhook | null | undefined) {
  const { status, retry_requested_at, next_retry_at, error_message } = delivery;
  const isHeld = webhook?.enabled === false;
  if (retry_requested_at !== null) {
    return isHeld
      ? state(
        "disabled",
        "retry held",
        "A retry was requested and is held, because the webhook is disabled. Enabling it sends the retry.",
      )
      : state("running", "retrying", "A retry was requested: it is under way, or waits for its turn.");
  }
  if (status !== "pending") {
    return state(status, status, status === "cancelled" && error_message || ENDED[status]);
  }
  if (isHeld) {
    return state(
      "disabled",
      "held",
      "Held, because its webhook is disabled. Enabling the webhook releases it.",
    );
  }
  if (isUnderWay(delivery)) return state("running", "sending", "An attempt is under way.");
  if (next_retry_at !== null) {
    return state(status, "will retry", "The last attempt failed, so it is tried again.");
  }
  // Its endpoint is down, or has as many requests as it may have: the message says which.
  if (error_message !== null) return state(status, "waiting", error_message);
  return state(status, status, "It is about to be sent.");
}

/** Whether the newest attempt has no outcome yet; false where the attempts are not known. */
function isUnderWay(delivery: ListedDelivery & { readonly attempts?: readonly Attempt[] }): boolean {
  const [newest] = delivery.attempts ?? [];
  return newest !== undefined && newest.response_status === null && newest.error_code === null;
}

/** Deliveries that changed a moment ago are looked at every second, those that wait every ten. */
const SOON_MS = 1_000;
const LATER_MS = 10_000;
const RECENTLY_MS = 20_000;
/** How often, and for how long, a list is read while a job may not have begun to send what it shows. */
const JOB_MS = 3_000;
const JOB_BEGINS_MS = 30_000;

/** In how many milliseconds the delivery may have changed; false where it changes only when somebody acts. */
export function lookAgainIn(delivery: ListedDelivery | undefined): number | false {
  if (delivery === undefined) return false;
  const { status, created_at, retry_requested_at, next_retry_at } = delivery;
  if (status !== "pending" && retry_requested_at === null) return false;
  const now = Date.now();
  if (retry_requested_at === null && next_retry_at !== null) {
    const wait = Date.parse(next_retry_at) - now;
    return wait < -RECENTLY_MS ? LATER_MS : Math.min(Math.max(wait, SOON_MS), LATER_MS);
  }
  // Clocks of viewer and service may differ by seconds.
  return Math.abs(now - Date.parse(retry_requested_at ?? created_at)) < RECENTLY_MS ? SOON_MS : LATER_MS;
}

/**
 * A list of deliveries that is read again while some of them are under way; less often, the longer it is.
 *
 * @param sentAt when a job began that sends some of them again, in milliseconds
 */
export function useDeliveries(filters: Readonly<Record<string, unknown>>, sentAt = -Infinity) {
  return useList("listDeliveries", filters, {
    refetchInterval: (deliveries) => {
      if (Date.now() - sentAt < JOB_BEGINS_MS) return JOB_MS;
      const waits = deliveries.map(lookAgainIn).filter((wait) => wait !== false);
      return waits.length > 0 && Math.max(Math.min(...waits), 40 * deliveries.length);
    },
  });
}

/** What a delivery is called, for its link. */
function labelOf({ event_type, id }: ListedDelivery): string {
  return `${event_type} …${id.slice(-12)}`;
}

/** The columns of a table of deliveries. */
export function deliveryColumns(
  webhooks: ReadonlyMap<string, Webhook> | undefined,
): Columns<ListedDelivery> {
  return {
    Delivery: (delivery) => (
      <Link to="/deliveries/$id" params={{ id: delivery.id }} aria-label={labelOf(delivery)}>
        {delivery.event_type}
        <br />
        <Id id={delivery.id} />
      </Link>
    ),
    State: (delivery) => {
      const { badge, label } = stateOf(delivery, webhookOf(delivery, webhooks));
      const { next_retry_at, retry_requested_at } = delivery;
      const nextAt = retry_requested_at === null ? next_retry_at : null;
      return (
        <>
          <Badge status={badge} label={label} /> {nextAt !== null && <Countdown at={nextAt} />}
        </>
      );
    },
    Endpoint: (delivery) => <EndpointCell delivery={delivery} webhook={webhookOf(delivery, webhooks)} />,
    Attempts: { figure: ({ attempt_count }) => count(attempt_count) },
    "Last answer": ({ response_status, error_message }) => response_status ?? error_message ?? "–",
    Created: ({ created_at }) => <Time at={created_at} />,
  };
}

/** Null for a callback and a deleted subscription, undefined while the subscriptions are not known. */
export function webhookOf(
  { webhook_id }: ListedDelivery,
  webhooks: ReadonlyMap<string, Webhook> | undefined,
): Webhook | null | undefined {
  if (webhook_id === null) return null;
  return webhooks === undefined ? undefined : webhooks.get(webhook_id) ?? null;
}

/** The subscription by its name; of a callback and a deleted subscription the URL, as text. */
export function EndpointCell({ delivery: { webhook_id, url }, webhook }: {
  readonly delivery: ListedDelivery;
  readonly webhook: Webhook | null | undefined;
}) {
  if (webhook === undefined) return <span>{url}</span>;
  if (webhook !== null) {
    return <Link to="/webhooks/$id" params={{ id: webhook.id }}>{nameOf(webhook)}</Link>;
  }
  return (
    <>
      <span className="soft">{webhook_id === null ? "callback" : "deleted webhook"}</span> {url}
    </>
  );
}
