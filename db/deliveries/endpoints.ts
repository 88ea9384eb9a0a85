import { MAX_ATTEMPT_MS } from "#shared/webhooks/events.ts";
import type { DeliveryToStart } from "#temporal/webhook-delivery.ts";
import type { Database, Transaction } from "../postgres/database.ts";
import { column, purge, rows } from "../postgres/queries.ts";
import { enqueueEach, START_COLUMNS } from "./deliveries.ts";

/**
 * Locks are taken in the order webhook, endpoint, share, delivery, everywhere: the row of `webhooks`, then the endpoint (its advisory lock, then
 * its row of `endpoint_health`), then the organization's share, then rows of `deliveries` and their attempts. A statement that deadlocks all
 * the same is repeated.
 */

/** The most attempts in flight to one endpoint, over all workers (contract, "Webhooks"). */
export const ATTEMPTS_PER_ENDPOINT = 10;

/**
 * An endpoint is down when `unansweredDeliveries` different deliveries in a row got no HTTP response, or when `failures` attempts in a row
 * failed, of at least `failedDeliveries` different deliveries. One delivery alone, however poisonous, never takes its endpoint down,
 * and any success resets the count.
 */
export const DOWN_AFTER = {
  unansweredDeliveries: 2,
  failures: 50,
  failedDeliveries: 5,
} as const;

/** A probe whose schedule pauses for longer lets the oldest due delivery probe meanwhile; an interval of Postgres. */
export const PROBE_WITHIN = "interval '1 hour'";

/** An attempt without an outcome takes a place for so long; an interval of Postgres. */
export const MAX_ATTEMPT = `interval '${MAX_ATTEMPT_MS} ms'`;

/** What an attempt's outcome shows of its endpoint; `none` where the fault is this service's own. */
export type EndpointEvidence = "success" | "answered" | "unanswered" | "none";

/** Nulls while the endpoint is up. */
export interface DownEndpoint {
  readonly down_since: Date | null;
  /** The delivery that goes on by its schedule, while the others wait. */
  readonly probe_id: string | null;
}

/** So few deliveries are woken at once that a recovered endpoint gets 1, 2, 4 … 10 requests at a time. */
const WOKEN_AT_ONCE = 2;

/** SQL: the deliveries that a function of endpoints.sql has woken. */
const woken = (call: string) => `SELECT ${START_COLUMNS} FROM deliveries d WHERE d.id IN (SELECT ${call})`;

/** Sends each delivery that a statement has woken its command. @returns how many. */
function waking<Given extends unknown[]>(
  wake: (tx: Transaction, ...given: Given) => Promise<DeliveryToStart[]>,
) {
  return async (tx: Transaction, ...given: Given): Promise<number> =>
    await enqueueEach(tx, await wake(tx, ...given));
}

/**
 * Wakes the endpoint's next deliveries: while it is up, the oldest parked ones for its free places; while it is down, those with a retry by
 * hand. Each end of an attempt calls it, so a backlog drains at the endpoint's own speed without a timer.
 */
export const wakeNext = waking(rows<DeliveryToStart, [endpointId: string]>({
  name: "hand_over",
  text: woken(`hand_over($1, ${ATTEMPTS_PER_ENDPOINT}, ${WOKEN_AT_ONCE}, ${MAX_ATTEMPT}, ${PROBE_WITHIN})`),
}));

const CLAIM_PROBES = {
  name: "claim_probes",
  text: `
    UPDATE endpoint_health SET probe_due = NULL WHERE endpoint_id IN (
      SELECT endpoint_id FROM endpoint_health WHERE probe_due IS NOT NULL ORDER BY probe_due LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING endpoint_id`,
};

const startProbe = waking(rows<DeliveryToStart, [endpointId: string]>({
  name: "start_probe",
  text: woken(`start_probe($1, ${PROBE_WITHIN})`),
}));

/**
 * Starts the probes of the endpoints that have waited for one for longest, at most `limit`: the only place that does. What this process does
 * not come to, the reconciler finds.
 */
export async function startProbes(database: Database, limit: number): Promise<void> {
  for (const { endpoint_id } of await database.query<{ endpoint_id: string }>(CLAIM_PROBES, [limit])) {
    await database.transaction((tx) => startProbe(tx, endpoint_id));
  }
}

/**
 * SQL: the CTE `scanned` of the values that a column has in deliveries of a condition, in their order, by a loose scan of the index that has
 * these: a step for each value, however many deliveries have it. @param after a condition on the first, which begins with AND; or nothing
 */
