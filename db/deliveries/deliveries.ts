import type { DeliveryStatus, EventType } from "#shared/webhooks/events.ts";
import { eventId } from "#shared/ids.ts";
import { type DeliveryToStart, deliveryWorkflowId } from "#temporal/webhook-delivery.ts";
import type { DeliveryFilters } from "#temporal/webhook-operations.ts";
import type { Database, OrganizationTransaction, Transaction } from "../database.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../paginate.ts";

/** A delivery as customers see it, with its attempts, newest first. */
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
  attempts: AttemptRow[];
}

/** An attempt. Postgres sends it as JSON, so its times are text. */
export interface AttemptRow {
  number: number;
  at: string;
  ended_at: string | null;
  response_status: number | null;
  latency_ms: number | null;
  error_code: string | null;
  error_message: string | null;
  response_excerpt: string | null;
}

/** Characters of a response that lists show: whole excerpts of 100 deliveries with ten attempts could have 16 MiB. */
const LISTED_EXCERPT = 1_024;
/** Characters of a response that a single delivery shows: all that the sender stored. */
const WHOLE_EXCERPT = 16 * 1_024;

const selectDeliveries = (excerpt: number) =>
  `SELECT id, organization_id, webhook_id, event_id, event_type, simulation_id, url, status, attempt_count, response_status, latency_ms,
    error_message, next_retry_at, created_at, completed_at, (
      SELECT coalesce(json_agg(json_build_object('number', number, 'at', at, 'ended_at', ended_at, 'response_status', a.response_status,
        'latency_ms', a.latency_ms, 'error_code', error_code, 'error_message', a.error_message,
        'response_excerpt', left(response_excerpt, ${excerpt})) ORDER BY number DESC), '[]')
      FROM delivery_attempts a WHERE a.delivery_id = deliveries.id
    ) AS attempts
  FROM deliveries`;

/** A delivery of the organization, with whole excerpts. */
export async function findDelivery(tx: OrganizationTransaction, id: string): Promise<DeliveryRow | null> {
  const { rows: [row] } = await tx.sql<DeliveryRow>(
    `${selectDeliveries(WHOLE_EXCERPT)} WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** A delivery of any organization, with whole excerpts: for operators. */
export async function findAnyDelivery(tx: Transaction, id: string): Promise<DeliveryRow | null> {
  const { rows: [row] } = await tx.sql<DeliveryRow>(`${selectDeliveries(WHOLE_EXCERPT)} WHERE id = $1`, [id]);
  return row ?? null;
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
  return paginateNewestFirst(tx, selectDeliveries(LISTED_EXCERPT), [
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
  return paginateNewestFirst(tx, selectDeliveries(LISTED_EXCERPT), [
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
