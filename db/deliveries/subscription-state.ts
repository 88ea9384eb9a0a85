import { SUBSCRIPTION_DELETED } from "#shared/webhooks/events.ts";
import { deliverySignal, type DeliveryToStart } from "#temporal/webhook-delivery.ts";
import { settleStart, type Subscription } from "#temporal/webhook-operations.ts";
import type { Database, OrganizationTransaction, Transaction } from "../postgres/database.ts";
import { rows, run, value } from "../postgres/queries.ts";
import { enqueue, RELAY_NOT_BEFORE } from "../outbox/outbox.ts";
import { enqueueEach, START_COLUMNS } from "./deliveries.ts";
import { looseScan } from "./endpoints.ts";
import { endPending, lockEnabled } from "./state.ts";

/**
 * The deliveries of a subscription follow its state: they are held while it is disabled, released when it is enabled, and cancelled when
 * it is deleted. The change itself settles the newest {@link SETTLED_AT_ONCE} and leaves the rest to a durable job.
 */

/** Deliveries that the request itself settles: few enough that it answers within 200 ms. */
const SETTLED_AT_ONCE = 100;
/** Deliveries that one transaction of the job holds or cancels: a change of the subscription waits for its locks. */
const BATCH = 250;
/** The most held deliveries that a subscription gets in a second (contract, "Webhooks"). */
export const RELEASED_PER_SECOND = 10;

/** Settles some deliveries of a subscription by a batch, and leaves the rest to the job. */
const settlePending = (batch: typeof holdBatch) => async (tx: Transaction, subscription: Subscription) => {
  const settled = await batch(tx, subscription.id, SETTLED_AT_ONCE);
  if (settled >= SETTLED_AT_ONCE) await settleLater(tx, subscription);
};

/** Holds the pending deliveries of a subscription, in the transaction that disables it. */
export const holdPending = settlePending(holdBatch);

/** Cancels the pending deliveries of a deleted subscription, in the transaction that deletes it. */
export const cancelPending = settlePending(cancelBatch);

/** Holds a new delivery to a disabled subscription. */
export const holdNew = run<[deliveryId: string]>(
  "UPDATE deliveries SET held = true, next_retry_at = NULL, parked = NULL WHERE id = $1",
);

/** Starts the job that settles a subscription's deliveries, or makes a running one look again. */
export async function settleLater(tx: Transaction, subscription: Subscription): Promise<void> {
  await enqueue(tx, subscription.organization_id, settleStart(subscription));
}

/** Settles the next deliveries of a subscription by its present state. @returns `more`: some may be left */
export function settleBatch(database: Database, webhookId: string) {
  return database.transaction(async (tx) => {
    const enabled = await lockEnabled(tx, webhookId);
    if (enabled !== true) {
      const batch = enabled === null ? cancelBatch : holdBatch;
      const settled = await batch(tx, webhookId, BATCH);
      return { action: enabled === null ? "cancelled" : "held", settled, more: settled >= BATCH } as const;
    }
    const settled = await releaseHeld(tx, webhookId, RELEASED_PER_SECOND);
    // A held delivery that somebody has locked is left for the next second.
    const held = await tx.first("SELECT FROM deliveries WHERE webhook_id = $1 AND held LIMIT 1", [webhookId]);
    return { action: "released", settled, more: held !== null } as const;
  });
}

async function holdBatch(tx: Transaction, webhookId: string, limit: number): Promise<number> {
  return await tx.count(
    `UPDATE deliveries SET held = true, next_retry_at = NULL, parked = NULL, woken_at = NULL WHERE id IN (
       SELECT id FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' AND NOT held ORDER BY id DESC LIMIT $2 FOR UPDATE
     )`,
    [webhookId, limit],
  );
}

/**
 * Cancels the deliveries of the CTE `selected` for the reason `$2`. `$4` is the command without its delivery's id, which its workflow id ends
 * with; Postgres adds it, because a batch has up to a thousand.
 */
const cancelSelected = (selection: string) => `
  WITH ${selection}, cancelled AS (
    UPDATE deliveries SET ${endPending("'cancelled'", "$2")} WHERE id IN (SELECT id FROM selected)
    RETURNING organization_id, has_run, ($4::jsonb ->> 'workflow_id') || id AS workflow_id
  ), command AS (
    INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
    SELECT organization_id, workflow_id, jsonb_set($4::jsonb, '{workflow_id}', to_jsonb(workflow_id)), ${RELAY_NOT_BEFORE}
    FROM cancelled WHERE has_run
  )
  SELECT count(*)::integer AS count FROM cancelled`;

