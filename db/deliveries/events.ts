import { eventId, newId } from "#shared/ids.ts";
import type { JsonObject } from "#shared/json.ts";
import type { WorkflowStart } from "#temporal/command.ts";
import { deliveryStart } from "#temporal/webhook-delivery.ts";
import { endpointId } from "#shared/webhooks/endpoint-url.ts";
import { eventBody, type EventType, EVERY_EVENT } from "#shared/webhooks/events.ts";
import type { OrganizationTransaction, Transaction } from "../postgres/database.ts";
import { firstPage, type Page, type PageRequest } from "../postgres/paginate.ts";
import { firstOwn, purge } from "../postgres/queries.ts";
import { RELAY_NOT_BEFORE, traced } from "../outbox/outbox.ts";
import { ATTEMPTS_PER_ENDPOINT, MAX_ATTEMPT, PROBE_WITHIN } from "./endpoints.ts";

/** An event to record. */
export interface NewEvent {
  readonly organizationId: string;
  /** For operators, who see it in Temporal. */
  readonly type: EventType;
  /** Each simulation has one event of each type and generation, however often it is recorded; null for an event without a simulation. */
  readonly simulationId: string | null;
  /** That of a simulation's Reading, from 1; absent for other events. */
  readonly generation?: number;
  readonly data: JsonObject;
}

/** A receiver of an event: a subscription, or a callback, whose id is null. */
export interface Receiver {
  readonly webhook_id: string | null;
  readonly url: string;
}

/** The enabled subscriptions of an organization. */
export interface Subscribers {
  readonly webhooks: readonly {
    readonly id: string;
    readonly url: string;
    readonly events: readonly string[];
  }[];
}

/** The {@link Subscribers} of the organization of a row `s`, as JSON: a column of the statement that reads or changes the row saves a round trip. */
export const SUBSCRIBERS = `(
  SELECT json_build_object('webhooks', (
    SELECT coalesce(json_agg(json_build_object('id', w.id, 'url', w.url, 'events', w.events) ORDER BY w.id), '[]')
    FROM webhooks w WHERE w.organization_id = o.id AND w.enabled
  )) FROM organizations o WHERE o.id = s.organization_id
)`;

/**
 * The receivers of an event (contract, "Webhooks"): with a callback URL, that URL and every subscription to `*`; without one, every
 * subscription to its type or `*`.
 */
export function receiversOf(
  { type, callbackUrl }: { readonly type: EventType; readonly callbackUrl: string | null },
  { webhooks }: Subscribers,
): Receiver[] {
  const callback = callbackUrl === null ? [] : [{ webhook_id: null, url: callbackUrl }];
  const subscribed = webhooks.filter(({ events }) =>
    events.includes(EVERY_EVENT) || (callbackUrl === null && events.includes(type))
  );
  return [...callback, ...subscribed.map(({ id, url }) => ({ webhook_id: id, url }))];
}

export interface NewDelivery {
  readonly id: string;
  /** Whether a command starts its workflow; it waits otherwise, parked. */
  readonly isStarted: boolean;
}

/** What the API's processes learn of an event: enough to know whose waiting callers it concerns. */
export interface EventNotice {
  readonly organization_id: string;
  readonly type: EventType;
  readonly simulation_id: string | null;
}

/**
 * CTEs that record an event and its deliveries where `source` has a row; `command` has the outbox rows. Their parameters `$1` to `$8` are the
 * {@link PlannedEvent}'s values.
 *
 * A lock of the organization makes the order of its events that of their commits: the position is drawn once it is held. It is the last lock
 * of its transaction but for those of endpoints: what changes a month's usage has changed it before. A delivery to an endpoint that is down or busy
 * starts no workflow: the lock on the endpoint makes a simultaneous end of an attempt wait, which then wakes it. Nor does a callback where others
 * of its organization wait for its share: it stands behind them.
 */
