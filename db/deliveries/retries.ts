import { deliveryRetry, type DeliveryToStart } from "#temporal/webhook-delivery.ts";
import { EVERY_EVENT, MAX_ATTEMPTS } from "#shared/webhooks/events.ts";
import type { DeliveryFilters, RetryBatchResult } from "#temporal/webhook-operations.ts";
import type { Database, OrganizationTransaction, Transaction } from "../postgres/database.ts";
import { enqueueEach, rangedOfAll, START_COLUMNS } from "./deliveries.ts";
import {
  type Keyed,
  type Page,
  type PagePosition,
  type PageRequest,
  paginateRanges,
} from "../postgres/paginate.ts";
import { notConsumed } from "./state.ts";
import { newId } from "#shared/ids.ts";
import { value } from "../postgres/queries.ts";
import { settleLater } from "./subscription-state.ts";

const REQUEST_BY_HAND = `
  UPDATE deliveries d SET retry_requested = $2, retry_requested_at = now(), has_run = true
  WHERE d.id = ANY($1::uuid[]) AND d.retry_requested IS NULL AND d.attempt_count < ${MAX_ATTEMPTS} AND ${
  notConsumed("d.id", "$2")
}
  RETURNING ${START_COLUMNS}`;

/**
 * Requests one attempt of each of these deliveries, unless one waits, the delivery has had all of its attempts, or one of them was this retry.
 *
 * @param retryId consumed by one attempt of each delivery, however often the command is executed.
 */
export async function requestByHand(
  tx: Transaction,
  deliveryIds: readonly string[],
  retryId: string,
): Promise<void> {
  const requested = await tx.query<DeliveryToStart>(REQUEST_BY_HAND, [deliveryIds, retryId]);
  await enqueueEach(tx, requested, (delivery) => deliveryRetry(delivery, retryId));
}

/** The most deliveries that a request looks at to count those that match; it takes a tenth of a second. */
const MAX_COUNTED = 10_000;

/** A deleted subscription gets nothing more. */
const COLUMNS = `d.id, d.created_at, d.attempt_count < ${MAX_ATTEMPTS}
  AND (d.webhook_id IS NULL OR EXISTS (SELECT FROM webhooks w WHERE w.id = d.webhook_id)) AS retryable`;

interface Candidate extends Keyed {
  readonly retryable: boolean;
}

/** Of the deliveries that match an operator's filters the next ones, newest first, with those that cannot be retried. */
function candidates(tx: Transaction, filters: DeliveryFilters, page: PageRequest): Promise<Page<Candidate>> {
  return paginateRanges<Candidate>(tx, { ...rangedOfAll(filters), columns: COLUMNS }, page);
}

/** Counts the deliveries that match an operator's filters and can be retried now, of the newest {@link MAX_COUNTED}; `more`: there are older ones. */
export async function countRetryable(tx: Transaction, filters: DeliveryFilters) {
  const { rows, next } = await candidates(tx, filters, { limit: MAX_COUNTED, after: null });
  return {
    matched: rows.filter(({ retryable }) => retryable).length,
    more: next !== null,
    /** When the newest of them was created; null without any. No clock of a process decides which deliveries are meant. */
    createdUntil: rows[0]?.created_at ?? null,
  };
}

/** Deliveries that match of which a batch is made, whether they can be retried or not. */
const MAX_READ = 100;

interface RetryBatch {
  readonly filters: DeliveryFilters;
  readonly createdUntil: Date;
  /** The batch begins after this position, as the batch before returned it; null begins at the newest. */
  readonly after: string | null;
  /** Deliveries that match and can be retried. */
  readonly limit: number;
  /** The same for all deliveries and all runs of a job: each delivery consumes it once. */
  readonly retryId: string;
}

/**
 * Requests one attempt of each delivery of a batch.
 * @returns how many were to have one, also where a retry waits already, and the position after them or null at the end.
 */
export async function retryMatching(
  database: Database,
  { filters, createdUntil, after, limit, retryId }: RetryBatch,
): Promise<RetryBatchResult> {
  return await database.transaction(async (tx) => {
    const from = after === null ? { created_at: createdUntil, id: LAST_ID } : readPosition(after);
    const { rows, next } = await candidates(tx, filters, { limit: MAX_READ, after: from });
    const retryable = rows.filter((row) => row.retryable).slice(0, limit);
    await requestByHand(tx, retryable.map(({ id }) => id), retryId);
    const last = retryable.length < limit ? rows.at(-1) : retryable.at(-1);
    const end = last === undefined || last === rows.at(-1) ? next : last;
    return { retried: retryable.length, after: end === null ? null : writePosition(end) };
  });
}

/** After every id of the same moment. */
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

function writePosition({ created_at, id }: PagePosition): string {
  return `${created_at.toISOString()} ${id}`;
}

function readPosition(text: string): PagePosition {
  const [at = "", id = ""] = text.split(" ");
  return { created_at: new Date(at), id };
}

/** A subscription, as far as its events go. */
interface Subscribed {
  readonly id: string;
  readonly organization_id: string;
  readonly url: string;
  readonly events: readonly string[];
}

/** The most missed events that one call gets; the next call gets the rest. */
export const MAX_MISSED = 5_000;
/** The newest events among which a request counts those that were missed; it takes a tenth of a second. */
const MAX_COUNTED_EVENTS = 10_000;
/** Events that one transaction of the job reads: a change of the subscription waits for its lock. */
const PAGE = 2_000;

