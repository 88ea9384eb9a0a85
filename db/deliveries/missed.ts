import { newId } from "#shared/ids.ts";
import { EVERY_EVENT } from "#shared/webhooks/events.ts";
import type { OrganizationTransaction } from "../postgres/database.ts";

/** A subscription, as far as its events go. */
interface Subscribed {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
}

/** The most missed events that one call gets; the next call gets the rest. */
export const MAX_MISSED = 5_000;

// A test goes to one subscription alone. With a callback an event goes to subscriptions to every event, and to no other.
const FIND_MISSED = {
  name: "find_missed_events",
  text: `
    SELECT e.id FROM events e
    WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.type <> 'webhook.test'
      AND ($3 OR e.type = ANY($4::text[]) AND NOT EXISTS (
        SELECT FROM simulations s WHERE s.organization_id = e.organization_id AND s.id = e.simulation_id AND s.callback_url IS NOT NULL
      ))
      AND NOT EXISTS (SELECT FROM deliveries d WHERE d.event_id = e.id AND d.webhook_id = $5)
    ORDER BY e.position LIMIT ${MAX_MISSED}`,
};

// Held, so that the job that releases what a subscription holds sends them at its pace.
const HOLD_MISSED = {
  name: "hold_missed_events",
  text: `
    INSERT INTO deliveries (id, organization_id, event_id, event_type, simulation_id, webhook_id, endpoint_id, url, created_at, held, has_run)
    SELECT missed.id, e.organization_id, e.id, e.type, e.simulation_id, $3, $3, $4, now(), true, false
    FROM unnest($1::uuid[], $2::uuid[]) AS missed (id, event_id) JOIN events e ON e.id = missed.event_id`,
};

/**
 * Gives a subscription a held delivery of each event since then that it would have got and has none of. The lock of its row keeps two calls
 * from giving it one twice.
 *
 * @returns how many, {@link MAX_MISSED} at most
 */
export async function holdMissed(
  tx: OrganizationTransaction,
  { id, url, events }: Subscribed,
  since: Date,
): Promise<number> {
  const { rows } = await tx.sql<{ id: string }>(FIND_MISSED, [
    tx.organizationId,
    since,
    events.includes(EVERY_EVENT),
    events,
    id,
  ]);
  if (rows.length === 0) return 0;
  await tx.sql(HOLD_MISSED, [rows.map(() => newId()), rows.map((event) => event.id), id, url]);
  return rows.length;
}
