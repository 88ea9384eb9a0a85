import { eventId, newId } from "#shared/ids.ts";
import type { JsonObject } from "#shared/json.ts";
import { deliveryStart } from "#temporal/webhook-delivery.ts";
import { type EventType, EVERY_EVENT } from "#shared/webhooks/events.ts";
import type { Database, Transaction } from "../database.ts";
import { type OutboxRow, relayNotBefore } from "../outbox/outbox.ts";

/** Something that happened and is announced. */
export interface NewEvent {
  readonly organizationId: string;
  /** For operators, who see it in Temporal. */
  readonly organizationName: string;
  readonly type: EventType;
  /** There is one event for each simulation and type, however often it is recorded; null for what is about no simulation. */
  readonly simulationId: string | null;
  readonly data: JsonObject;
}

/** Who receives an event: a subscription, or with a null id a callback. */
export interface Receiver {
  readonly webhook_id: string | null;
  readonly url: string;
}

/** Whom an organization's events may concern: its enabled subscriptions. */
export interface Subscribers {
  readonly organization_name: string;
  readonly webhooks: readonly {
    readonly id: string;
    readonly url: string;
    readonly events: readonly string[];
  }[];
}

/** The column `audience`, for the statement that changes a row `s` to what an event announces: asking takes no round trip of its own. */
export const SUBSCRIBERS = `(
  SELECT json_build_object('organization_name', o.name, 'webhooks', (
    SELECT coalesce(json_agg(json_build_object('id', w.id, 'url', w.url, 'events', w.events)), '[]')
    FROM webhooks w WHERE w.organization_id = o.id AND w.enabled
  )) FROM organizations o WHERE o.id = s.organization_id
) AS audience`;

/**
 * Records an event and a delivery for each of its receivers, in the transaction of the state that it announces. With a callback URL it goes
 * there and to every subscription to `*`; without one, to every enabled subscription that lists its type or `*`.
 *
 * One statement, and none where nobody receives it: nothing shows events but their deliveries.
 *
 * @returns what Temporal must be told right after the commit.
 */
export async function recordEvent(
  tx: Transaction,
  event: Omit<NewEvent, "organizationName"> & { readonly callbackUrl: string | null },
  { organization_name, webhooks }: Subscribers,
): Promise<OutboxRow[]> {
  const { type, callbackUrl } = event;
  const wanted = callbackUrl === null ? [type, EVERY_EVENT] : [EVERY_EVENT];
  const receivers: Receiver[] = callbackUrl === null ? [] : [{ webhook_id: null, url: callbackUrl }];
  for (const { id, url, events } of webhooks) {
    if (wanted.some((each) => events.includes(each))) receivers.push({ webhook_id: id, url });
  }
  const made = await recordEventFor(tx, { ...event, organizationName: organization_name }, receivers);
  return made.map(({ outbox }) => outbox);
}

/** A delivery that was made, and what Temporal must be told of it. */
export interface MadeDelivery {
  readonly id: string;
  readonly outbox: OutboxRow;
}

/** Records an event for exactly these receivers. Empty where there are none, or the simulation's event was recorded before. */
export async function recordEventFor(
  tx: Transaction,
  { organizationId, organizationName, type, simulationId, data }: NewEvent,
  receivers: readonly Receiver[],
): Promise<MadeDelivery[]> {
  if (receivers.length === 0) return [];
  const id = newId();
  const now = new Date();
  const targets = receivers.map((receiver) => {
    const delivery = { id: newId(), ...receiver };
    const command = deliveryStart({
      ...delivery,
      organization_id: organizationId,
      organization_name: organizationName,
      event_id: eventId(id),
      event_type: type,
      simulation_id: simulationId,
    });
    return { ...delivery, workflow_id: command.workflow_id, command };
  });
  const { rows } = await tx.sql<{ id: string; workflow_id: string }>(INSERT, [
    id,
    organizationId,
    type,
    simulationId,
    JSON.stringify({ id: eventId(id), type, created: Math.floor(now.getTime() / 1000), data }),
    now,
    JSON.stringify(targets),
    relayNotBefore(),
  ]);
  const outboxIds = new Map(rows.map((row) => [row.workflow_id, row.id]));
  return targets.flatMap(({ id, workflow_id, command }) => {
    const outboxId = outboxIds.get(workflow_id);
    return outboxId === undefined ? [] : [{ id, outbox: { id: outboxId, command } }];
  });
}

// The event, its deliveries and what Temporal must be told of them, in one round trip.
const INSERT = {
  name: "insert_event",
  text: `
    WITH event AS (
      INSERT INTO events (id, organization_id, type, simulation_id, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT DO NOTHING
      RETURNING *
    ), target AS (
      SELECT * FROM jsonb_to_recordset($7::jsonb) AS target (id uuid, webhook_id uuid, url text, workflow_id text, command jsonb)
    ), made AS (
      INSERT INTO deliveries (id, organization_id, event_id, event_type, simulation_id, webhook_id, url, next_retry_at, created_at)
      SELECT target.id, event.organization_id, event.id, event.type, event.simulation_id, target.webhook_id, target.url,
        event.created_at, event.created_at
      FROM event, target
    )
    INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
    SELECT event.organization_id, target.workflow_id, target.command, $8 FROM event, target
    RETURNING id, workflow_id`,
};

// What waits, or was attempted since, is kept whole: an attempt shows the bytes that it sent.
const FORGET = {
  name: "forget_events",
  text: `
    DELETE FROM events WHERE id IN (
      SELECT e.id FROM events e
      WHERE e.created_at < now() - make_interval(days => $1) AND NOT EXISTS (
        SELECT FROM deliveries d WHERE d.event_id = e.id AND (d.status = 'pending' OR EXISTS (
          SELECT FROM delivery_attempts a WHERE a.delivery_id = d.id AND a.at >= now() - make_interval(days => $1)
        ))
      )
      ORDER BY e.created_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING 1`,
};

/**
 * Deletes events that are older than so many days with their deliveries and attempts, oldest first, at most `limit`; says how many there
 * were. One that has a delivery pending, or an attempt that is younger, is kept.
 */
export async function purgeEvents(database: Database, days: number, limit: number): Promise<number> {
  return (await database.query(FORGET, [days, limit])).length;
}