export function eventCtes(source: string): string {
  return `
    locked AS MATERIALIZED (
      SELECT pg_advisory_xact_lock(hashtextextended('events ' || $2::uuid::text, 0)) FROM ${source}
    ), event AS (
      INSERT INTO events (id, organization_id, type, simulation_id, body, created_at, generation)
      SELECT $1, $2, $3, $4, $5, $6, $8 FROM locked
      ON CONFLICT DO NOTHING
      RETURNING *
    ), delivery AS (
      SELECT * FROM jsonb_to_recordset($7::jsonb) AS delivery (id uuid, webhook_id uuid, endpoint_id uuid, url text, command jsonb)
    ), down AS MATERIALIZED (
      SELECT h.endpoint_id, h.probe_id FROM endpoint_health h
      WHERE h.endpoint_id = ANY(ARRAY(SELECT endpoint_id FROM delivery)) AND h.down_since IS NOT NULL
      FOR UPDATE
    ), wanting_probe AS (
      UPDATE endpoint_health h SET probe_due = coalesce(h.probe_due, clock_timestamp())
      FROM down WHERE h.endpoint_id = down.endpoint_id AND NOT is_probe(down.probe_id, ${PROBE_WITHIN})
    ), placed AS MATERIALIZED (
      SELECT delivery.*, CASE WHEN down.endpoint_id IS NOT NULL THEN 'endpoint_down'
        WHEN is_busy(delivery.endpoint_id, ${ATTEMPTS_PER_ENDPOINT}, ${MAX_ATTEMPT}) THEN 'endpoint_busy'
        WHEN delivery.webhook_id IS NULL AND (
          SELECT others.id FROM deliveries AS others
          WHERE others.organization_id = event.organization_id AND others.parked = 'organization_busy' LIMIT 1
        ) IS NOT NULL THEN 'organization_busy' END AS parked
      FROM event CROSS JOIN delivery LEFT JOIN down ON down.endpoint_id = delivery.endpoint_id
    ), inserted AS (
      INSERT INTO deliveries (id, organization_id, event_id, event_type, simulation_id, webhook_id, endpoint_id, url, next_retry_at,
        created_at, parked, has_run)
      SELECT placed.id, event.organization_id, event.id, event.type, event.simulation_id, placed.webhook_id, placed.endpoint_id,
        placed.url, now(), now(), placed.parked, placed.parked IS NULL
      FROM event CROSS JOIN placed
      RETURNING id, organization_id, has_run
    ), command AS (
      INSERT INTO outbox (organization_id, workflow_id, command, next_attempt_at)
      SELECT inserted.organization_id, delivery.command ->> 'workflow_id', delivery.command, ${RELAY_NOT_BEFORE}
      FROM inserted JOIN delivery ON delivery.id = inserted.id WHERE inserted.has_run
      RETURNING id, workflow_id
    )`;
}

/** An event that a statement records with {@link eventCtes}. */
export interface PlannedEvent {
  readonly deliveries: readonly { readonly id: string; readonly command: WorkflowStart }[];
  readonly values: readonly unknown[];
  readonly notice: EventNotice;
}

/** Plans an event for exactly these receivers, which may be none. @param createdAt when it happened */
export function planEvent(
  { organizationId, type, simulationId, generation = 1, data }: NewEvent,
  receivers: readonly Receiver[],
  createdAt: Date,
): PlannedEvent {
  const id = newId();
  const deliveries = receivers.map((receiver) => {
    const endpoint_id = endpointId({ organization_id: organizationId, ...receiver });
    const delivery = { id: newId(), endpoint_id, ...receiver };
    const command = traced(deliveryStart({
      ...delivery,
      organization_id: organizationId,
      event_id: eventId(id),
      event_type: type,
      simulation_id: simulationId,
    }));
    return { ...delivery, command };
  });
  return {
    deliveries,
    values: [
      id,
      organizationId,
      type,
      simulationId,
      eventBody({ id, type, createdAt, data }),
      createdAt,
      JSON.stringify(deliveries),
      generation,
    ],
    notice: { organization_id: organizationId, type, simulation_id: simulationId },
  };
}

/** SQL: the ids of the outbox rows of {@link eventCtes}, by the workflow ids of the deliveries. */
export const COMMAND_IDS = "(SELECT coalesce(json_object_agg(workflow_id, id::text), '{}') FROM command)";
/** The value of {@link COMMAND_IDS}. */
export type CommandIds = Readonly<Record<string, string>>;

/** Tells other processes of a planned event that a statement has recorded, and starts its deliveries. */
export function announceEvent(
  to: Pick<Transaction, "notify" | "dispatch">,
  { deliveries, notice }: Pick<PlannedEvent, "deliveries" | "notice">,
  ids: CommandIds,
): void {
  to.notify(JSON.stringify(notice));
  for (const { command } of deliveries) {
    const id = ids[command.workflow_id];
    if (id !== undefined) to.dispatch({ id, command });
  }
}

