import type { Database, OrganizationTransaction } from "../postgres/database.ts";
import { columnsOf, entity, nullable, type RowOf, types, unread } from "../postgres/entity.ts";
import { forgetEndpoint } from "../deliveries/endpoints.ts";
import { cancelPending, holdPending } from "../deliveries/subscription-state.ts";
import type { Metadata } from "../postgres/metadata.ts";
import { type Page, type PageRequest, paginateNewestFirst } from "../postgres/paginate.ts";
import { first, firstOwn, oneOwn, rowsOwn, runOwn } from "../postgres/queries.ts";
import { EVENT_TYPES, type EventType, EVERY_EVENT } from "#shared/webhooks/events.ts";
import { newId } from "#shared/ids.ts";
import { disabledNotificationStart } from "#temporal/webhook-operations.ts";
import { recordOwnChange } from "../organizations/audit-log.ts";
import { enqueue } from "../outbox/outbox.ts";

/** The most subscriptions of an organization (contract, "Webhooks"). */
export const MAX_WEBHOOKS = 20;

const webhook = {
  id: types.key,
  url: types.text(),
  events: types.texts(),
  description: nullable(types.text()),
  /** Encrypted. */
  custom_headers: types.text(),
  enabled: types.boolean,
  disabled_reason: nullable(types.text()),
  metadata: types.json<Metadata>(),
  created_at: types.timestamp,
  updated_at: types.timestamp,
};
/** Without the secret, which deliveries alone read. */
export type WebhookRow = RowOf<typeof webhook>;

export const Webhooks = entity("webhooks", {
  ...webhook,
  organization_id: types.uuid,
  secret: unread(types.text()),
});

const COLUMNS = columnsOf(webhook);

export interface NewWebhook extends Omit<WebhookRow, "disabled_reason" | "created_at" | "updated_at"> {
  /** Encrypted. */
  readonly secret: string;
}

/** Null when the organization has {@link MAX_WEBHOOKS} already; a lock makes simultaneous inserts count each other. */
export async function insertWebhook(
  tx: OrganizationTransaction,
  webhook: NewWebhook,
): Promise<WebhookRow | null> {
  const organization_id = tx.organizationId;
  await tx.sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`webhooks ${organization_id}`]);
  const count = await tx.count("SELECT FROM webhooks WHERE organization_id = $1", [organization_id]);
  if (count >= MAX_WEBHOOKS) return null;
  await tx.manager.insert(Webhooks, { ...webhook, organization_id });
  return await findWebhook(tx, webhook.id);
}

export function findWebhook(tx: OrganizationTransaction, id: string): Promise<WebhookRow | null> {
  return tx.manager.findOneBy(Webhooks, { organization_id: tx.organizationId, id });
}

/** As {@link findWebhook}; locks the row until the transaction ends. @param lock `SHARE` where it only must not change meanwhile. */
export async function lockWebhook(
  tx: OrganizationTransaction,
  id: string,
  lock: "UPDATE" | "SHARE" = "UPDATE",
): Promise<WebhookRow | null> {
  return await tx.first<WebhookRow>(
    `SELECT ${COLUMNS} FROM webhooks WHERE organization_id = $1 AND id = $2 FOR ${lock}`,
    [tx.organizationId, id],
  );
}

/** An organization has at most {@link MAX_WEBHOOKS}, so no index holds their metadata. A subscription of the page has all of the pairs. */
export function pageOfWebhooks(
  tx: OrganizationTransaction,
  { enabled, metadata = {} }: {
    readonly enabled?: boolean | undefined;
    readonly metadata?: Metadata | undefined;
  },
  page: PageRequest,
): Promise<Page<WebhookRow>> {
  const wanted = Object.keys(metadata).length === 0 ? undefined : JSON.stringify(metadata);
  return paginateNewestFirst(tx, `SELECT ${COLUMNS} FROM webhooks`, [
    ["organization_id = $", tx.organizationId],
    ["enabled = $", enabled],
    ["metadata::jsonb @> $", wanted],
  ], page);
}