type Selected = [of: string | number, reason: string, limit: number, simulationId?: string];
const withCommand = (
  ...[of, reason, limit, ...others]: Selected
) => [of, reason, limit, deliverySignal("", "cancel"), ...others];

const cancelOfSubscription = value<number, Selected>(
  cancelSelected(`
  due AS (
    SELECT id FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' AND NOT held ORDER BY id DESC LIMIT $3 FOR UPDATE
  ), holding AS (
    SELECT id FROM deliveries WHERE webhook_id = $1 AND held ORDER BY id DESC LIMIT $3 FOR UPDATE
  ), selected AS (SELECT id FROM due UNION ALL SELECT id FROM holding)`),
  withCommand,
);

async function cancelBatch(tx: Transaction, webhookId: string, limit: number): Promise<number> {
  return await cancelOfSubscription(tx, webhookId, SUBSCRIPTION_DELETED, limit) ?? 0;
}

const cancelOfOrganization = value<number, Selected>(
  cancelSelected(`
  selected AS (SELECT id FROM deliveries WHERE organization_id = $1 AND status = 'pending' LIMIT $3 FOR UPDATE)`),
  withCommand,
);

/** Cancels every pending delivery of an organization, callbacks too, in the transaction that ends its subscriptions. @param reason for customers */
export async function cancelAllPending(
  tx: Transaction,
  organizationId: string,
  reason: string,
): Promise<void> {
  while (await cancelOfOrganization(tx, organizationId, reason, BATCH) === BATCH);
}

const cancelOfSimulation = value<number, Selected>(
  cancelSelected(`
  selected AS (
    SELECT d.id FROM deliveries d JOIN events e ON e.id = d.event_id
    WHERE e.organization_id = $1 AND e.simulation_id = $5 AND d.status = 'pending' LIMIT $3 FOR UPDATE OF d
  )`),
  withCommand,
);

/** Cancels the pending deliveries of a simulation's events, in the transaction that deletes it. */
export async function cancelPendingOfSimulation(
  tx: OrganizationTransaction,
  simulationId: string,
): Promise<void> {
  const cancel = () =>
    cancelOfSimulation(tx, tx.organizationId, "Its simulation was deleted.", BATCH, simulationId);
  while (await cancel() === BATCH);
}

const cancelOfDays = value<number, Selected>(
  cancelSelected(`
  selected AS (
    SELECT id FROM deliveries
    WHERE status || '' = 'pending' AND created_at < now() - make_interval(days => $1) AND (held OR parked IS NOT NULL)
    ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED
  )`),
  withCommand,
);

/** Cancels deliveries that have been held or parked for `days`, at most `limit`. @returns how many. */
export async function cancelExpired(database: Database, days: number, limit: number): Promise<number> {
  const reason = `It has waited for ${days} days, as long as deliveries are stored.`;
  return await cancelOfDays(database, days, reason, limit) ?? 0;
}

/** Releases the oldest held deliveries of a subscription, at most `limit`; ended ones are held for a retry by hand. */
async function releaseHeld(tx: Transaction, webhookId: string, limit: number): Promise<number> {
  const released = await tx.query<DeliveryToStart>(
    `UPDATE deliveries d SET held = false, has_run = true, next_retry_at = CASE status WHEN 'pending' THEN now() END
     WHERE id IN (SELECT id FROM deliveries WHERE webhook_id = $1 AND held ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING ${START_COLUMNS}`,
    [webhookId, limit],
  );
  return await enqueueEach(tx, released);
}

/** A subscription with held deliveries; `unsettled` while it is enabled or deleted. */
export interface HoldingSubscription extends Subscription {
  readonly unsettled: boolean;
}

/**
 * The subscriptions with held deliveries after `after`, in the order of their ids, at most `limit`. Of an unsettled one the job was terminated, or a row was held a moment after it had ended.
 */
export const holdingSubscriptions = rows<HoldingSubscription, [after: string, limit: number]>(
  `${looseScan("webhook_id", "held", "AND webhook_id > $1")},
      page AS (SELECT webhook_id FROM scanned WHERE webhook_id IS NOT NULL LIMIT $2)
    SELECT p.webhook_id AS id, coalesce(w.enabled, true) AS unsettled,
      (SELECT d.organization_id FROM deliveries d WHERE d.webhook_id = p.webhook_id AND d.held LIMIT 1) AS organization_id
    FROM page p LEFT JOIN webhooks w ON w.id = p.webhook_id`,
);