const INSERT_EVENT = {
  name: "insert_event",
  text: `
    WITH ${eventCtes("(VALUES (1)) AS always")}
    SELECT ARRAY(SELECT id FROM inserted) AS inserted, ${COMMAND_IDS} AS commands`,
};

/**
 * Records an event, and a delivery to each of these receivers, in the transaction of the state that the event describes. It executes one
 * statement.
 *
 * @param createdAt when it happened, by Postgres' clock
 * @returns nothing when the simulation has this event already
 */
export async function recordEventFor(
  tx: Transaction,
  event: NewEvent,
  receivers: readonly Receiver[],
  createdAt = new Date(),
): Promise<NewDelivery[]> {
  const planned = planEvent(event, receivers, createdAt);
  const { inserted, commands } = await tx.one<{ inserted: string[]; commands: CommandIds }>(INSERT_EVENT, [
    ...planned.values,
  ]);
  // Even where the simulation has this event already.
  announceEvent(tx, planned, commands);
  return planned.deliveries.filter(({ id }) => inserted.includes(id))
    .map(({ id, command }) => ({ id, isStarted: command.workflow_id in commands }));
}

/**
 * Deletes events of so many days with their deliveries and attempts. An event with a pending delivery stays, and so does one with a younger
 * attempt, which shows the bytes that it sent.
 */
export const purgeEvents = purge(`
  DELETE FROM events WHERE id IN (
    SELECT e.id FROM events e
    WHERE e.created_at < now() - make_interval(days => $1) AND NOT EXISTS (
      SELECT FROM deliveries d WHERE d.event_id = e.id AND (d.status = 'pending' OR EXISTS (
        SELECT FROM delivery_attempts a WHERE a.delivery_id = d.id AND a.at >= now() - make_interval(days => $1)
      ))
    )
    ORDER BY e.created_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )`);

/** A recorded event. */
export interface EventRow {
  id: string;
  /** bigint: Postgres sends text. Of two events of an organization the later one has the higher position. */
  position: string;
  /** The text that deliveries send: id, type, time and data. */
  body: string;
}

export interface EventFilters {
  /** Any of these; all of them where absent. */
  readonly types?: readonly EventType[] | undefined;
  readonly simulation_id?: string | undefined;
  /** Only events after this position. */
  readonly afterPosition?: string | undefined;
}

// Positions are drawn under a lock of the organization: no event appears later before one that a page has shown. An index answers each form:
// a simulation has four events at most, and the others are read in the index's order.
const PAGE_OF_EVENTS = {
  name: "page_of_events",
  text: `
    SELECT id, position, body FROM events
    WHERE organization_id = $1 AND position < coalesce($2::bigint, 9223372036854775807) AND position > coalesce($3::bigint, 0)
    ORDER BY position DESC LIMIT $4`,
};
// The index has each type in order: of each no more rows are read than one page has.
const PAGE_OF_TYPES = `
  SELECT id, position, body FROM unnest($5::text[]) AS wanted (type) CROSS JOIN LATERAL
  (${PAGE_OF_EVENTS.text.replace("ORDER BY", "AND events.type = wanted.type ORDER BY")}) AS page
  ORDER BY position DESC LIMIT $4`;
const PAGE_OF_SIMULATION = PAGE_OF_EVENTS.text.replace(
  "ORDER BY",
  "AND simulation_id = $5 AND ($6::text[] IS NULL OR type = ANY ($6)) ORDER BY",
);

/** A page of the organization's events, newest first; its position is an event's. */
export async function pageOfEvents(
  tx: OrganizationTransaction,
  { types, simulation_id, afterPosition }: EventFilters,
  { limit, after }: PageRequest<number>,
): Promise<Page<EventRow, number>> {
  const range = [tx.organizationId, after, afterPosition ?? null, limit + 1];
  const read = () => {
    if (simulation_id !== undefined) {
      return tx.query<EventRow>(PAGE_OF_SIMULATION, [...range, simulation_id, types ?? null]);
    }
    return types === undefined
      ? tx.query<EventRow>(PAGE_OF_EVENTS, range)
      : tx.query<EventRow>(PAGE_OF_TYPES, [...range, types]);
  };
  return firstPage(await read(), limit, ({ position }) => Number(position));
}

/** @param id without its prefix */
export const findEvent = firstOwn<EventRow, [id: string]>(
  "SELECT id, position, body FROM events WHERE organization_id = $1 AND id = $2",
);
