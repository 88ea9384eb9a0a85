import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  EVENT_TYPES,
  type EventType,
  type ParkedReason,
} from "#shared/webhooks/events.ts";
import { eventId } from "#shared/ids.ts";
import type { WorkflowCommand } from "#temporal/command.ts";
import { type DeliveryToStart, deliveryWake } from "#temporal/webhook-delivery.ts";
import type { OrganizationTransaction, Transaction } from "../postgres/database.ts";
import { enqueue } from "../outbox/outbox.ts";
import {
  type Condition,
  firstPage,
  type Page,
  type PageRequest,
  paginateRanges,
  type Period,
  type Ranged,
  within,
} from "../postgres/paginate.ts";
import { didOwn, first, firstOwn } from "../postgres/queries.ts";
import type { DeliveryFilters } from "#temporal/webhook-operations.ts";

/** A delivery as lists show it. */
export interface DeliveryRow {
  id: string;
  organization_id: string;
  webhook_id: string | null;
  event_id: string;
  event_type: EventType;
  simulation_id: string | null;
  url: string;
  status: DeliveryStatus;
  attempt_count: number;
  response_status: number | null;
  latency_ms: number | null;
  error_message: string | null;
  next_retry_at: Date | null;
  /** Since when a retry by hand waits or is under way. */
  retry_requested_at: Date | null;
  created_at: Date;
  completed_at: Date | null;
  /** Why it waits for its endpoint without a time. */
  parked: ParkedReason | null;
  /** Where it waits for an endpoint that is down. Postgres sends it as JSON, so its time is text. */
  down: { readonly since: string; readonly probe_id: string | null } | null;
}

/** A delivery with its newest attempts, newest first. */
export interface DeliveryWithAttempts extends DeliveryRow {
  attempts: AttemptRow[];
}

/** An attempt. Within a delivery Postgres sends it as JSON, where its times are text. */
export interface AttemptRow {
  number: number;
  at: string | Date;
  ended_at: string | Date | null;
  response_status: number | null;
  latency_ms: number | null;
  error_code: string | null;
  error_message: string | null;
  response_excerpt: string | null;
}

/** The attempts that a delivery shows; all of them are in pages (contract, "Webhooks"). */
const SHOWN_ATTEMPTS = 20;

/** The columns of a {@link DeliveryRow} from `deliveries d`. */
const DELIVERY_COLUMNS =
  `d.id, d.organization_id, d.webhook_id, d.event_id, d.event_type, d.simulation_id, d.url, d.status, d.attempt_count, d.response_status,
  d.latency_ms, d.error_message, d.next_retry_at, d.retry_requested_at, d.created_at, d.completed_at, d.parked, CASE d.parked WHEN 'endpoint_down' THEN (
    SELECT json_build_object('since', h.down_since, 'probe_id', h.probe_id) FROM endpoint_health h
    WHERE h.endpoint_id = d.endpoint_id AND h.down_since IS NOT NULL
  ) END AS down`;

const ATTEMPT_COLUMNS =
  "number, at, ended_at, response_status, latency_ms, error_code, error_message, response_excerpt";

const SELECT_DELIVERY = `
  SELECT ${DELIVERY_COLUMNS}, (
    SELECT coalesce(json_agg(a ORDER BY a.number DESC), '[]') FROM (
      SELECT ${ATTEMPT_COLUMNS}
      FROM delivery_attempts WHERE delivery_id = d.id ORDER BY number DESC LIMIT ${SHOWN_ATTEMPTS}
    ) AS a
  ) AS attempts
  FROM deliveries d`;

/** A delivery of the organization. */
export const findDelivery = firstOwn<DeliveryWithAttempts, [id: string]>(
  `${SELECT_DELIVERY} WHERE d.organization_id = $1 AND d.id = $2`,
);

/** A delivery of any organization: for operators. */
export const findAnyDelivery = first<DeliveryWithAttempts, [id: string]>(
  `${SELECT_DELIVERY} WHERE d.id = $1`,
);

const deliveryExists = didOwn<[id: string]>("SELECT FROM deliveries WHERE organization_id = $1 AND id = $2");

// The primary key answers it from its end, whatever the page. No attempt has a number as large as the coalesced one.
const PAGE_OF_ATTEMPTS = `
  SELECT ${ATTEMPT_COLUMNS} FROM delivery_attempts
  WHERE organization_id = $1 AND delivery_id = $2 AND number < coalesce($3::integer, 2147483647)
  ORDER BY number DESC LIMIT $4`;

/** A page of a delivery's attempts, newest first; its position is an attempt's number. Null where the organization has no such delivery. */
export async function pageOfAttempts(
  tx: OrganizationTransaction,
  deliveryId: string,
  { limit, after }: PageRequest<number>,
): Promise<Page<AttemptRow, number> | null> {
  if (!await deliveryExists(tx, deliveryId)) return null;
  const values = [tx.organizationId, deliveryId, after, limit + 1];
  const rows = await tx.query<AttemptRow>(PAGE_OF_ATTEMPTS, values);
  return firstPage(rows, limit, ({ number }) => number);
}

