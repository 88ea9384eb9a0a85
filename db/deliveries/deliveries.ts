import type { DeliveryStatus, EventType } from "#shared/webhooks/events.ts";
import { eventId } from "#shared/ids.ts";
import { type DeliveryToStart, deliveryWorkflowId } from "#temporal/webhook-delivery.ts";
import type { DeliveryFilters } from "#temporal/webhook-operations.ts";
import type { Database, OrganizationTransaction, Transaction } from "../database.ts";
import { firstPage, type Page, type PageRequest, paginateNewestFirst } from "../paginate.ts";

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
  created_at: Date;
  completed_at: Date | null;
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

/** The attempts that a delivery shows, with excerpts of 16 KiB each; a retry by hand can add any number, and pages show them all. */
const SHOWN_ATTEMPTS = 20;

const DELIVERY_COLUMNS =
  `id, organization_id, webhook_id, event_id, event_type, simulation_id, url, status, attempt_count, response_status, latency_ms,
  error_message, next_retry_at, created_at, completed_at`;
const ATTEMPT_COLUMNS =
  "number, at, ended_at, response_status, latency_ms, error_code, error_message, response_excerpt";

const SELECT_LISTED = `SELECT ${DELIVERY_COLUMNS} FROM deliveries`;
const SELECT_DELIVERY = `
  SELECT ${DELIVERY_COLUMNS}, (
    SELECT coalesce(json_agg(a ORDER BY a.number DESC), '[]') FROM (
      SELECT ${ATTEMPT_COLUMNS} FROM delivery_attempts WHERE delivery_id = deliveries.id ORDER BY number DESC LIMIT ${SHOWN_ATTEMPTS}
    ) AS a
  ) AS attempts
  FROM deliveries`;

/** A delivery of the organization. */
export async function findDelivery(
  tx: OrganizationTransaction,
  id: string,
): Promise<DeliveryWithAttempts | null> {
  const { rows: [row] } = await tx.sql<DeliveryWithAttempts>(
    `${SELECT_DELIVERY} WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** A delivery of any organization: for operators. */
export async function findAnyDelivery(tx: Transaction, id: string): Promise<DeliveryWithAttempts | null> {
  const { rows: [row] } = await tx.sql<DeliveryWithAttempts>(`${SELECT_DELIVERY} WHERE id = $1`, [id]);
  return row ?? null;
}

const DELIVERY_EXISTS = {
  name: "delivery_exists",
  text: "SELECT FROM deliveries WHERE organization_id = $1 AND id = $2",
};

// The primary key answers it from its end, whatever the page. No attempt has a number as large as the coalesced one.
const PAGE_OF_ATTEMPTS = {
  name: "page_of_attempts",
  text: `
    SELECT ${ATTEMPT_COLUMNS} FROM delivery_attempts
    WHERE organization_id = $1 AND delivery_id = $2 AND number < coalesce($3::integer, 2147483647)
    ORDER BY number DESC LIMIT $4`,
};

/** A page of a delivery's attempts, newest first; its position is an attempt's number. Null where the organization has no such delivery. */
export async function pageOfAttempts(
  tx: OrganizationTransaction,
  deliveryId: string,
  { limit, after }: PageRequest<number>,
): Promise<Page<AttemptRow, number> | null> {
  const ids = [tx.organizationId, deliveryId];
  if ((await tx.sql(DELIVERY_EXISTS, ids)).count === 0) return null;
  const { rows } = await tx.sql<AttemptRow>(PAGE_OF_ATTEMPTS, [...ids, after, limit + 1]);
  return firstPage(rows, limit, ({ number }) => number);
}

export interface OwnFilters {
  readonly webhook_id?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly event_type?: EventType | undefined;
  readonly simulation_id?: string | undefined;
}

export function pageOfDeliveries(
  tx: OrganizationTransaction,
  filters: OwnFilters,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  return paginateNewestFirst(tx, SELECT_LISTED, [
    ["organization_id =", tx.organizationId],
    ["webhook_id =", filters.webhook_id],
    ["status =", filters.status],
    ["event_type =", filters.event_type],
    ["simulation_id =", filters.simulation_id],
  ], page);
}

/** A page of all organizations' deliveries: for operators. */
export function pageOfAllDeliveries(
  tx: Transaction,
  filters: DeliveryFilters,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  return paginateNewestFirst(tx, SELECT_LISTED, [
    ["status =", filters.status],
    ["organization_id =", filters.organization_id],
    ["webhook_id =", filters.webhook_id],
    ["created_at <", filterTime(filters.created_before)],
    ["created_at >", filterTime(filters.created_after)],
  ], page);
}

/** Reads a filter's time. A leap second, which ISO 8601 allows and a Date does not, counts as the second before. */
export function filterTime(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text.replace(/:60(?=[.Zz+-])/, ":59"));
}

/** Whether a delivery's callback or subscription still exists; a deleted subscription gets no more deliveries. */
export async function hasTarget(
  tx: Transaction,
  { webhook_id }: Pick<DeliveryRow, "webhook_id">,
): Promise<boolean> {
  if (webhook_id === null) return true;
  const { count } = await tx.sql("SELECT FROM webhooks WHERE id = $1", [webhook_id]);
  return count > 0;
}

/** The columns of a {@link DeliveryToStart} from `deliveries d`; the table holds the event's id without its prefix. */
export const START_COLUMNS =
  `d.id, d.organization_id, (SELECT name FROM organizations o WHERE o.id = d.organization_id) AS organization_name,
  d.event_id, d.event_type, d.simulation_id, d.webhook_id`;

/** Adds the prefix to the event's id of a row of {@link START_COLUMNS}. */
export function withEventId(row: DeliveryToStart): DeliveryToStart {
  return { ...row, event_id: eventId(row.event_id) };
}

/** Keeps the ids of pending deliveries. */
export async function filterPendingDeliveries(database: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database.query<{ id: string }>(
    "SELECT id FROM deliveries WHERE id = ANY($1::uuid[]) AND status = 'pending'",
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** The 100 deliveries whose next attempt is the longest overdue, by `minutes` at least, and has no command in the outbox. */
export async function overdueDeliveries(database: Database, minutes: number): Promise<DeliveryToStart[]> {
  const rows = await database.query<DeliveryToStart>(
    `SELECT ${START_COLUMNS} FROM deliveries d
     WHERE d.status = 'pending' AND NOT d.held AND d.next_retry_at < now() - make_interval(mins => $1)
       AND NOT EXISTS (SELECT FROM outbox WHERE outbox.workflow_id = $2 || d.id)
     ORDER BY d.next_retry_at LIMIT 100`,
    [minutes, deliveryWorkflowId("")],
  );
  return rows.map(withEventId);
}
