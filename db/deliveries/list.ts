import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  EVENT_TYPES,
  type EventType,
} from "#shared/webhooks/events.ts";
import type { DeliveryFilters } from "#temporal/webhook-operations.ts";
import type { OrganizationTransaction, Transaction } from "../postgres/database.ts";
import {
  type Condition,
  type Page,
  type PageRequest,
  paginateRanges,
  type Period,
  type Ranged,
  within,
} from "../postgres/paginate.ts";
import { DELIVERY_COLUMNS, type DeliveryRow } from "./deliveries.ts";

export interface OwnFilters extends Period {
  readonly webhook_id?: string | undefined;
  /** One of these. */
  readonly statuses?: readonly DeliveryStatus[] | undefined;
  readonly event_type?: EventType | undefined;
  readonly simulation_id?: string | undefined;
  /** Without its prefix. */
  readonly event_id?: string | undefined;
}

/** A page of the organization's deliveries, newest first. */
export function pageOfDeliveries(
  tx: OrganizationTransaction,
  { webhook_id, statuses, event_type, simulation_id, event_id, ...period }: OwnFilters,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  const times = within(period, "k.created_at");
  if (simulation_id !== undefined || event_id !== undefined) {
    // A simulation has four events of at most 21 deliveries each, found by the index on their event.
    return readPage(tx, [[]], [
      ["k.organization_id = $", tx.organizationId],
      ["k.event_id = ANY(ARRAY(SELECT e.id FROM events e WHERE e.simulation_id = $))", simulation_id],
      ["k.event_id = $", event_id],
      ["k.webhook_id = $", webhook_id],
      ["k.status = ANY($::text[])", statuses],
      ["k.event_type = $", event_type],
      ...times,
    ], page);
  }
  return readPage(tx, rangesOf(statuses, event_type), [
    webhook_id === undefined
      ? ["k.organization_id = $", tx.organizationId]
      : ["k.webhook_id = $", webhook_id],
    ...times,
  ], page);
}

/** A page of all organizations' deliveries, newest first: for operators. */
export function pageOfAllDeliveries(
  tx: Transaction,
  filters: DeliveryFilters,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  return paginateRanges<DeliveryRow>(tx, { ...rangedOfAll(filters), columns: DELIVERY_COLUMNS }, page);
}

/**
 * The list of all organizations' deliveries that match, whose pages indexes answer however many rows there are. A type counts within an
 * organization or a subscription.
 */
export function rangedOfAll(
  { status, organization_id, webhook_id, event_type, ...period }: DeliveryFilters,
): Omit<Ranged, "columns"> {
  const isScoped = webhook_id !== undefined || organization_id !== undefined;
  const statuses = status === undefined ? DELIVERY_STATUSES : [status];
  const ranges = isScoped
    ? rangesOf(statuses, event_type)
    : statuses.map((one): readonly Condition[] => [[`${STATUS_OF_ALL} = $`, one]]);
  return {
    ...KEYS,
    ranges,
    conditions: [
      ["k.webhook_id = $", webhook_id],
      ["k.organization_id = $", organization_id],
      ...within(period, "k.created_at"),
    ],
    orderPrefix: isScoped ? "" : STATUS_OF_ALL,
  };
}

const KEYS = {
  table: "deliveries d",
  keys: "SELECT k.id, k.created_at FROM deliveries k",
  id: "k.id",
} as const;

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

function readPage(
  tx: Transaction,
  ranges: readonly (readonly Condition[])[],
  conditions: readonly Condition[],
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  return paginateRanges<DeliveryRow>(tx, { ...KEYS, columns: DELIVERY_COLUMNS, ranges, conditions }, page);
}
