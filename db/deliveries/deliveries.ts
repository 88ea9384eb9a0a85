import type { DeliveryStatus, EventType } from "#shared/webhooks/events.ts";
import { type DeliveryFilters, instant } from "#temporal/webhook-operations.ts";
import type { OrganizationTransaction, Transaction } from "../database.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../paginate.ts";

/** A delivery as its customer sees it, with its attempts, newest first. */
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

/** As JSON, so times are text. */
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

/** Characters of an answer that lists show: a page of 100 deliveries of ten attempts could hold 16 MiB of them. */
const LISTED_EXCERPT = 1_024;
const WHOLE_EXCERPT = 16 * 1_024;

const select = (excerpt: number) =>
  `SELECT id, organization_id, webhook_id, event_id, event_type, simulation_id, url, status, attempt_count, response_status, latency_ms,
    error_message, next_retry_at, created_at, completed_at, (
      SELECT coalesce(json_agg(json_build_object('number', number, 'at', at, 'ended_at', ended_at, 'response_status', a.response_status,
        'latency_ms', a.latency_ms, 'error_code', error_code, 'error_message', a.error_message,
        'response_excerpt', left(response_excerpt, ${excerpt})) ORDER BY number DESC), '[]')
      FROM delivery_attempts a WHERE a.delivery_id = deliveries.id
    ) AS attempts
  FROM deliveries`;

export async function findDelivery(tx: OrganizationTransaction, id: string): Promise<DeliveryRow | null> {
  const { rows: [row] } = await tx.sql<DeliveryRow>(
    `${select(WHOLE_EXCERPT)} WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id],
  );
  return row ?? null;
}

/** Of any organization: for operators. */
export async function findAnyDelivery(tx: Transaction, id: string): Promise<DeliveryRow | null> {
  const { rows: [row] } = await tx.sql<DeliveryRow>(`${select(WHOLE_EXCERPT)} WHERE id = $1`, [id]);
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
  return paginateNewestFirst(tx, select(LISTED_EXCERPT), [
    ["organization_id =", tx.organizationId],
    ["webhook_id =", filters.webhook_id],
    ["status =", filters.status],
    ["event_type =", filters.event_type],
    ["simulation_id =", filters.simulation_id],
  ], page);
}

/** Of all organizations: for operators. */
export function pageOfAllDeliveries(
  tx: Transaction,
  filters: DeliveryFilters,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  return paginateNewestFirst(tx, select(LISTED_EXCERPT), [
    ["status =", filters.status],
    ["organization_id =", filters.organization_id],
    ["webhook_id =", filters.webhook_id],
    ["created_at <", instant(filters.created_before)],
    ["created_at >", instant(filters.created_after)],
  ], page);
}

/** Whether a delivery's target is still there; a deleted subscription gets nothing more. */
export async function hasTarget(
  tx: Transaction,
  { webhook_id }: Pick<DeliveryRow, "webhook_id">,
): Promise<boolean> {
  if (webhook_id === null) return true;
  const { count } = await tx.sql("SELECT FROM webhooks WHERE id = $1", [webhook_id]);
  return count > 0;
}