export function looseScan(column: string, condition: string, after: string): string {
  return `
    WITH RECURSIVE scanned AS (
      (SELECT ${column} FROM deliveries WHERE ${condition} ${after} ORDER BY ${column} LIMIT 1)
      UNION ALL
      SELECT (SELECT d.${column} FROM deliveries d WHERE ${condition} AND d.${column} > scanned.${column} ORDER BY d.${column} LIMIT 1)
      FROM scanned WHERE scanned.${column} IS NOT NULL
    )`;
}

/** Organizations whose callbacks wait for their share, and that have room in it. The share is the attempts in flight that an organization may have. */
export const organizationsWithRoom = column<[share: number]>({
  name: "organizations_with_room",
  text: `${looseScan("organization_id", "parked = 'organization_busy'", "")}
    SELECT organization_id FROM scanned WHERE organization_id IS NOT NULL AND share_taken(organization_id, NULL, ${MAX_ATTEMPT}) < $1`,
});

/** The most callbacks of an organization that are woken at once: their starts leave those of others their turns. */
export const CALLBACKS_AT_ONCE = 20;

const fill = waking(rows<DeliveryToStart, [organizationId: string, share: number]>({
  name: "fill_share",
  text: woken(`fill_share($1, $2, ${CALLBACKS_AT_ONCE}, ${MAX_ATTEMPT})`),
}));

/**
 * Wakes callbacks that wait for their organization's share, as far as it has room: the only place that does. So it needs neither the end of an
 * attempt nor the reconciler, whatever process is lost.
 *
 * @returns how many: {@link CALLBACKS_AT_ONCE} where there may be more.
 */
export function fillShare(database: Database, organizationId: string, share: number): Promise<number> {
  return database.transaction((tx) => fill(tx, organizationId, share));
}

/**
 * Forgets how a subscription's endpoint fared. Attempts that end meanwhile wait for the commit before they note anything of it. The caller has
 * locked the subscription, and locks deliveries after it.
 */
export async function forgetEndpoint(tx: Transaction, endpointId: string): Promise<void> {
  await tx.sql("SELECT pg_advisory_xact_lock(uuid_hash_extended($1, 0))", [endpointId]);
  await tx.sql("DELETE FROM endpoint_health WHERE endpoint_id = $1", [endpointId]);
}

/** Counts a subscription's endpoint as up, because somebody has changed its URL or enabled it. The caller has locked the subscription. */
export async function resetEndpoint(tx: Transaction, endpointId: string): Promise<void> {
  await forgetEndpoint(tx, endpointId);
  await wakeNext(tx, endpointId);
}

/** An endpoint that deliveries wait for. */
export interface WaitingEndpoint {
  readonly endpoint_id: string;
  /** Whether nothing that goes on will wake the next of them. */
  readonly hand_over: boolean;
}

/** The endpoints after `after`, in the order of their ids, at most `limit`. */
export const waitingEndpoints = rows<WaitingEndpoint, [after: string, limit: number]>(
  `${looseScan("endpoint_id", "parked <> 'organization_busy'", "AND endpoint_id > $1")},
      page AS (SELECT endpoint_id FROM scanned WHERE endpoint_id IS NOT NULL LIMIT $2)
    SELECT endpoint_id, needs_hand_over(endpoint_id, ${PROBE_WITHIN}) AS hand_over FROM page`,
);

/** Forgets endpoints that nothing was sent to for so many days, and for which nothing waits. */
export const purgeEndpoints = purge(
  `DELETE FROM endpoint_health WHERE endpoint_id IN (
     SELECT h.endpoint_id FROM endpoint_health h
     WHERE h.updated_at < now() - make_interval(days => $1)
       AND NOT EXISTS (SELECT FROM deliveries d WHERE d.endpoint_id = h.endpoint_id AND d.status = 'pending' AND NOT d.held)
     ORDER BY h.updated_at LIMIT $2 FOR UPDATE SKIP LOCKED
   )`,
);

/** An endpoint that counts as down. */
export interface EndpointDown {
  readonly organization_id: string;
  readonly organization_name: string;
  /** Null for a callback. */
  readonly webhook_id: string | null;
  readonly url: string;
  readonly down_since: Date;
  /** Failed attempts in a row. */
  readonly failures: number;
}

/** The endpoints of all organizations that are down, the longest first; at most `limit`. */
export const endpointsDown = rows<EndpointDown, [limit: number]>(
  `SELECT h.organization_id, o.name AS organization_name, d.webhook_id, d.url, h.down_since, h.failures
   FROM endpoint_health h JOIN organizations o ON o.id = h.organization_id JOIN deliveries d ON d.id = h.last_failed_delivery
   WHERE h.down_since IS NOT NULL ORDER BY h.down_since LIMIT $1`,
);