/** Writes all that a customer can change. Enabling it or changing its URL restarts the count of days without a success. */
export async function updateWebhook(
  tx: OrganizationTransaction,
  webhook: WebhookRow,
): Promise<WebhookRow> {
  return await tx.one<WebhookRow>(
    `UPDATE webhooks SET url = $3, events = $4, description = $5, custom_headers = $6, enabled = $7, disabled_reason = $8, metadata = $9,
       failing_since = CASE WHEN url = $3 AND enabled = $7 THEN failing_since END, updated_at = now()
     WHERE organization_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [
      tx.organizationId,
      webhook.id,
      webhook.url,
      webhook.events,
      webhook.description,
      webhook.custom_headers,
      webhook.enabled,
      webhook.disabled_reason,
      webhook.metadata,
    ],
  );
}

/** Replaces a subscription's secret; from the commit on the old one signs nothing. @param secret encrypted. */
export const replaceSecret = firstOwn<WebhookRow, [id: string, secret: string]>(
  `UPDATE webhooks SET secret = $3, updated_at = now() WHERE organization_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
);

/** Replaces the organization's callback secret; from the commit on the old one signs nothing. @param secret encrypted. */
export const replaceCallbackSecret = runOwn<[secret: string]>(
  `INSERT INTO callback_secrets (organization_id, secret) VALUES ($1, $2)
   ON CONFLICT (organization_id) DO UPDATE SET secret = excluded.secret, updated_at = now()`,
);

const FIRST_CALLBACK_SECRET =
  "INSERT INTO callback_secrets (organization_id, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING";

/** What becomes of the events that a callback gets. */
interface PreparedCallback {
  /** Whether the given secret is the organization's first, and was stored. */
  readonly is_new: boolean;
  /** Enabled subscriptions that list one of the types without listing all events. */
  readonly passed_over: number;
}

/** Stores the organization's first callback secret, and counts who gets nothing of the types, in one round trip. @param secret encrypted */
export const prepareCallback = oneOwn<PreparedCallback, [secret: string, types: readonly EventType[]]>(
  `WITH first AS (${FIRST_CALLBACK_SECRET} RETURNING organization_id)
   SELECT EXISTS (SELECT FROM first) AS is_new, (
     SELECT count(*)::int FROM webhooks
     WHERE organization_id = $1 AND enabled AND events && $3::text[] AND NOT events @> ARRAY['${EVERY_EVENT}']
   ) AS passed_over`,
);

/** Whether the organization has a callback secret, and since when; null without one. */
export const findCallbackSecret = firstOwn<{ updated_at: Date }, []>(
  "SELECT updated_at FROM callback_secrets WHERE organization_id = $1",
);

/**
 * The organization's callback secret, encrypted.
 *
 * @param newSecret encrypted; stored where the organization has none.
 */
export async function getOrCreateCallbackSecret(
  database: Database,
  organizationId: string,
  newSecret: string,
): Promise<string> {
  await database.query(FIRST_CALLBACK_SECRET, [organizationId, newSecret]);
  const select = "SELECT secret FROM callback_secrets WHERE organization_id = $1";
  return (await database.one<{ secret: string }>(select, [organizationId])).secret;
}

/** Deletes a subscription and cancels its pending deliveries. False for an unknown id. */
export async function deleteWebhook(tx: OrganizationTransaction, id: string): Promise<boolean> {
  const { affected } = await tx.manager.delete(Webhooks, { organization_id: tx.organizationId, id });
  if (affected === 0) return false;
  await forgetEndpoint(tx, id);
  await cancelPending(tx, { id, organization_id: tx.organizationId });
  return true;
}

/** The most deliveries of each state and type that a subscription's statistics count. */
export const MAX_COUNTED = 1_000;

/** A subscription's deliveries of an hour. */
interface HourOfDeliveries {
  readonly webhook_id: string;
  /** The hour's beginning, UTC. */
  readonly at: Date;
  readonly succeeded: number;
  /** Their schedule is used up, or their newest attempt failed and another one comes. */
  readonly failed: number;
  /** Whether older deliveries of the day were left out, because there are more than {@link MAX_COUNTED}. */
  readonly is_partial: boolean;
}

// Each state and type of a subscription is a range of `deliveries_listed_of_webhook`, read from its newest row.
const STATS = `
  SELECT w.id AS webhook_id, date_trunc('hour', d.created_at, 'UTC') AS at,
    (count(*) FILTER (WHERE d.status = 'succeeded'))::int AS succeeded,
    (count(*) FILTER (WHERE d.status <> 'succeeded'))::int AS failed,
    max(d.place) >= ${MAX_COUNTED} AS is_partial
  FROM webhooks w
  CROSS JOIN unnest(ARRAY['succeeded', 'failed', 'pending']) AS wanted (status)
  CROSS JOIN unnest($2::text[]) AS kind (type)
  CROSS JOIN LATERAL (
    SELECT k.status, k.created_at, k.attempt_count, row_number() OVER () AS place
    FROM (
      SELECT status, created_at, attempt_count FROM deliveries
      WHERE webhook_id = w.id AND status = wanted.status AND event_type = kind.type AND created_at > now() - interval '24 hours'
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_COUNTED}
    ) AS k
  ) AS d
  WHERE w.organization_id = $1 AND (d.status <> 'pending' OR d.attempt_count > 0)
  GROUP BY 1, 2 ORDER BY 1, 2`;

/** What became of each subscription's deliveries of the last 24 hours, by hours; hours without any are left out. */
export const statsOfWebhooks = rowsOwn<HourOfDeliveries, []>(STATS, (id) => [id, EVENT_TYPES]);

/**
 * Disables a subscription, holds its pending deliveries, and has the organization's users notified.
 * @param failed where the attempt went that says so: a subscription that has another URL by now stays as it is.
 * @param reason for customers.
 * @returns false where it was deleted, or has another URL.
 */
export async function disableWebhook(
  database: Database,
  failed: Pick<WebhookRow, "id" | "url">,
  reason: string,
): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const webhook = await tx.first<{ organization_id: string; enabled: boolean }>(
      "SELECT organization_id, enabled FROM webhooks WHERE id = $1 AND url = $2 FOR UPDATE",
      [failed.id, failed.url],
    );
    if (webhook === null) return false;
    if (!webhook.enabled) return true;
    await tx.sql(
      "UPDATE webhooks SET enabled = false, disabled_reason = $2, updated_at = now() WHERE id = $1",
      [failed.id, reason],
    );
    const subscription = { id: failed.id, organization_id: webhook.organization_id };
    await recordOwnChange(tx, subscription.organization_id, {
      actor_command: "deliveries",
      action: "webhook.disable",
      subject: failed.id,
      request_id: null,
    });
    await holdPending(tx, subscription);
    await enqueue(tx, subscription.organization_id, disabledNotificationStart(subscription, newId()));
    return true;
  });
}

/** A disabled subscription, as the notification of its organization's users shows it. */
export interface DisabledWebhook extends Pick<WebhookRow, "id" | "url" | "description" | "disabled_reason"> {
  organization_id: string;
}

/** Null when the subscription is enabled again or deleted. */
export const disabledWebhook = first<DisabledWebhook, [id: string]>(
  "SELECT id, organization_id, url, description, disabled_reason FROM webhooks WHERE id = $1 AND NOT enabled",
);
