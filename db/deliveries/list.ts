import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  EVENT_TYPES,
  type EventType,
} from "#shared/webhooks/events.ts";
import type { DeliveryFilters } from "#temporal/webhook-operations.ts";
import type { OrganizationTransaction, Transaction } from "../database.ts";
import { firstPage, type Page, type PageRequest } from "../paginate.ts";
import { DELIVERY_COLUMNS, type DeliveryRow } from "./deliveries.ts";

export interface OwnFilters {
  readonly webhook_id?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly event_type?: EventType | undefined;
  readonly simulation_id?: string | undefined;
}

/** A condition such as `d.status = $`, with the value of its `$`; an undefined value leaves it out. */
type Condition = readonly [condition: string, value: unknown];

/** A page of the organization's deliveries, newest first. */
export function pageOfDeliveries(
  tx: OrganizationTransaction,
  { webhook_id, status, event_type, simulation_id }: OwnFilters,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  if (simulation_id !== undefined) {
    // A simulation has four events of at most 21 deliveries each, found by the index on their event.
    return readPage(tx, ONE_RANGE, [
      ["d.organization_id = $", tx.organizationId],
      ["d.event_id = ANY(ARRAY(SELECT e.id FROM events e WHERE e.simulation_id = $))", simulation_id],
      ["d.webhook_id = $", webhook_id],
      ["d.status = $", status],
      ["d.event_type = $", event_type],
    ], page);
  }
  return readPage(tx, rangesOf(status, event_type), [
    webhook_id === undefined
      ? ["d.organization_id = $", tx.organizationId]
      : ["d.webhook_id = $", webhook_id],
  ], page);
}

/** A page of all organizations' deliveries, newest first: for operators. */
export function pageOfAllDeliveries(
  tx: Transaction,
  { status, organization_id, webhook_id, created_before, created_after }: DeliveryFilters,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  const isScoped = webhook_id !== undefined || organization_id !== undefined;
  return readPage(tx, isScoped ? rangesOf(status, undefined) : rangesOfStatus(status), [
    ["d.webhook_id = $", webhook_id],
    ["d.organization_id = $", organization_id],
    ["d.created_at < $", filterTime(created_before)],
    ["d.created_at > $", filterTime(created_after)],
  ], page);
}

/** Reads a filter's time. A leap second, which ISO 8601 allows and a Date does not, counts as the second before. */
export function filterTime(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text.replace(/:60(?=[.Zz+-])/, ":59"));
}

/** The ranges of an index that a list reads, as conditions. */
type Ranges = readonly string[];

const ONE_RANGE: Ranges = ["true"];

/** The expression of the index `deliveries_listed_of_all`. Under row-level security the order has to name it, although it is constant. */
const STATUS_OF_ALL = "d.status || ''";

function rangesOfStatus(status: DeliveryStatus | undefined): Ranges {
  const statuses = status === undefined ? DELIVERY_STATUSES : [status];
  return statuses.map((one) => `${STATUS_OF_ALL} = '${one}'`);
}

function rangesOf(status: DeliveryStatus | undefined, type: EventType | undefined): Ranges {
  const statuses = status === undefined ? DELIVERY_STATUSES : [status];
  const types = type === undefined ? EVENT_TYPES : [type];
  return statuses.flatMap((one) => types.map((other) => `d.status = '${one}' AND d.event_type = '${other}'`));
}

/**
 * Reads a page, newest first on `(created_at, id)`. It reads the page's length from each range of an index that begins with the status and
 * the type, and merges them: 20 short reads at most, whatever the filters are and however few rows match.
 */
async function readPage(
  tx: Transaction,
  ranges: Ranges,
  conditions: readonly Condition[],
  { limit, after }: PageRequest,
): Promise<Page<DeliveryRow>> {
  const values: unknown[] = [limit + 1];
  const where: string[] = [];
  for (const [condition, value] of conditions) {
    if (value === undefined) continue;
    values.push(value);
    where.push(condition.replace("$", `$${values.length}`));
  }
  if (after !== null) {
    values.push(after.created_at, after.id);
    where.push(`(d.created_at, d.id) < ($${values.length - 1}, $${values.length})`);
  }
  const reads = ranges.map((range) =>
    `(SELECT d.id, d.created_at FROM deliveries d WHERE ${[range, ...where].join(" AND ")}
      ORDER BY ${
      range.startsWith(STATUS_OF_ALL) ? `${STATUS_OF_ALL}, ` : ""
    }d.created_at DESC, d.id DESC LIMIT $1)`
  );
  const { rows } = await tx.sql<DeliveryRow>(
    `SELECT ${DELIVERY_COLUMNS} FROM (
       SELECT k.id FROM (${reads.join(" UNION ALL ")}) AS k ORDER BY k.created_at DESC, k.id DESC LIMIT $1
     ) AS page JOIN deliveries d ON d.id = page.id ORDER BY d.created_at DESC, d.id DESC`,
    values,
  );
  return firstPage(rows, limit, ({ created_at, id }) => ({ created_at, id }));
}