/** Whether a delivery's callback or subscription still exists; a deleted subscription gets no more deliveries. */
export async function hasTarget(
  tx: Transaction,
  { webhook_id }: Pick<DeliveryRow, "webhook_id">,
): Promise<boolean> {
  return webhook_id === null || await tx.first("SELECT FROM webhooks WHERE id = $1", [webhook_id]) !== null;
}

/** The columns of a {@link DeliveryToStart} from `deliveries d`; the table holds the event's id without its prefix. */
export const START_COLUMNS = `d.id, d.organization_id, '${
  eventId("")
}' || d.event_id AS event_id, d.event_type, d.simulation_id, d.webhook_id`;

/** Sends each of these rows of {@link START_COLUMNS} a command. @returns how many. */
export async function enqueueEach(
  tx: Transaction,
  deliveries: readonly DeliveryToStart[],
  command: (delivery: DeliveryToStart) => WorkflowCommand = deliveryWake,
): Promise<number> {
  for (const delivery of deliveries) await enqueue(tx, delivery.organization_id, command(delivery));
  return deliveries.length;
}

/** Where lists find deliveries. */
const LISTED = { table: "deliveries d", columns: DELIVERY_COLUMNS };

interface OwnFilters extends Period {
  readonly webhook_id?: string | undefined;
  /** One of these. */
  readonly status?: readonly DeliveryStatus[] | undefined;
  readonly event_type?: EventType | undefined;
  readonly simulation_id?: string | undefined;
  /** Without its prefix. */
  readonly event_id?: string | undefined;
}

/** A page of the organization's deliveries, newest first. */
export function pageOfDeliveries(
  tx: OrganizationTransaction,
  { webhook_id, status: statuses, event_type, simulation_id, event_id, ...period }: OwnFilters,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  const times = within(period, "k.created_at");
  const read = (ranges: Ranged["ranges"], conditions: readonly Condition[]) =>
    paginateRanges<DeliveryRow>(tx, { ...LISTED, ranges, conditions: [...conditions, ...times] }, page);
  if (simulation_id !== undefined || event_id !== undefined) {
    // A simulation has four events of at most 21 deliveries each, found by the index on their event.
    return read([[]], [
      ["k.organization_id = $", tx.organizationId],
      ["k.event_id = ANY(ARRAY(SELECT e.id FROM events e WHERE e.simulation_id = $))", simulation_id],
      ["k.event_id = $", event_id],
      ["k.webhook_id = $", webhook_id],
      ["k.status = ANY($::text[])", statuses],
      ["k.event_type = $", event_type],
    ]);
  }
  return read(rangesOf(statuses, event_type), [
    webhook_id === undefined
      ? ["k.organization_id = $", tx.organizationId]
      : ["k.webhook_id = $", webhook_id],
  ]);
}

/** A page of all organizations' deliveries, newest first: for operators. */
export function pageOfAllDeliveries(
  tx: Transaction,
  filters: DeliveryFilters,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  return paginateRanges<DeliveryRow>(tx, rangedOfAll(filters), page);
}

/**
 * The list of all organizations' deliveries that match, whose pages indexes answer however many rows there are. A type counts within an
 * organization or a subscription.
 */
export function rangedOfAll(
  { status, organization_id, webhook_id, event_type, ...period }: DeliveryFilters,
): Ranged {
  const isScoped = webhook_id !== undefined || organization_id !== undefined;
  const statuses = status === undefined ? DELIVERY_STATUSES : [status];
  const ranges = isScoped
    ? rangesOf(statuses, event_type)
    : statuses.map((one): readonly Condition[] => [[`${STATUS_OF_ALL} = $`, one]]);
  return {
    ...LISTED,
    ranges,
    conditions: [
      ["k.webhook_id = $", webhook_id],
      ["k.organization_id = $", organization_id],
      ...within(period, "k.created_at"),
    ],
    orderPrefix: isScoped ? "" : STATUS_OF_ALL,
  };
}

/** The expression of the index `deliveries_listed_of_all`. Under row-level security the order has to name it, although it is constant. */
const STATUS_OF_ALL = "k.status || ''";

/** The ranges of an index that begins with status and type: 20 at most. */
function rangesOf(
  statuses: readonly DeliveryStatus[] = DELIVERY_STATUSES,
  type: EventType | undefined,
): readonly (readonly Condition[])[] {
  const types = type === undefined ? EVENT_TYPES : [type];
  return statuses.flatMap((one) =>
    types.map((other): readonly Condition[] => [["k.status = $", one], ["k.event_type = $", other]])
  );
}