// A test goes to one subscription alone. With a callback, whose delivery stays as long as the event, it goes to subscriptions to every event, and to
// no other. Postgres counts these by the event's index; for a NOT EXISTS within an OR it may read every delivery.
const IS_MISSED = `
  e.created_at >= $2 AND e.type <> 'webhook.test'
  AND ($3 OR e.type = ANY($4::text[]) AND (
    SELECT count(*) FROM deliveries c WHERE c.event_id = e.id AND c.webhook_id IS NULL
  ) = 0)
  AND NOT EXISTS (SELECT FROM deliveries d WHERE d.event_id = e.id AND d.webhook_id = $5)`;

const missedBy = ({ organization_id, id, events }: Subscribed, since: Date): unknown[] => [
  organization_id,
  since,
  events.includes(EVERY_EVENT),
  events,
  id,
];

// Whatever the organization has, no statement reads more events than its page.
const COUNT_MISSED = `
  WITH page AS MATERIALIZED (
    SELECT id, position, type, simulation_id, created_at FROM events WHERE organization_id = $1
    ORDER BY position DESC LIMIT ${MAX_COUNTED_EVENTS}
  )
  SELECT (SELECT count(*)::integer FROM page e WHERE ${IS_MISSED}) AS missed,
    (SELECT count(*) = ${MAX_COUNTED_EVENTS} FROM page) AND (SELECT created_at >= $2 FROM page ORDER BY position LIMIT 1) AS more`;

/** Counts the events since then that a subscription would have got and has no delivery of. @returns `more`: older ones were not looked at. */
export async function countMissed(
  tx: OrganizationTransaction,
  subscription: Omit<Subscribed, "organization_id">,
  since: Date,
): Promise<{ readonly missed: number; readonly more: boolean }> {
  const values = missedBy({ ...subscription, organization_id: tx.organizationId }, since);
  const { missed, more } = await tx.one<{ missed: number; more: boolean | null }>(COUNT_MISSED, values);
  return { missed: Math.min(missed, MAX_MISSED), more: more ?? false };
}

/** Events of an organization need not have the order of their times, since transactions take a while. */
const DISORDER = "interval '10 minutes'";

/** A position after which all events since then come, and few others. */
const positionBefore = value<string, [organizationId: string, since: Date]>(
  // Halves the positions at each step, which reads one row of the index: at most some 60 rows, however many events there are.
  `
  WITH RECURSIVE search AS (
    SELECT 0::bigint AS low, coalesce(max(position), 0) AS high FROM events WHERE organization_id = $1
    UNION ALL
    SELECT CASE WHEN coalesce(e.created_at < $2::timestamptz - ${DISORDER}, true) THEN middle ELSE low END,
      CASE WHEN coalesce(e.created_at < $2::timestamptz - ${DISORDER}, true) THEN high ELSE e.position - 1 END
    FROM (SELECT low, high, (low + high + 1) / 2 AS middle FROM search WHERE low < high) AS step
    LEFT JOIN LATERAL (
      SELECT position, created_at FROM events
      WHERE organization_id = $1 AND position > low AND position <= middle ORDER BY position DESC LIMIT 1
    ) AS e ON true
  )
  SELECT low::text AS position FROM search WHERE low >= high`,
);

const FIND_MISSED = `
  WITH page AS MATERIALIZED (
    SELECT id, position, type, simulation_id, created_at FROM events WHERE organization_id = $1 AND position > $6
    ORDER BY position LIMIT ${PAGE}
  )
  SELECT (SELECT max(position)::text FROM page HAVING count(*) = ${PAGE}) AS after,
    ARRAY(SELECT e.id FROM page e WHERE ${IS_MISSED} ORDER BY e.position LIMIT $7) AS missed`;

// Held, so that the job that releases what a subscription holds sends them at its pace.
const HOLD_MISSED = `
  INSERT INTO deliveries (id, organization_id, event_id, event_type, simulation_id, webhook_id, endpoint_id, url, created_at, held, has_run)
  SELECT missed.id, e.organization_id, e.id, e.type, e.simulation_id, $3, $3, $4, now(), true, false
  FROM unnest($1::uuid[], $2::uuid[]) AS missed (id, event_id) JOIN events e ON e.id = missed.event_id`;

interface MissedPage {
  readonly webhookId: string;
  readonly since: Date;
  /** The position after which the page begins; null for the first. */
  readonly after: string | null;
  /** The most deliveries that it makes. */
  readonly limit: number;
}

/**
 * Gives a subscription a held delivery of each event of a page that it would have got and has none of. The lock of its row keeps two jobs
 * from giving it one twice.
 *
 * @returns how many, and the position after the page; null after the last page, and where the subscription is gone.
 */
export async function holdMissed(
  database: Database,
  { webhookId, since, after, limit }: MissedPage,
): Promise<{ held: number; after: string | null }> {
  return await database.transaction(async (tx) => {
    const subscription = await tx.first<Subscribed & { enabled: boolean }>(
      "SELECT id, organization_id, url, events, enabled FROM webhooks WHERE id = $1 FOR UPDATE",
      [webhookId],
    );
    if (subscription === null) return { held: 0, after: null };
    const { missed, after: next } = await tx.one<{ after: string | null; missed: string[] }>(FIND_MISSED, [
      ...missedBy(subscription, since),
      after ?? await positionBefore(tx, subscription.organization_id, since),
      limit,
    ]);
    if (missed.length === 0) return { held: 0, after: next };
    await tx.sql(HOLD_MISSED, [missed.map(() => newId()), missed, subscription.id, subscription.url]);
    if (subscription.enabled) await settleLater(tx, subscription);
    return { held: missed.length, after: next };
  });
}
