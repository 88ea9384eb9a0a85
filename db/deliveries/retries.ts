import { deliveryRetry, type DeliveryToStart } from "#temporal/webhook-delivery.ts";
import { MAX_ATTEMPTS } from "#shared/webhooks/events.ts";
import type { DeliveryFilters, RetryBatchResult } from "#temporal/webhook-operations.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import { enqueueEach, START_COLUMNS } from "./deliveries.ts";
import {
  type Keyed,
  type Page,
  type PagePosition,
  type PageRequest,
  paginateRanges,
} from "../postgres/paginate.ts";
import { rangedOfAll } from "./list.ts";
import { notConsumed } from "./state.ts";

const REQUEST_BY_HAND = {
  name: "request_by_hand",
  text: `
    UPDATE deliveries d SET retry_requested = $2, retry_requested_at = now(), has_run = true
    WHERE d.id = ANY($1::uuid[]) AND d.retry_requested IS NULL AND d.attempt_count < ${MAX_ATTEMPTS} AND ${
    notConsumed("d.id", "$2")
  }
    RETURNING ${START_COLUMNS}`,
};

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

export interface Retryable {
  /** Among the newest deliveries. */
  readonly matched: number;
  /** Whether there are older ones, which were not counted. */
  readonly more: boolean;
  /** When the newest of them was created; null without any. No clock of a process decides which deliveries are meant. */
  readonly createdUntil: Date | null;
}

/** Counts the deliveries that match an operator's filters and can be retried now, of the newest {@link MAX_COUNTED}. */
export async function countRetryable(tx: Transaction, filters: DeliveryFilters): Promise<Retryable> {
  const { rows, next } = await candidates(tx, filters, { limit: MAX_COUNTED, after: null });
  return {
    matched: rows.filter(({ retryable }) => retryable).length,
    more: next !== null,
    createdUntil: rows[0]?.created_at ?? null,
  };
}

/** Deliveries that match of which a batch is made, whether they can be retried or not. */
const MAX_READ = 100;

export interface RetryBatch {
  readonly filters: DeliveryFilters;
  readonly createdUntil: Date;
  /** The batch begins after this position, as the batch before returned it; null begins at the newest. */
  readonly after: string | null;
  /** Deliveries that match and can be retried. */
  readonly limit: number;
  /** The same for all deliveries and all runs of a job: each delivery consumes it once. */
  readonly retryId: string;
}

/** Requests one attempt of each delivery of a batch. @returns how many, and the position after them or null at the end. */
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
