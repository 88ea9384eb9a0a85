import { Link } from "@tanstack/react-router";
import { type Column, countColumn, timeColumn } from "../components/table.tsx";
import { Countdown } from "../components/format.tsx";
import { Badge, Id } from "../components/status.tsx";
import { type ListedDelivery, nameOf, stateOf, type Webhook } from "./states.ts";

/** What a delivery is called, for its link and its box. */
export function labelOf({ event_type, id }: ListedDelivery): string {
  return `${event_type} …${id.slice(-12)}`;
}

/** The columns of a table of deliveries. */
export function deliveryColumns(
  webhooks: ReadonlyMap<string, Webhook> | undefined,
): Column<ListedDelivery>[] {
  return [
    {
      header: "Delivery",
      cell: (delivery) => (
        <Link to="/deliveries/$id" params={{ id: delivery.id }} aria-label={labelOf(delivery)}>
          {delivery.event_type}
          <br />
          <Id id={delivery.id} />
        </Link>
      ),
      sortBy: ({ event_type }) => event_type,
    },
    {
      header: "State",
      cell: (delivery) => <StateCell delivery={delivery} webhook={webhookOf(delivery, webhooks)} />,
      sortBy: ({ status }) => status,
    },
    {
      header: "Endpoint",
      cell: (delivery) => <EndpointCell delivery={delivery} webhook={webhookOf(delivery, webhooks)} />,
      sortBy: ({ url }) => url,
    },
    countColumn("attempt_count", "Attempts"),
    {
      header: "Last answer",
      cell: ({ response_status, error_message }) => response_status ?? error_message ?? "–",
      sortBy: ({ response_status }) => response_status ?? 0,
    },
    timeColumn("created_at", "Created"),
  ];
}

/** Null for a callback and a deleted subscription, undefined while the subscriptions are not known. */
export function webhookOf(
  { webhook_id }: ListedDelivery,
  webhooks: ReadonlyMap<string, Webhook> | undefined,
): Webhook | null | undefined {
  if (webhook_id === null) return null;
  return webhooks === undefined ? undefined : webhooks.get(webhook_id) ?? null;
}

interface CellProps {
  readonly delivery: ListedDelivery;
  readonly webhook: Webhook | null | undefined;
}

function StateCell({ delivery, webhook }: CellProps) {
  const { badge, label } = stateOf(delivery, webhook);
  const { next_retry_at, retry_requested_at } = delivery;
  return (
    <>
      <Badge status={badge} label={label} />{" "}
      {next_retry_at === null || retry_requested_at !== null ? null : <Countdown at={next_retry_at} />}
    </>
  );
}

/** The subscription by its name; of a callback and a deleted subscription the URL, as text. */
export function EndpointCell({ delivery: { webhook_id, url }, webhook }: CellProps) {
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
